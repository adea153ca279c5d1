-- expect: ok
local t = { 5, 6 }
local s = ""
for i, v in (ipairs(t)) , t, 0 do s = s .. i end
for i, v in ipairs (t) do s = s .. v end
for i in pairs(t) do s = s .. i end
assert(s == "125612", s)
