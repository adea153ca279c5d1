-- expect: error: string too long
local s = "x"
while true do s = s:gsub(".*", "%0%0", 1) end
