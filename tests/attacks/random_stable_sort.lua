-- expect: ok
local t = {}
for i = 1, 200 do t[i] = { key = i % 3, at = i } end
table.sort(t, function(a, b) return a.key < b.key end)
for i = 2, 200 do
    assert(t[i - 1].key < t[i].key or (t[i - 1].key == t[i].key and t[i - 1].at < t[i].at))
end
