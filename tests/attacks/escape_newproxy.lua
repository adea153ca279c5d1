-- expect: refused: `newproxy` is not available
return newproxy(true)
