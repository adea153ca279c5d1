-- expect: error: attempt to call a nil value
-- lint: off
local g = getmetatable
return g({})
