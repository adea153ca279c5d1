-- expect: fuel
while true do
    for x in ("abc"):gmatch(".") do end
end
