-- expect: refused: globals are read only
tostring = function() return "" end
