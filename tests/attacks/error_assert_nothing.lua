-- expect: error
assert()
