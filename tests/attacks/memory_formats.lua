-- expect: fuel
local t = {}
for i = 1, 190000 do t[i] = ("x%098d%099d%099d%099d"):format(i, i, i, i) end
