-- expect: fuel
return tostring(host.over(function() while true do end end))
