-- expect: error: too many values
return table.unpack({}, -2147483648, 2147483647)
