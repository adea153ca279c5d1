-- expect: error: attempt to call a nil value
local m = math
return m.sqrt(4)
