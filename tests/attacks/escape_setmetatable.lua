-- expect: error: attempt to call a nil value
-- lint: off
return setmetatable({}, { __index = function() end })
