-- expect: ok: 1 2 3 10 a b c d
local t, s = {}, ""
t.d = 1 t.b = 1 t[10] = 1 t[3] = 1 t.a = 1 t[2] = 1 t.c = 1 t[1] = 1
for i = 1, 100 do t["x" .. i] = i end
for i = 100, 1, -1 do t["x" .. i] = nil end
for k in pairs(t) do s = s .. k .. " " end
local u = { 1, 1, 1, a = 1, b = 1, c = 1, d = 1, [10] = 1 }
local v = ""
for k in pairs(u) do v = v .. k .. " " end
assert(s == v, s)
return s
