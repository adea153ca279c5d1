-- expect: error: bad argument #1 to 'select' (too large)
return select(1e300, 1)
