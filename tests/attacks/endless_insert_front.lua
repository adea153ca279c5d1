-- expect: fuel
local t = {}
for i = 1, 60000 do t[i] = i end
while true do table.insert(t, 1, 0) end
