-- expect: ok
local t, u = { 1, 2, 3, 4 }, {}
t[2] = nil
u[4] = 4 u[3] = 3 u[1] = 1
local s, v = "", ""
for k in pairs(t) do s = s .. k end
for k in pairs(u) do v = v .. k end
assert(s == v and s == "134")
