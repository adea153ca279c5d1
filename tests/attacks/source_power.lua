-- expect: refused: differs between machines
return 2 ^ 0.5
