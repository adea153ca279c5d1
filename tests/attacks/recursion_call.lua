-- expect: error: calls nest more than 400 deep
local box = {}
box.x = host.over(function() return (box.x()) end)
return box.x()
