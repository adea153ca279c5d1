-- expect: fuel
return host.over(function() while true do end end).x
