-- expect: refused: `_G` is not available
_G.leak = 1
