-- expect: error: two digits
return ("%999999999d"):format(1)
