-- expect: error: calls nest more than 400 deep
local box = {}
box.x = host.over(function() return tostring(box.x) end)
return tostring(box.x)
