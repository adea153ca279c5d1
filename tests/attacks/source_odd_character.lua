-- expect: refused: a hard space stands here
return   1
