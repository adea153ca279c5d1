--- Deck: drawing, looking, reforming, and what goes to the discard pile.

local deck = {}

--- The deck is made anew: 1 CP, a card of the Enhanced deck for one of the discard pile, a shuffle.
function deck.reform(player)
  act.change(player, "cp", 1)
  act.reformed(player)
  local out = ask.card { by = player, zone = "discard", owner = player, optional = true, secret = true, why = "swap out" }
  local new = out and ask.card { by = player, zone = "enhanced", owner = player, why = "swap in" }
  act.move(cards { zone = "discard", owner = player }, "deck")
  act.shuffle(player, "deck")
  if new then
    act.together(function()
      act.move(out, "enhanced")
      act.move(new, "deck")
    end)
    act.shuffle(player, "deck")
  end
end

--- The top card; the deck is reformed first if there is none. Nil if there is nothing to reform.
local function top(player)
  if count { zone = "deck", owner = player } == 0 and count { zone = "discard", owner = player } > 0 then
    deck.reform(player)
  end
  return cards { zone = "deck", owner = player, first = 1 }[1]
end

--- A player looks at the top card.
function deck.look(player)
  local card = top(player)
  if card then act.look(player, card) end
  return card
end

--- A player shows the top card to all.
function deck.reveal(player)
  local card = top(player)
  if card then act.reveal(card, "use") end
  return card
end

--- True for an attack card; false for nil.
function deck.is_attack(card)
  return card ~= nil and (card.type == "attack" or card.type == "attack_magic")
end

--- Cards go from the deck to the discard pile; an empty deck is not reformed for it. Returns the last one.
function deck.mill(player, n)
  local gone = cards { zone = "deck", owner = player, first = n }
  act.milled(gone)
  return gone[#gone]
end

--- A player discards a card of her hand, if she has one.
function deck.discard(player)
  local chosen = ask.card { by = player, zone = "hand", owner = player, why = "discard" }
  if chosen then act.move(chosen, "discard") end
end

--- A player, whose turn it is, may swap her Turn card for one of her hand, both hidden.
function deck.swap_turn_card(player)
  local card = cards { zone = "standby", owner = player }[1]
  local other = card and ask.card { by = player, zone = "hand", owner = player, optional = true, why = "swap with your Turn card" }
  if not other then return end
  local place = card.space
  act.move(card, "hand")
  act.move(other, place)
end

--- A card of the hand for one of the Enhanced deck.
function deck.upgrade(given, taken)
  act.reveal(given)
  act.move(given, "enhanced")
  act.move(taken, "discard")
end

--- Runs when a card is needed and the deck is empty.
step("reform", function()
  if count { zone = "discard", owner = me } > 0 then deck.reform(me) end
end)

--- Every player draws until her hand has three cards.
step("draw_up", function()
  for _, player in ipairs(players()) do
    act.draw(player, 3 - count { zone = "hand", owner = player })
  end
end)

--- The players of a list whose shards are the best.
local function with(list, best)
  local found, value = {}, nil
  for _, player in ipairs(list) do
    if value == nil or best(player.shards, value) then found, value = {}, player.shards end
    if player.shards == value then table.insert(found, player) end
  end
  return found
end

local function without(list, one)
  local left = {}
  for _, player in ipairs(list) do
    if player ~= one then table.insert(left, player) end
  end
  return left
end

--- Toll: among the others the richest gives one shard to the poorest; who uses it decides ties.
function deck.toll(player)
  local others = without(players(), player)
  if #others < 2 then return end
  local giver = ask.player { by = player, from = with(others, function(a, b) return a > b end), why = "who gives" }
  local rest = without(others, giver)
  local taker = ask.player { by = player, from = with(rest, function(a, b) return a < b end), why = "who receives" }
  if giver.shards > 0 then
    act.together(function()
      act.change(giver, "shards", -1)
      act.change(taker, "shards", 1)
    end)
  end
end

return deck
