-- expect: error: attempt to call a nil value
-- lint: off
return rawget({ 1 }, 1)
