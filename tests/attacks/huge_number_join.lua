-- expect: error: a text of more than 64 bytes may not be a number
local a = ("1"):rep(33)
return a .. a
