-- expect: refused: not Lua 5.1
return `{1}`
