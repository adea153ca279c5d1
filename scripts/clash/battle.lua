--- Battle: what is called in, who wins it, where the cards go.

--- Everybody else who holds the kind puts all of it into the prize pile (Battle).
step("collect", function()
  local battle = record("battle")
  local called = {}
  local player = active.opponent
  while player ~= active do
    local theirs = cards { zone = "hand", controller = player, kind = battle.kind }
    if #theirs > 0 then act.put("battle.attacked", player) end
    for _, card in ipairs(theirs) do
      table.insert(called, card)
    end
    player = player.opponent
  end
  act.move(called, "prize_pile")
end)

--- Nobody holds the kind: a card that was laid comes back, and the attacker draws one (Battle).
step("unmatched", function()
  act.move(cards { zone = "prize_pile" }, "hand", { of = active })
  act.draw(active, 1)
end)

--- The champions are turned over at once; Castles retreat, and the best of the others wins.
--- Several Wilds fight on: who is left among the contenders lays again.
step("reveal", function(args)
  act.together(function()
    for i, player in ipairs(args.players) do
      act.move(args.answers[i], "champions", { of = player })
    end
  end)
  local standing, best = {}, nil
  for i, player in ipairs(args.players) do
    local card = args.answers[i]
    if card.type == "castle" then
      act.move(cards { zone = "prize_pile", put_by = player }, "hand", { of = player })
    else
      if not best or card.rank > best then standing, best = {}, card.rank end
      if card.rank == best then table.insert(standing, player) end
    end
  end
  -- Of several Wilds only who has another champion lays again.
  for _, player in ipairs(args.players) do
    local stays = contains(standing, player)
      and (#standing == 1 or count { zone = "hand", controller = player, can_lay = true } > 0)
    if not stays then act.take("battle.contenders", player) end
  end
end)

--- The winner takes the prize pile, Death with it; without one the pile is discarded (Battle, Death).
step("award", function()
  local winner = record("battle").contenders[1]
  local death = cards { zone = "champions", type = "death" }[1]
  if winner then
    if death then act.move(death, "prize_pile") end
    act.wins_pile(winner)
    act.move(cards { zone = "prize_pile" }, "hand", { of = winner })
  else
    if death then act.move(death, "hand", { of = death.controller }) end
    act.move(cards { zone = "prize_pile" }, "discard")
  end
end)
