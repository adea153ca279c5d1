-- expect: error: invalid value
return table.concat({}, "", 1, 2147483647)
