-- expect: error: attempt to call a nil value
local t = table
return t.foreach({ 1 }, function() end)
