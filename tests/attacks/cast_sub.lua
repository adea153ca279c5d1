-- expect: error: bad argument #2 to 'sub' (too large)
return ('abc'):sub(2147483648)
