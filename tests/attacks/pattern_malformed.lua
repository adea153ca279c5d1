-- expect: ok
local function fails(pattern)
    return not host.swallow(function() return ("abc"):find(pattern) end)
end
for _, pattern in ipairs({ "%", "[a", "[^", "[%", "(", ")", "(()", "%1", "%b", "%bx", "%f", "%fa" }) do
    assert(fails(pattern), pattern)
end
