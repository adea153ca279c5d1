-- expect: error: bad argument #1 to 'char' (integer
return string.char(0 / 0)
