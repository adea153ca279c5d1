--- Ring: what characters do to each other.

local ring = {}

--- The power of an attack.
function ring.power(unit)
  return math.min(9000, sum("bp", unit.members) + unit.added)
end

--- After an attack characters are frozen, unless something keeps them from it.
function ring.rest(attackers)
  for _, one in ipairs(attackers) do
    if may("tire", one) then
      act.tire(one)
    else
      act.status(one, "ready")
    end
  end
end

--- What the counter of an attack has against it now: its BP in the ring of the attacked; elsewhere what `power` says.
function ring.resistance(unit, counter)
  if counter.zone ~= "ring" then return unit.power end
  return counter.controller.seat == inactive.seat and counter.bp or 0
end

--- Cards of a hand are shuffled into the deck of `player`. Those from another deck go back there, and it is shuffled too.
function ring.shuffle_in(player, hand)
  act.move(hand, "deck")
  act.shuffle(player, "deck")
  for _, card in ipairs(hand) do
    if card.owner.seat ~= player.seat then return act.shuffle(player.opponent, "deck") end
  end
end

--- `player` loses HP by an action card.
function ring.burn(player, n)
  act.hp_loss(player, n + player.action_damage)
end

--- The back-ups beneath a character.
function ring.beneath(card)
  return cards { zone = "backups", controller = card.controller, slot = card.slot }
end

--- `player` discards one card of the hand at random, if there is one.
function ring.discard_at_random(player)
  local hand = cards { zone = "hand", controller = player }
  if #hand > 0 then act.move(roll.pick(hand), "discard") end
end

--- Heads or tails: a character gains or loses `n` BP.
function ring.toss(card, n)
  act.change(card, "bp", roll.number(0, 1) == 1 and n or -n)
end

--- Calls all attacks off. With `frozen` the attackers are frozen at once, else when the turn ends.
function ring.call_off(frozen)
  local attackers = cards { zone = "ring", status = "attacking" }
  for _, unit in ipairs(record("attack").units) do
    act.take(unit, "members", unit.members)
  end
  if frozen then act.freeze(attackers) end
end

--- Makes one union of attackers of several units, in this order.
function ring.join(team)
  for _, unit in ipairs(record("attack").units) do
    local out = {}
    for _, one in ipairs(unit.members) do
      if contains(team, one) then table.insert(out, one) end
    end
    act.take(unit, "members", out)
  end
  act.open("unit", { members = team })
  act.status(team, "void")
end

--- A character gets abilities besides its own.
function ring.give(card, list)
  for _, one in ipairs(list) do
    act.grant(card, one)
  end
end

--- What one character has another one has besides its own.
function ring.take(from, to)
  local list = abilities(from)
  act.lose_ability(from)
  ring.give(to, list)
end

--- The ability in use goes over to another character, in place of its own.
function ring.pass_on(use, from, to)
  act.lose_ability(from, use.ability)
  ring.teach(to, { use.ability })
end

--- A character gets abilities in place of its own.
function ring.teach(card, list)
  act.lose_ability(card)
  ring.give(card, list)
end

--- What one character has another one has instead, in place of its own.
function ring.steal(from, to)
  local list = abilities(from)
  act.lose_ability(from)
  ring.teach(to, list)
end

--- Two characters swap their abilities.
function ring.trade(a, b)
  local of_a, of_b = abilities(a), abilities(b)
  ring.teach(a, of_b)
  ring.teach(b, of_a)
end

--- Two characters of one side change places, with those beneath them; one alone has nobody to change with.
function ring.change_places(two)
  if #two < 2 then return end
  local below = { ring.beneath(two[1]), ring.beneath(two[2]) }
  act.swap(two[1], two[2])
  for i, one in ipairs(two) do
    act.move(below[i], "backups", { slot = one.slot, of = one.controller })
  end
end

return ring
