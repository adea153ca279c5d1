-- expect: error
local box = {}
box.x = host.over(function() error("inner " .. tostring(1)) end)
error(tostring(box.x))
