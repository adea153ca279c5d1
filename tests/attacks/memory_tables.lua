-- expect: abort: out of memory
local t = {}
for i = 1, 100000 do
    t[i] = { {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {} }
end
