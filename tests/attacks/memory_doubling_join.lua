-- expect: error: string too long
local s = "x"
while true do s = table.concat({ s, s }) end
