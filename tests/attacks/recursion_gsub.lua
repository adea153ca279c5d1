-- expect: error: nested too deeply
local function f(x) return (x:gsub(".", f)) end
return f("x")
