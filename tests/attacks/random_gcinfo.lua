-- expect: refused: `gcinfo` is not available
return gcinfo()
