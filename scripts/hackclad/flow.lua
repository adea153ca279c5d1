--- Flow: the phases of a round.

--- A Clad deck that ran out is made anew, with the cards of the next Voltage (7.2); alone, with
--- hidden ones (11.2.1).
step("reform_clad", function()
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
end)

--- Alone: all four slots are marked, so the markers go (11.2.1).
step("clear_markers", function()
  local marked = spaces { spaces = "turn_slots", markers = "> 0" }
  if #marked < 4 then return end
  for _, slot in ipairs(marked) do
    act.set(slot, "markers", 0)
  end
end)

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

--- What a Turn slot does for the player whose Turn card was put there.
step("slot_effect", function(args)
  effects[args.slot.slot](args.player)
end)

--- A figure that lies on its Turn card comes back.
step("enter", function(args)
  walk.enter(args.player)
end)

step("activate", function(args)
  act.active(args.player)
end)

--- The turn of a player whose figure lies on her Turn card.
step("come_back", function()
  walk.enter(active)
  agenda.window("turn")
end)
