-- expect: refused: assignment to the global `sqrt`
sqrt = 1
return math.sqrt(4)
