-- expect: fuel
local t = {}
for i = 1, 5000 do t[i] = (i * 7919) % 5003 end
while true do table.sort(t, function(a, b) return a > b end) table.sort(t) end
