-- expect: error: nested too deeply
local function f(a, b)
    table.sort({ 2, 1 }, f)
    return a < b
end
table.sort({ 2, 1 }, f)
