-- expect: error: use ipairs
local function pairs(t) return t end
for k, v in pairs({ b = 1, a = 2 }) do end
