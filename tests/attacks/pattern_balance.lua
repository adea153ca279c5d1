-- expect: error: too much work
return ("("):rep(60000):find("%b()x")
