-- expect: ok
local t = { 1, 2 }
assert(table.remove(t, 2147483647) == nil and table.remove(t, -5) == nil and #t == 2)
