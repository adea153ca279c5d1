-- expect: error: too many values
local many = table.unpack
return many({}, 1, 1e6)
