-- expect: error: cannot wait here
local function f() return ask("which") end
return host.over(f) < host.over(f)
