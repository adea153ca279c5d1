-- expect: error
return unpack({}, 1, 1 / 0)
