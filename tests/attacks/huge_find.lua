-- expect: error: pattern too long
local s = ("a"):rep(60000)
return s:find(s .. "b", 1, true)
