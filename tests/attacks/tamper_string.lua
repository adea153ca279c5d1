-- expect: error: this changes a table that stays as it is
string.rep = function() return "" end
