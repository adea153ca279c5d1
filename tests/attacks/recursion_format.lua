-- expect: abort: C stack overflow
local box = {}
box.x = host.over(function() return ("%s"):format(box.x) end)
return tostring(box.x)
