-- expect: error: x
error('x', 1e300)
