-- expect: refused: never ends
return "abc
