-- expect: error: a text of more than 64 bytes may not be a number
return (" "):rep(16000) .. "1"
