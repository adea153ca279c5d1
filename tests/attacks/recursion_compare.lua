-- expect: abort: C stack overflow
local box = {}
box.x = host.over(function() return box.x < box.x end)
return box.x < box.x
