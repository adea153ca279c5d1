-- expect: error: too many values
return unpack({}, 1, 1e8)
