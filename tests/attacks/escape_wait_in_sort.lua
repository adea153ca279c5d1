-- expect: error: cannot wait here
table.sort({ 2, 1 }, function(a, b) return ask("which") end)
