-- expect: abort
local function f() return host.spawn(f) end
return f()
