-- expect: ok
assert(select("#", unpack({}, 1, 200)) == 200)
assert(not host.swallow(function() return select(-1e9, 1) end))
