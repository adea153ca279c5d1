-- expect: error: this changes a table that stays as it is
math.max = math.min
