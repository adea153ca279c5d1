-- expect: error
local t = { 1, nil, 3, nil, 5 }
table.sort(t, function(a, b) return a < b end)
error("no error")
