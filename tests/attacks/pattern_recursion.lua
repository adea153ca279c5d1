-- expect: error: too many captures
return ("x"):find(("("):rep(60) .. (")"):rep(60))
