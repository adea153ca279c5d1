-- expect: fuel
return ("%s"):format(host.over(function() while true do end end))
