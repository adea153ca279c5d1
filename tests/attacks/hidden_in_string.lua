-- expect: error
local s = "x"
s.seen = true
