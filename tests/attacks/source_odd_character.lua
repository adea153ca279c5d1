-- expect: refused: means nothing
return   1
