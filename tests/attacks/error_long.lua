-- expect: error: xxxx
error(("x"):rep(16000))
