-- expect: error: attempt to index nil
-- lint: off
return vector.create(1, 2, 3)
