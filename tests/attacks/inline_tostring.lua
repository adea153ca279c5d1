-- expect: ok
local show = tostring
assert(tostring({}) == "table" and show(print) == "nil" and show(show) == "function")
