-- expect: error: a text of more than 64 bytes may not be a number
return ("x" .. "1" .. ("0x"):rep(2) .. ("0"):rep(60) .. ("1"):rep(60)):sub(-70)
