-- expect: ok
local m = math
for _, f in ipairs({ "sin", "cos", "tan", "exp", "log", "log10", "pow", "sqrt", "atan2", "noise", "randomseed", "ldexp" }) do
    assert(m[f] == nil, f)
end
assert(not host.swallow(function() return m.sqrt(4) end))
assert(not host.swallow(function() return m.pow(2, 2) end))
assert(not host.swallow(function() return m.sin(1) end))
