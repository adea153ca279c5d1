-- expect: error: use ipairs
for k, v in { b = 1, a = 2 } do end
