-- expect: ok
local s = "\" .. leak = 1 --" .. '\\' .. "\
leak = 1"
assert(#s == 26, #s)
