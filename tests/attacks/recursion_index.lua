-- expect: abort: C stack overflow
local t
local function f(_, k) return t[1][k] end
local function g() return host.over(f) end
local box = { g() }
local function h(_, k) return box[1].x end
box[1] = host.over(h)
return box[1].x
