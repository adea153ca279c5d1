-- expect: error: attempt to call a nil value
-- lint: off
-- Fault 2970 of Luau, past the source rules.
local far = {}
far[-2147483648] = 1
table.move({ 1 }, 1, 2147483647, 1, far)
