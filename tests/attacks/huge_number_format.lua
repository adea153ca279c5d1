-- expect: error: a text of more than 64 bytes may not be a number
return ("%099d"):format(1)
