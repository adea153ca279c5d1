-- expect: error: position out of bounds
table.insert({ 1, 2 }, -2147483648, 1)
