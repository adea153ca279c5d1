-- expect: ok
assert(("").__index == nil and ("").__metatable == nil and host.object ~= nil)
