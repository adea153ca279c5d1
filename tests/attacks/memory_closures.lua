-- expect: fuel
local t = {}
for i = 1, 190000 do
    local a, b, c, d, e = i, i, i, i, i
    t[i] = {
        function() return a end, function() return b end, function() return c end, function() return d end,
        function() return e, a, b, c end, function() return a, d, b end, function() return e, d end,
    }
end
