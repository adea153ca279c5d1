-- expect: error: invalid option
return ("%q"):format("x")
