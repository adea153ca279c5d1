-- expect: fuel
for x in function() return 1 end do end
