-- expect: error: too many values
return ("x"):rep(16000):byte(1, -1)
