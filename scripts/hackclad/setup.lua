--- Setup: from the box to the first round (section 4).

--- The Clad cards that play: normal ones, or with the expert cards in place of those they replace.
local function clad_cards()
  local all = cards { zone = "box", type = "clad_card", set = "normal" }
  if not option.expert then return all end
  local out = {}
  for _, card in ipairs(cards { zone = "box", type = "clad_card", set = "expert" }) do
    out[card.replaces[1]] = card
  end
  for i, card in ipairs(all) do
    all[i] = out[card.name] or card
  end
  return all
end

local marks = { "a", "b", "c", "d" }

step("set_up", function()
  local solo = option.mode == "solo"
  act.move(clad_cards(), "clad_reserve")
  act.move(cards { zone = "clad_reserve", voltage = solo and "<= 2" or 1 }, "clad_deck")
  act.shuffle(me, "clad_deck")
  if solo then act.move(cards { zone = "clad_deck", first = 3 }, "clad_aside") end
  for i, player in ipairs(players()) do
    act.entered(walk.figure(player), spaces { spaces = "field", mark = marks[i] }[1])
  end
  act.move(cards { zone = "box", type = "clad" }, spaces { spaces = "field", mark = "centre" }[1], { status = "north" })
end)

local pairs_of = {
  Rosette = { "Destroyer", "Striker" },
  Flare = { "Survivor", "Indestructible" },
  Luna = { "Mage", "Hard Hitter" },
  Mia = { "Lightning", "Magpie" },
}

--- Ten missions are laid out (step 11). A step of its own: it looks into the box, and nobody may be told what such a step
--- asks.
step("lay_missions", function()
  if option.beginner_missions then return end
  act.move(roll.pick(cards { zone = "box", type = "mission" }, 10), "display")
end)

--- The missions are picked one by one: there and back. Or all have fixed ones.
step("pick_missions", function()
  if option.beginner_missions then
    for _, player in ipairs(players()) do
      for _, name in ipairs(pairs_of[walk.figure(player).name]) do
        act.taken(cards { zone = "box", type = "mission", name = name }, player)
      end
    end
    return
  end
  for _, player in ipairs(players("snake")) do
    agenda.next("pick_mission", { player = player })
  end
  agenda.next("clear_display")
end)

step("pick_mission", function(args)
  local mission = ask.card { by = args.player, zone = "display", why = "take a mission" }
  act.taken(mission, args.player)
end)

step("clear_display", function()
  act.move(cards { zone = "display" }, "box")
end)

--- The chosen enhanced cards join the decks, which are shuffled (step 12).
step("enhance", function(args)
  for i, player in ipairs(players()) do
    act.move(args.answers[i], "deck")
    act.shuffle(player, "deck")
  end
end)

--- The top cards of the decks, seen by nobody, are the first Turn cards (step 13).
step("first_turn_cards", function()
  for i, player in ipairs(players()) do
    act.move(cards { zone = "deck", owner = player, first = 1 }, "standby", { slot = i, face = "blind" })
  end
end)
