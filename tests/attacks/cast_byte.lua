-- expect: error: bad argument #2 to 'byte' (too large)
return ('abc'):byte(1e300)
