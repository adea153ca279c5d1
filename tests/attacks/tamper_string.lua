-- expect: error: this table cannot be changed
string.rep = function() return "" end
