-- expect: error: pattern too long
return ("x"):find(("x"):rep(200))
