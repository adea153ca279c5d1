-- expect: ok
local t = { c = 1, a = 1, b = 1, [7] = 1, [1] = 1, [2] = 1 }
local s, k = "", next(t)
while k do
    s = s .. k .. " "
    k = next(t, k)
end
assert(s == "1 2 7 a b c ", s)
