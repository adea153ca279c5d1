-- expect: error: a text of more than 64 bytes may not be a number
local t = {}
for i = 1, 65 do t[i] = 7 end
return table.concat(t)
