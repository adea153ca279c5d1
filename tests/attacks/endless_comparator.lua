-- expect: fuel
table.sort({ 2, 1 }, function() while true do end end)
