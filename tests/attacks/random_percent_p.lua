-- expect: error: invalid option
return ("%p"):format({})
