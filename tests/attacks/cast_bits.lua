-- expect: error: bad argument #1 to 'band' (integer
return bit32.band(1e300, 1)
