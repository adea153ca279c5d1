-- expect: refused: not available
return load("\27Lua")
