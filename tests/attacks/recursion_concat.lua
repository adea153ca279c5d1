-- expect: abort: C stack overflow
local box = {}
box.x = host.over(function() return box.x .. "a" end)
return box.x .. "a"
