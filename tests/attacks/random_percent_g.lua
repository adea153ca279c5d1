-- expect: error: invalid option
return ("%.14g"):format(0.1)
