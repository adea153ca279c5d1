-- expect: error: there are no patterns, and `%` would be part of one
return ("a1"):find("%d")
