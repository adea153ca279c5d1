-- expect: error: attempt to call a nil value
-- lint: off
return getmetatable("").__index
