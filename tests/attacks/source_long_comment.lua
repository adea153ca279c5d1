-- expect: ok
--[==[ while true do end ]] ]=] ]===] ]==]
local s = [=[ ]] ]=]
assert(s == " ]] ")
