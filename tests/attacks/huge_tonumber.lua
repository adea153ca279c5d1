-- expect: ok
assert(tonumber(("1"):rep(60000)) == nil and tonumber(("f"):rep(60000), 16) == nil)
