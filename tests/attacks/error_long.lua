-- expect: error: xxxx
error(("x"):rep(60000))
