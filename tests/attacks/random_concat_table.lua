-- expect: error: attempt to concatenate
return "x" .. {}
