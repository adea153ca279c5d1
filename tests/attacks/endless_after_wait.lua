-- expect: fuel
ask("one")
ask("two")
while true do end
