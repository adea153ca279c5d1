-- expect: ok
-- lint: off
for _, gone in ipairs({
    getfenv == nil, setfenv == nil, getmetatable == nil, setmetatable == nil, rawget == nil, rawset == nil,
    rawequal == nil, rawlen == nil, newproxy == nil, collectgarbage == nil, gcinfo == nil, pcall == nil, xpcall == nil,
    coroutine == nil, os == nil, io == nil, debug == nil, utf8 == nil, buffer == nil, vector == nil, integer == nil,
    print == nil, typeof == nil, _G == nil, _VERSION == nil, require == nil, class == nil,
}) do
    assert(gone)
end
