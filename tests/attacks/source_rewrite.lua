-- expect: ok: -1ab2c;3d
-- Every place where the sandbox edits a source, in one: nothing may change meaning.
local t = { f = function() return "a", "z" end, "b" }
local s = -1 .. t.f() .. (t)[1] .. 1 + 1 .. "c"
for _, v in (function(...) return ... end)(ipairs({ ";" .. 3, "d" })) do s = s .. v end
t.a = 1 t.b = 2 t.c = 3 t.d = 4 t.e = 5 t.g = 6
;(function() t.h = 7 end)()
repeat local done = "x" .. "y" until done == "xy" and #("a" .. "b") == 2
assert(t.g + t.h == 13 and not ("a" .. "b" ~= "ab") and "a" .. "b" < "a" .. "c")
assert(select("#", "a" .. t.f()) == 1 and ({ "x" .. t.f() })[2] == nil)
return s
