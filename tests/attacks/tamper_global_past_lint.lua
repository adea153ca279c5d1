-- expect: error: this table cannot be changed
-- lint: off
tostring = function() return "" end
