-- expect: error: this changes a table that stays as it is
-- lint: off
tostring = function() return "" end
