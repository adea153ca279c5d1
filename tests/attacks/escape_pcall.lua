-- expect: refused: `pcall` is not available
pcall(function() while true do end end)
