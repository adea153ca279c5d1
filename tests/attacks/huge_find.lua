-- expect: ok
local s = ("a"):rep(16000)
assert(s:find(s .. "b", 1, true) == nil and s:find(s, 1, true) == 1)
