-- expect: fuel
local t, s = {}, ("abcdefghij"):rep(100)
for i = 1, 190000 do t[i] = (s:sub(1, i % 900 + 99) .. i):upper() end
