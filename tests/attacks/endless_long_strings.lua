-- expect: fuel
local a = ("x"):rep(60000)
while true do local b = a:upper() .. "y" end
