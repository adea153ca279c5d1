--- Legends: what Strikers and arenas do.

local legends = {}

--- The top arena is destroyed, if there is one.
function legends.destroy_top()
  local top = cards { zone = "arena", last = 1 }[1]
  if top then act.destroy_arena(top) end
end

--- Brings removed Strikers of a player back to the Striker pile, from `least` to `most` of them.
function legends.bring_back(player, least, most)
  local gone = cards { zone = "removed", owner = player }
  local chosen = ask.cards {
    by = player, from = gone, pick = least .. ".." .. most, why = "a Striker comes back",
  }
  act.brought_back(chosen)
end

--- A Striker that is sent at a character: countered it takes BP, else HP of the player.
step("strike", function()
  local strike = record("strike")
  local striker, hit, answer = strike.striker, strike.hit, strike.answer
  local power = striker.bp
  act.set_aside(striker)
  if not answer then
    act.hp_loss(hit.controller, power)
  elseif answer.zone == "strikers" then
    act.set_aside(answer)
  else
    act.change(hit, "bp", -power)
  end
end)

--- Strikers that were spent to negate: they cancel what hits one character, and shield the
--- characters of a group one each.
step("negate", function(args)
  local use = args.subject
  for _, pair in ipairs(args.answer) do
    act.set_aside(pair[2])
    if use.is_group then
      act.untarget(use, pair[1])
    else
      act.cancel(use)
    end
  end
end)

--- Each looks through the own deck before it is shuffled.
step("look_for_strikers", function()
  for _, player in ipairs(players()) do
    act.look(player, cards { zone = "deck", owner = player, type = "character" })
  end
end)

--- The Strikers that each named lie apart; those named in the deck list otherwise go back.
step("name_strikers", function(args)
  for i, player in ipairs(args.players) do
    local named = args.answers[i]
    for _, old in ipairs(cards { zone = "strikers", owner = player }) do
      if not contains(named, old) then act.move(old, "deck") end
    end
    for _, new in ipairs(named) do
      if new.zone ~= "strikers" then act.move(new, "strikers") end
    end
  end
end)

--- Once the blows have fallen a Striker is set aside.
wrap("land", function(old, args)
  old(args)
  if args.counter.zone == "strikers" then
    act.set_aside(args.counter)
  else
    act.counter_fought(args.counter)
  end
end)

return legends
