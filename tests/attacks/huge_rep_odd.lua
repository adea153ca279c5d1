-- expect: ok
assert(("x"):rep(-1) == "" and (""):rep(1e9) == "" and ("x"):rep(0) == "")
assert(not host.swallow(function() return ("x"):rep(1 / 0) end))
assert(not host.swallow(function() return ("x"):rep(0 / 0) end))
assert(not host.swallow(function() return ("x"):rep(1.5) end))
