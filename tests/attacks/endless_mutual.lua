-- expect: error: calls nest more than 400 deep
local f, g
local function h(n)
    local function k(m) return (h(m)) end
    return (k(n))
end
h(1)
