-- expect: refused: hidden state
for i = 1, 2 do
    local last
    host.call(function() last = i end)
end
