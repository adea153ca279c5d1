-- expect: error: two digits
return ("%.999999999s"):format("x")
