-- expect: ok
local t = { a = 1, b = 2, c = 3, 1, 2, 3 }
for k in pairs(t) do t[k] = nil end
assert(next(t) == nil)
local u = { 1 }
for k, v in pairs(u) do u[k + 1] = v end
assert(#u == 2)
