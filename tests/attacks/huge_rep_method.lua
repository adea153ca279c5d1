-- expect: error: string too long
return ("x"):rep(1e9)
