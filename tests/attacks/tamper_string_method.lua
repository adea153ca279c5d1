-- expect: error
local s = ""
s.rep = function() return "" end
