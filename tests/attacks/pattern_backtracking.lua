-- expect: error: too much work
return ("a"):rep(60000):find(".-.-.-.-.-b")
