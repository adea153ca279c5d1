-- expect: error: bad argument #1 to 'select' (integer
return select(0 / 0, 1)
