-- expect: error: string too long
return (("x"):rep(60000):gsub(".*", ("%0"):rep(100)))
