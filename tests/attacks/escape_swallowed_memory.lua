-- expect: abort
-- lint: off
local t = {}
local function fill()
    for i = 1, 150000 do
        t[#t + 1] = { {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {} }
    end
end
assert(not host.swallow(fill))
fill()
