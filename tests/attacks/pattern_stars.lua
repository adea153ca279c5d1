-- expect: error: too much work
return ("a"):rep(1000):find(("a*"):rep(40) .. "b")
