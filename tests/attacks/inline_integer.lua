-- expect: error: attempt to index nil
-- lint: off
return integer.create(1)
