-- expect: refused: `getfenv` is not available
getfenv(1).leak = 1
