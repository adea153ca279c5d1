-- expect: ok
local t = {}
t[9007199254740992] = 1
t[-9007199254740992] = 2
t[1e300] = 3
local n = 0
for _ in pairs(t) do n = n + 1 end
assert(n == 3 and #t == 0)
