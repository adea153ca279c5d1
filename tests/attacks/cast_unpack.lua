-- expect: error: bad argument #2 to 'unpack' (too large)
return unpack({}, 2147483648, 2147483650)
