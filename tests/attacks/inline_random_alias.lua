-- expect: error: attempt to call
local m = math
local f = m.random
return f()
