-- expect: ok
local function refused(name)
    local seen = host.swallow(function() return ("abc")[name]("abc", "b") end)
    return not seen
end
assert(refused("match") and refused("gmatch") and refused("gsub"))
