-- expect: fuel
local t = {}
for i = 1, 100000 do t[i] = ("x"):rep(1000) .. i end
