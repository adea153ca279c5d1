-- expect: error: attempt to call a nil value
-- lint: off
return string.pack("i4", 1)
