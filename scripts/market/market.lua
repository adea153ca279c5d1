--- Market: what raids need to know of the others at the fair.

local market = {}

--- Everybody else, in turn, beginning on the left.
function market.others(player)
  local others = {}
  local other = player.left
  while other ~= player do
    table.insert(others, other)
    other = other.left
  end
  return others
end

--- Lays the top cards of a deck open before its player; what is missing comes from her discards, shuffled.
function market.show(player, n)
  for _ = 1, n do
    if count { zone = "deck", controller = player } == 0 then
      act.move(cards { zone = "discard", controller = player }, "deck", { of = player })
      act.shuffle(player, "deck")
    end
    act.move(cards { zone = "deck", controller = player, first = 1 }, "shown", { of = player })
  end
  return cards { zone = "shown", controller = player }
end

return market
