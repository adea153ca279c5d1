-- expect: error: bad argument #1 to 'bor' (integer
return bit32.bor(0 / 0, 1)
