-- expect: error: this table cannot be changed
math.max = math.min
