-- expect: error: bad argument #1 to 'char' (too large)
return string.char(1e300)
