--- Combat: the damage that creatures deal to each other and to players, all of it at once.

--- How much of its power a creature deals to each of several, the first of them first: what kills it, and the last has the rest.
local function divide(source, foes)
  local left, parts = source.power, {}
  for i, foe in ipairs(foes) do
    local kills = source:has("keywords", "deadly") and 1 or foe.lethal
    local part = math.min(left, math.max(0, kills))
    if i == #foes and not source:has("keywords", "trampling") then part = left end
    parts[i] = part
    left = left - part
  end
  return parts, left
end

--- Who strikes now: the quick ones in a blow of their own, before the others.
local function strikes(card, quick)
  return card.zone == "field" and card:has("keywords", "quick") == quick
end

step("strike", function(args)
  local blows = {}
  local function blow(source, victim, amount)
    if amount > 0 then table.insert(blows, { source, victim, amount }) end
  end
  for _, attacker in ipairs(record("combat").attackers) do
    local foes = cards { zone = "field", type = "creature", host = attacker }
    if strikes(attacker, args.quick) then
      if #foes > 1 then foes = ask.order { cards = foes, by = active, why = attacker.name .. " strikes them in this order" } end
      local parts, left = divide(attacker, foes)
      for i, foe in ipairs(foes) do blow(attacker, foe, parts[i]) end
      local past = #foes > 0 and attacker:has("keywords", "trampling")
      if past or not contains(record("combat").blocked, attacker) then blow(attacker, inactive, left) end
    end
    for _, foe in ipairs(foes) do
      if strikes(foe, args.quick) then blow(foe, attacker, foe.power) end
    end
  end
  act.together(function()
    for _, each in ipairs(blows) do act.hurts(each[2], each[1], each[3], 1) end
  end)
end)
