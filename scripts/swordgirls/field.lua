--- Field: what many cards do to the followers and cards on the two fields.

local field = {}

--- The numbers of a follower.
field.stats = { "size", "atk", "def", "sta" }

--- The followers on the field that match a filter, the lowest slot first.
function field.followers(filter)
  filter.zone, filter.type = "field", "follower"
  return cards(filter)
end

--- The first and the last of them, or nil.
function field.first(filter)
  return field.followers(filter)[1]
end

function field.last(filter)
  local all = field.followers(filter)
  return all[#all]
end

--- `n` random followers that match, or all of them if there are fewer.
function field.random(n, filter)
  return roll.pick(field.followers(filter), n)
end

--- The one with the most or the least of a number, the lowest slot among equals, or nil.
function field.most(stat, filter)
  local best
  for _, card in ipairs(field.followers(filter)) do
    if not best or card[stat] > best[stat] then best = card end
  end
  return best
end

function field.least(stat, filter)
  local best
  for _, card in ipairs(field.followers(filter)) do
    if not best or card[stat] < best[stat] then best = card end
  end
  return best
end

--- A follower and those in the slots beside it.
function field.around(card)
  return field.followers { side = card.controller, slot = { card.slot - 1, card.slot, card.slot + 1 } }
end

--- The card in a slot of a player's field, or nil.
function field.at(player, slot)
  return cards { zone = "field", side = player, slot = slot }[1]
end

--- What the cards on a player's field have as SIZE together.
function field.size(player)
  return sum("size", { zone = "field", side = player })
end

--- The one that this follower fights; nil if it hits the character.
function field.foe(card)
  local fight = record("fight")
  local attacker = fight.attacker[1]
  if attacker == card then return fight.defender[1] end
  return attacker
end

--- A player's character, and whether it is called so.
function field.character(player)
  return cards { zone = "character", side = player }[1]
end

function field.called(player, name)
  return string.find(field.character(player).name, name, 1, true) ~= nil
end

--- Whether a player has won this round's coin.
function field.won_coin(player)
  return game.first == player
end

--- Changes the numbers of which `by` has some.
local function change(what, by)
  for _, stat in ipairs(field.stats) do
    local n = by[stat]
    if n and n ~= 0 then act.change(what, stat, n) end
  end
end

--- Changes numbers of a card, or of each of a list, at once: `field.add(card, { atk = 1, sta = -2 })`.
function field.add(what, by)
  takes(by, field.stats)
  if not what then return end
  act.together(function()
    change(what, by)
  end)
end

--- The same as a part of what happens at once anyway.
function field.change(what, by)
  takes(by, field.stats)
  if what then change(what, by) end
end

--- Two followers exchange their numbers, and with `skills` what they can do.
--- What another card or a spell adds for a time belongs to neither of them and stays where it is.
function field.exchange(a, b, skills)
  if not a or not b then return end
  act.together(function()
    for _, stat in ipairs(field.stats) do
      local mine, theirs = a:stored(stat), b:stored(stat)
      act.set(a, stat, theirs)
      act.set(b, stat, mine)
    end
  end)
  if not skills then return end
  local mine, theirs = abilities(a), abilities(b)
  field.forget_all(a)
  field.forget_all(b)
  for _, skill in ipairs(theirs) do
    act.grant(a, skill, { lasts = "reset" })
  end
  for _, skill in ipairs(mine) do
    act.grant(b, skill, { lasts = "reset" })
  end
end

--- Cards in the order in which they leave: each list from slot 5 to slot 1.
function field.leaving(...)
  local out = {}
  for _, list in ipairs { ... } do
    for i = #list, 1, -1 do
      table.insert(out, list[i])
    end
  end
  return out
end

--- Cards leave the field for the Graves of their sides, without loss of life.
function field.send(...)
  local lists = { ... }
  act.together(function()
    for _, list in ipairs(lists) do
      if type(list) ~= "table" then list = { list } end
      for _, card in ipairs(field.leaving(list)) do
        act.move(card, "grave", { of = card.controller })
      end
    end
  end)
end

--- Cards go from the field under the decks of their sides; returns whether any did.
function field.under(what)
  local moved = false
  for _, card in ipairs(type(what) == "table" and what or { what }) do
    if act.move(card, "deck", { of = card.controller }) then moved = true end
  end
  return moved
end

--- The next empty slot above the one of a card, or nil.
function field.next_free(card)
  local free = spaces { spaces = "field", owner = card.controller, free = true, slot = "> " .. card.slot }[1]
  return free and free.slot
end

--- A card moves to another slot of its field, as it is.
function field.shift(card, slot)
  if not card or card.slot == slot then return nil end
  return act.move(card, "field", { of = card.controller, slot = slot })
end

--- A card comes to the first empty slot of a player, as it is or with a status; nil if there is no room.
function field.take(card, player, status)
  if not card then return nil end
  return act.move(card, "field", { of = player, status = status })
end

--- A player draws until the hand holds `n` cards.
function field.draw_to(player, n)
  act.draw(player, n - count { zone = "hand", side = player })
end

--- The first cards of a type in two hands change places.
function field.trade(kind, a, b)
  local one = cards { zone = "hand", side = a, type = kind }[1]
  local two = cards { zone = "hand", side = b, type = kind }[1]
  if one and two then act.swap(one, two) end
end

--- The card of a use stays where it is, done for this round.
function field.stay(use)
  act.status(use.card, "done")
end

--- How many skills a follower may have.
local most_skills = 3

--- Followers that match a filter and have skills.
function field.skilled(filter)
  filter.ability = true
  return field.followers(filter)
end

--- A follower learns a skill, for good until the Grave; false if it has three already.
function field.learn(card, skill)
  if #abilities(card) >= most_skills then return false end
  act.grant(card, skill, { lasts = "reset" })
  return true
end

--- A follower loses the skill that is in use.
function field.forget(card, use)
  act.lose_ability(card, use.ability, "reset")
end

--- A follower loses all skills; returns whether it had any.
function field.forget_all(card)
  if not card or #abilities(card) == 0 then return false end
  act.lose_ability(card, nil, "reset")
  return true
end

--- The skill in use becomes another one, which works once.
function field.turn_into(card, use, skill)
  field.forget(card, use)
  act.grant(card, skill, { lasts = "reset", uses = 1 })
end

return field
