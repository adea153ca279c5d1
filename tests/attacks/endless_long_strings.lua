-- expect: fuel
local a = ("x"):rep(16000)
while true do local b = a:upper() .. "y" end
