-- expect: refused: not available
return loadstring("return 1")()
