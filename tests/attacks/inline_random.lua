-- expect: refused: `math.random` is not available
return math.random()
