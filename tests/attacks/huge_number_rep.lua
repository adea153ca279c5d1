-- expect: error: a text of more than 64 bytes may not be a number
return ("1"):rep(65)
