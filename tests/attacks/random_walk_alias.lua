-- expect: error: use ipairs
local t = deck
for k, v in (t) do end
