-- expect: error: too many values
return ("x"):rep(60000):byte(1, -1)
