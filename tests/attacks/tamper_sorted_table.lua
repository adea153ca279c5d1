-- expect: ok
-- A comparator that changes the table, and one that contradicts itself, must leave a list of the same length.
local t = {}
for i = 1, 100 do t[i] = i end
table.sort(t, function(a, b)
    t[#t + 1] = 1000
    return true
end)
for i = 1, 100 do assert(t[i] ~= nil) end
table.sort(t, function() return true end)
table.sort(t, function() return nil end)
