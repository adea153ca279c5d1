-- expect: error: bad argument #2 to 'tonumber' (too large)
return tonumber('z', 1e10)
