-- expect: error: on purpose
table.sort({ 3, 2, 1 }, function() error("on purpose") end)
