-- expect: error: attempt to modify a readonly table
math.max = math.min
