-- expect: abort: C stack overflow
local function it()
    for x in it do end
end
it()
