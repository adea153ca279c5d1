-- expect: error: string too long
return (("x"):rep(60000):gsub("x", "xxxx"))
