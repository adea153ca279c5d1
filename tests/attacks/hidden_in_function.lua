-- expect: error
local function f() end
f.seen = true
