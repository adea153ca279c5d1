-- expect: error: attempt to call
-- lint: off
return math.random(1, 6)
