-- expect: ok
-- lint: off
local t = {}
t[2 ^ 1] = 1
