-- expect: error: attempt to compare
table.sort({ 1, "a", {} })
