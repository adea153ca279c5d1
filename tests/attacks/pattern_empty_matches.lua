-- expect: ok
local s, n = ("x"):rep(20000):gsub("", "")
assert(n == 20001 and #s == 20000)
