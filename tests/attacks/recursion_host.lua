-- expect: abort: C stack overflow
local function f() return host.call(f) end
return f()
