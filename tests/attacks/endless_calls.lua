-- expect: fuel
local function f() end
while true do f() f() f() end
