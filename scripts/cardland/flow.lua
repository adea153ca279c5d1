--- Cardland's procedures: setting up, completing stories, retiring, winning.

--- Both lay their stories in an order they like (rulebook 3.1).
step("lay_stories", function()
  for _, player in ipairs(players()) do
    local stories = cards { zone = "story", owner = player }
    act.arrange(player, "story", ask.order { by = player, cards = stories, why = "lay out your stories" }, "top")
  end
end)

--- Each cuts the opponent's deck (rulebook 3.2): the cards above the cut go below.
step("cut_decks", function(args)
  for i, player in ipairs(players()) do
    local deck = player.opponent
    local top = args.answers[i]
    if top > 0 then
      act.arrange(deck, "deck", cards { zone = "deck", owner = deck, first = top }, "bottom")
    end
  end
end)

--- Janken, or the loser of the last game, decides who is first (rulebook 3.3).
step("choose_first", function()
  local all = players()
  local chooser = game.last_winner and game.last_winner.opponent or stage.janken(all[1], all[2])
  local word = ask.option { by = chooser, options = { "first", "second" }, why = "go first or second" }
  act.first(word == "first" and chooser or chooser.opponent)
end)

--- The whole hand goes under the deck in an order of choice, then six cards are drawn (3.4).
step("redraw", function(args)
  local hand = cards { zone = "hand", owner = me }
  local order = ask.order { by = me, cards = hand, why = "put your hand under your deck, the last one deepest" }
  act.move(order, "deck", { position = "bottom" })
  act.draw(me, 6)
end)

--- Step 5: a story is completed if the cast still meets its conditions and, where it is
--- contested, leads by at least one (rulebook 4.3 to 4.5).
step("complete_one", function(args)
  local story = args.story
  local attempt = record("attempt")
  if not fits(story, "conditions", attempt.acting) then
    return note(story.name .. ": its condition is not met any more")
  end
  if contains(attempt.contested, story) and #attempt.blocking > 0 and story.lead < 1 then
    return note(story.name .. " fails: " .. active.raw .. " against " .. (inactive.raw + story.modifier))
  end
  act.complete(story)
end)

--- Who of the other side's acting characters retires: one or more within the raw prowess (4.7).
local function choose(chooser, acting, limit)
  return ask.cards {
    by = chooser, from = acting, pick = "1..all", verb = "retire", sum = { resilience = limit },
    why = "choose who retires",
  }
end

--- Step 6: both choose from one snapshot, then all leave together (rulebook 4.7).
step("retirement", function()
  local attempt = record("attempt")
  if #attempt.acting == 0 or #attempt.blocking == 0 then return end
  local bound = option.retire_bound == "below" and "< " or "<= "
  local ours, theirs = attempt.acting, attempt.blocking
  local our_limit, their_limit = bound .. active.raw, bound .. inactive.raw
  local leaving = choose(active, theirs, our_limit)
  for _, card in ipairs(choose(inactive, ours, their_limit)) do
    table.insert(leaving, card)
  end
  act.retire(sorted_by_entry(leaving, active))
end)

--- At the end of the turn: whoever completed five stories first has won (rulebook 4.2.5).
step("win_check", function()
  local a, b = active.finished, inactive.finished
  if a == 0 and b == 0 then return end
  if a == b then return act.result { draw = true } end
  if b == 0 or (a > 0 and a < b) then
    act.result { win = active }
  else
    act.result { win = inactive }
  end
end)
