-- expect: refused: belong to the sandbox
return __cat("a", "b")
