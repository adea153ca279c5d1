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

--- An attack is fought; whoever counters it has `power`. Members and the counter take off each
--- other's BP, in order, and what a union has left goes on to the HP.
function ring.fight(unit, power)
  local members, counter = unit.members or {}, unit.counter
  if #members == 0 then return end
  local union = #members > 1 and 1 or 0
  if not counter then
    local n = ring.power(unit)
    if union == 0 and members[1].fixed_hit > 0 then n = members[1].fixed_hit end
    act.attack_hit(inactive, n, members, union, 1)
    return ring.rest(unit.members or {})
  end
  -- What says whether the rest goes on may fall itself.
  local goes_on = union == 1 and may("surplus", counter)
    or union == 0 and count { is = members[1], permitted = "pierce" } > 0
  for _, one in ipairs(members) do
    local n = math.min(one.bp, power)
    act.change(counter.zone == "ring" and { one, counter } or { one }, "bp", -n)
    power = power - n
  end
  local survivors = unit.members or {}
  if power == 0 and goes_on and #survivors > 0 then
    act.attack_hit(inactive, sum("bp", survivors), survivors, union, 0)
  end
  ring.rest(survivors)
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
