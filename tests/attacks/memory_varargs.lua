-- expect: error: calls nest more than 400 deep
local function grow(...)
    return grow(1, 2, 3, 4, 5, 6, 7, 8, ...)
end
grow()
