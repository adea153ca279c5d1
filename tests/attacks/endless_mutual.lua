-- expect: error: stack overflow
local f, g
local function h(n)
    local function k(m) return (h(m)) end
    return (k(n))
end
h(1)
