--- Flow: the phases of a round.

--- A Clad deck that ran out is made anew, with the cards of the next Voltage (7.2); alone, with
--- hidden ones (11.2.1).
local function reform_clad()
  act.change(game, "voltage", 1)
  if option.mode == "solo" then
    act.move(cards { zone = "clad_reserve" }, "clad_aside")
    act.shuffle(me, "clad_aside")
    act.move(cards { zone = "clad_aside", first = 3 }, "clad_deck")
  else
    act.move(cards { zone = "clad_reserve", voltage = game.voltage }, "clad_deck")
  end
  act.move(cards { zone = "clad_resolved" }, "clad_deck")
  act.shuffle(me, "clad_deck")
end

--- Clad cards fill the slots from the left (6.1).
step("fill_clad_slots", function()
  for slot = 1, 3 do
    if count { zone = "clad_deck" } == 0 then reform_clad() end
    local hidden = option.mode == "solo" and slot == 2
    act.move(cards { zone = "clad_deck", first = 1 }, "clad_slots", { slot = slot, face = hidden and "blind" or nil })
  end
end)

--- Alone: all four slots are marked, so the markers go (11.2.1).
step("clear_markers", function()
  local marked = spaces { spaces = "turn_slots", markers = "> 0" }
  if #marked < 4 then return end
  for _, slot in ipairs(marked) do
    act.set(slot, "markers", 0)
  end
end)

--- Where a Turn card may go: free slots but the one above where it came from, unless only that is left.
local function ask_for_slot(player, from)
  local above = 5 - from
  local needs = { { ["if"] = { amount = "it.markers", is = 0 }, because = "it is marked" } }
  if #spaces { spaces = "turn_slots", free = true, markers = 0, slot = "!= " .. above } > 0 then
    table.insert(needs, { ["if"] = { amount = "it.slot", is = "!= " .. above }, because = "it is above the Standby slot that your Turn card comes from" })
  end
  return ask.space { by = player, spaces = "turn_slots", free = true, needs = needs, why = "choose a Turn slot" }
end

local effects = {
  function(player) act.draw(player, 1) end,
  function(player) act.change(player, "mp", 1) end,
  function(player)
    act.draw(player, 1)
    local back = ask.card { by = player, zone = "hand", owner = player, why = "put on top of your deck" }
    if back then act.move(back, "deck", { position = "top" }) end
  end,
  function(player) walk.up_to(player, 1) end,
}

--- Draft, in the order of the Standby slots (6.3): re-entry, the Turn card to hand, another one to a
--- slot, and that slot's effect.
step("draft", function(args)
  local card = cards { zone = "standby", slot = args.slot }[1]
  if not card then return end
  local player = card.owner
  walk.enter(player)
  act.move(card, "hand")
  local slot = ask_for_slot(player, args.slot)
  local turn_card = ask.card { by = player, zone = "hand", owner = player, why = "choose a Turn card" }
  act.move(turn_card, slot)
  act.set(player, "place", slot.slot)
  effects[slot.slot](player)
end)

--- Shows what the Clad does next, as far as it is known.
local function announce(slot)
  act.close("coming")
  local card = cards { zone = "clad_slots", slot = slot }[1]
  if card and not (option.mode == "solo" and slot == 2) then
    act.open("coming", { by = clad.figure(), card = card })
  end
end

--- A position of the sequence board: Turn slots and Clad slots in turn (6.4).
step("position", function()
  local n = math.floor((game.turn + 1) / 2)
  announce(n)
  if game.turn % 2 == 0 then
    local card = cards { zone = "clad_slots", slot = n }[1]
    if card then agenda.next("clad_card", { card = card }) end
    return
  end
  local card = cards { zone = "turn_slots", slot = n }[1]
  if not card then return end
  local player, slot = card.owner, card.space
  act.active(player)
  act.set(player, "ended", 0)
  act.move(card, "standby", { slot = 5 - n })
  if option.mode == "solo" then act.set(slot, "markers", 1) end
  walk.enter(player)
  agenda.window("turn")
end)

--- The round is over: its Clad cards are resolved (6.4).
step("sweep", function()
  act.move(cards { zone = "clad_slots" }, "clad_resolved")
  act.set(game, "clad_steps", 0)
end)
