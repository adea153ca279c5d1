-- expect: error: attempt to call a nil value
local t = table
return t.create(1e9, 1)
