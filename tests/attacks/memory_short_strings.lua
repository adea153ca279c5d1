-- expect: fuel
local t, s = {}, ("x"):rep(100)
for i = 1, 190000 do t[i] = s .. i end
