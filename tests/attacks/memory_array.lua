-- expect: fuel
local t = {}
for i = 1, 150000 do
    local n = i * 32
    for _, v in ipairs({ 1 }) do
        t[n] = v t[n + 1] = v t[n + 2] = v t[n + 3] = v t[n + 4] = v t[n + 5] = v t[n + 6] = v t[n + 7] = v
        t[n + 8] = v t[n + 9] = v t[n + 10] = v t[n + 11] = v t[n + 12] = v t[n + 13] = v t[n + 14] = v t[n + 15] = v
        t[n + 16] = v t[n + 17] = v t[n + 18] = v t[n + 19] = v t[n + 20] = v t[n + 21] = v t[n + 22] = v
    end
end
