-- expect: fuel
while true do host.swallow(function() return ("a"):rep(60000):find(".-.-.-b") end) end
