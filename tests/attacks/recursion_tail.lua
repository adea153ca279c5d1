-- expect: error: calls nest more than 400 deep
local function f(n) return f(n + 1) end
return f(1)
