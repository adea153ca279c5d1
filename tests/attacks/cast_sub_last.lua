-- expect: error: bad argument #3 to 'sub' (too large)
return ('abc'):sub(1, 1e300)
