--- Hand: what a hand needs beside the manifest: cards in order, and the exchange of partners.

--- Black and red in turn.
local place = { clubs = 1, diamonds = 2, spades = 3, hearts = 4 }

--- Suit by suit, the highest card first, as people hold their cards.
local function sort(player)
  -- Each card is read once: comparing reads one again and again.
  local held = {}
  for i, card in ipairs(cards { zone = "hand", controller = player }) do
    held[i] = { card = card, place = 100 * place[card.suit[1]] - card.rank }
  end
  table.sort(held, function(a, b) return a.place < b.place end)
  local hand = {}
  for i, one in ipairs(held) do hand[i] = one.card end
  act.arrange(player, "hand", hand)
end

step("sort", function()
  for _, player in ipairs(players()) do sort(player) end
end)

--- Both cards change hands at once, so that nobody gives on what was given to her.
step("exchange", function(args)
  act.together(function()
    for i, player in ipairs(args.players) do
      act.move(args.answers[i], "hand", { of = player.opponent.opponent })
    end
  end)
  for _, player in ipairs(args.players) do sort(player) end
end)
