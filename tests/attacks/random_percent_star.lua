-- expect: error: invalid option
return ("%*"):format({})
