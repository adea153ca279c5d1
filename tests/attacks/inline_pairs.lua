-- expect: ok
local t, walk = { z = 1, y = 2, x = 3, b = 4, a = 5 }, pairs
local s = ""
for k in walk(t) do s = s .. k end
for k, v in pairs(t) do s = s .. k end
for k in next, t do s = s .. k end
for k, v in next, t, nil do s = s .. k end
assert(s == ("abxyz"):rep(4), s)
