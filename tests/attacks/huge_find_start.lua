-- expect: ok
assert(("abc"):find("b", 1e15) == nil and ("abc"):find("b", -1e15) == 2)
assert(("abc"):find("", 4) == 4 and ("abc"):find("", 5) == nil)
