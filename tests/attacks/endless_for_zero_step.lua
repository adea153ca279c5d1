-- expect: fuel
for i = 1, 2, 1e-300 do end
