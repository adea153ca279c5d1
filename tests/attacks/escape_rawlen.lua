-- expect: error: attempt to call a nil value
-- lint: off
return rawlen({})
