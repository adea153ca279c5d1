-- expect: fuel
host.spawn(function() host.spawn(function() while true do end end) end)
