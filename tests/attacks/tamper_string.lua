-- expect: error: attempt to modify a readonly table
string.rep = function() return "" end
