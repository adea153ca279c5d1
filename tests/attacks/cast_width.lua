-- expect: error: bad argument #4 to 'replace' (integer
return bit32.replace(1, 1, 1, 1e10)
