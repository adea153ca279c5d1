-- expect: refused: globals are read only
count = (count or 0) + 1
