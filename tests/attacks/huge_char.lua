-- expect: error
local t = {}
for i = 1, 300 do t[i] = 65 end
return string.char(unpack(t))
