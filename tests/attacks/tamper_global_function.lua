-- expect: refused: globals are read only
function tostring() return "" end
