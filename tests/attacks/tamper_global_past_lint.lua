-- expect: error: attempt to modify a readonly table
-- lint: off
tostring = function() return "" end
