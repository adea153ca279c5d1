-- expect: fuel
local t = {}
for i = 1, 5000 do t["k" .. i] = i end
local k = next(t)
while k do k = next(t, k) end
