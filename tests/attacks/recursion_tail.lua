-- expect: error: stack overflow
local function f(n) return f(n + 1) end
return f(1)
