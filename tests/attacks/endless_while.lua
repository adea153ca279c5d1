-- expect: fuel: out of fuel
while true do end
