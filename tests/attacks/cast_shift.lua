-- expect: error: bad argument #2 to 'lshift' (integer
return bit32.lshift(1, 4294967296)
