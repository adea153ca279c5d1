-- expect: error
assert(false, {})
