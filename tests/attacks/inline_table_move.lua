-- expect: error: attempt to call a nil value
local t = table
return t.move({}, 1, 2147483647, 2)
