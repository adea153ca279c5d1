-- expect: ok
local t = {}
for i = 1, 190000 do t[i * 4503599627370496] = i end
