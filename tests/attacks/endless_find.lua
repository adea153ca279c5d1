-- expect: fuel
-- A search that would be slow if its work grew with the part, too.
local text, part = ("a"):rep(16000), ("a"):rep(8000) .. "b"
while true do text:find(part, 1, true) end
