-- expect: refused: hidden state
local count = 0
local function bump() count = count + 1 end
bump()
