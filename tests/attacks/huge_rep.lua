-- expect: error: string too long
return string.rep("x", 1e9)
