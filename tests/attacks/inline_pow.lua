-- expect: error: attempt to call a nil value
-- lint: off
return math.pow(2, 0.5)
