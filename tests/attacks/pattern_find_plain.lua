-- expect: ok
assert(("a%d.b"):find("%d.", 1, true) == 2 and ("a%d"):find("%d", 3, true) == nil and ("ab"):find("b") == 2)
local from, to = ("one two two"):find("two", -5)
assert(from == 9 and to == 11 and ("abc"):find("", 1) == 1)
