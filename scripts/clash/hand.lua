--- Hand: dealing, thefts, the score of a hand and the end of the match.

--- Eight cards each, one at a time, from the dealer's left (Playing the game / 3).
step("deal", function()
  for _ = 1, 8 do
    local player = game.first
    repeat
      act.draw(player, 1)
      player = player.opponent
    until player == game.first
  end
end)

--- Bonus cards of a dealt hand are laid down and replaced (Bonus).
step("lay_bonuses", function()
  local dealt = cards { zone = "hand", controller = me, type = "bonus" }
  act.move(dealt, "bonus_row", { of = me })
  act.draw(me, #dealt)
end)

--- The discard pile becomes the draw pile when a card is needed and there is none.
step("reshuffle", function()
  local discards = cards { zone = "discard" }
  if #discards == 0 then return end
  act.move(discards, "draw_pile")
  act.shuffle(me, "draw_pile")
end)

--- The asked player gives the card that was chosen (Thief).
step("give", function(args)
  act.move(args.answer, "hand", { of = record("theft").by })
end)

--- A Bonus changes its owner, and the thief draws a card (Thief).
step("take_bonus", function()
  local theft = record("theft")
  local bonus = cards { zone = "bonus_row", controller = theft.victim, first = 1 }
  act.move(bonus, "bonus_row", { of = theft.by })
  act.draw(theft.by, 1)
end)

--- All score, 50 points more for who ended the hand (Scoring); what lay under a Chest is shown.
step("score", function()
  act.reveal(cards { zone = "chest" })
  for _, player in ipairs(players()) do
    local points = player.score + (player == me and 50 or 0)
    act.set(player, "last", points)
    act.scored(player, points)
  end
  act.result { win = me }
end)

--- Most points win; of equal ones the most in the last hand, and who is equal in both shares (FAQ 1).
step("crown", function()
  local best = {}
  for _, player in ipairs(players()) do
    local top = best[1]
    local ahead = not top or player.points > top.points
      or player.points == top.points and player.last > top.last
    if ahead then
      best = { player }
    elseif player.points == top.points and player.last == top.last then
      table.insert(best, player)
    end
  end
  act.result { win = best }
end)
