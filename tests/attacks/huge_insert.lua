-- expect: error: position out of bounds
table.insert({}, 2147483647, 1)
