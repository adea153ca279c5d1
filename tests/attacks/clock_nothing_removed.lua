-- expect: fuel
local t = {}
for i = 1, 40000 do t[i] = i t[-i] = i end
while true do table.remove(t) t[#t + 0.5] = 1 t[#t + 0.5] = nil table.insert(t, 1) end
