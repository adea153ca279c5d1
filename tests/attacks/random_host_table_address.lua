-- expect: ok: no address
local text = tostring(host) .. tostring(host.over) .. tostring(deck.cards) .. tostring(host.list)
assert(not text:find("0x"))
return "no address"
