-- expect: ok
assert(tonumber(("f"):rep(16000), 16) == nil and tonumber(("f"):rep(16000)) == nil)
