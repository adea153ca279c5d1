-- expect: abort
local t = {}
local function nest(n)
    host.spawn(function() nest(n + 1) end)
end
nest(1)
