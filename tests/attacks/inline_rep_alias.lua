-- expect: error: string too long
local rep = string.rep
return rep("x", 1e9)
