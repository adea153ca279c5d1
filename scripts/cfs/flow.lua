--- Card Fighters Special: setting up, the four phases, and how attacks are fought.

--- Each may cut or shuffle the opponent's deck, or leave it.
step("cut", function()
  for _, player in ipairs(players()) do
    local deck = player.opponent
    local how = ask.option { by = player, options = { "leave", "cut", "shuffle" }, why = "cut or shuffle the opponent's deck" }
    if how == "shuffle" then
      act.shuffle(deck, "deck")
    elseif how == "cut" then
      local size = count { zone = "deck", owner = deck }
      local n = ask.number { by = player, max = size, why = "how many cards to cut" }
      if n > 0 then act.arrange(deck, "deck", cards { zone = "deck", owner = deck, first = n }, "bottom") end
    end
  end
end)

--- The toss: who wins it says who begins.
local function toss()
  local winner = players()[roll.number(1, 2)]
  act.toss_won(winner)
  local word = ask.option { by = winner, options = { "first", "second" }, why = "go first or second" }
  return word == "first" and winner or winner.opponent
end

--- A coin finds out who says who begins, unless the games before say it.
step("toss", function()
  local first
  if option.match_starter == "loser" and game.last_winner then
    first = game.last_winner.opponent
  elseif option.match_starter == "alternate" then
    for _, player in ipairs(players()) do
      if player.began == 1 then first = player.opponent end
    end
  end
  if not first then first = toss() end
  act.first(first)
  act.set(players(), "began", 0)
  act.set(first, "began", 1)
end)

--- A hand without a character is shown, shuffled back and drawn anew, the first player's first.
step("mulligan", function()
  local first = game.first
  for _, player in ipairs { first, first.opponent } do
    while count { zone = "hand", controller = player, type = "character" } == 0 do
      local hand = cards { zone = "hand", controller = player }
      act.reveal(hand)
      act.move(hand, "deck")
      act.shuffle(player, "deck")
      act.draw(player, 5)
    end
  end
end)

--- The counters are named: each attack takes note of its own, then their abilities begin.
step("counter", function(args)
  for _, pair in ipairs(args.answer) do
    act.put(pair[1], "counter", pair[2])
    act.change(pair[2], "fought", 1)
  end
  for _, unit in ipairs(record("attack").units) do
    if unit.counter then act.countered(unit.counter, unit.members, ring.power(unit)) end
  end
end)

--- What a countered attack has left goes on to the HP.
step("land", function(args)
  local unit = args.blow
  local survivors = unit.members or {}
  if #survivors > 0 and unit.pierces == 1 and ring.resistance(unit, args.counter) == 0 then
    act.attack_hit(inactive, sum("bp", survivors), survivors, unit.union, 0)
  end
  ring.rest(unit.members or {})
end)

--- Nobody counters an attack: it hits directly.
step("hit", function(args)
  local unit = args.blow
  local members = unit.members or {}
  if #members == 0 then return end
  local union = #members > 1 and 1 or 0
  local n = ring.power(unit)
  if union == 0 and members[1].fixed_hit > 0 then n = members[1].fixed_hit end
  act.attack_hit(inactive, n, members, union, 1)
  ring.rest(unit.members or {})
end)

--- What attacked and was called off is frozen all the same.
step("rest_cancelled", function()
  ring.rest(cards { zone = "ring", status = "attacking" })
end)
