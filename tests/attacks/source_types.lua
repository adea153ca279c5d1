-- expect: refused
local n: number = 1
return n
