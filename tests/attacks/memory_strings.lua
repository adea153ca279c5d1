-- expect: fuel
local t, s = {}, ("x"):rep(1000)
for i = 1, 190000 do t[i] = s .. i end
