-- expect: error: attempt to index nil
-- lint: off
return os.clock()
