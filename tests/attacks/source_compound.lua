-- expect: refused: not Lua 5.1
local n = 1
n += 1
