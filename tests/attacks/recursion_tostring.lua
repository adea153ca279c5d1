-- expect: abort: C stack overflow
local box = {}
box.x = host.over(function() return tostring(box.x) end)
return tostring(box.x)
