-- expect: ok
-- lint: off
assert(load == nil and loadstring == nil and loadfile == nil and dofile == nil and require == nil)
assert(string.dump == nil)
