-- expect: error: attempt to call a nil value
-- lint: off
rawset(string, "rep", nil)
