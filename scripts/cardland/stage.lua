--- Stage: what several cards of the game do alike.

local stage = {}

local beats = { rock = "scissors", paper = "rock", scissors = "paper" }

--- Plays janken between two players, again after each tie, and returns the winner.
function stage.janken(a, b)
  if a.seat > b.seat then a, b = b, a end -- the answers come in seat order
  local signs
  repeat
    signs = ask.sealed{ options = { "rock", "paper", "scissors" }, players = { a, b }, why = "janken" }
  until signs[1] ~= signs[2]
  if beats[signs[1]] == signs[2] then return a end
  return b
end

--- `player` discards `n` cards of the own hand by choice, or all if there are no more.
function stage.discard(player, n)
  local hand = cards{ zone = "hand", owner = player }
  if #hand > n then hand = ask.cards{ from = hand, pick = n, by = player, why = "discard" } end
  act.move(hand, "discard")
end

--- `player` discards one card at random, if there is one.
function stage.discard_at_random(player)
  local hand = cards{ zone = "hand", owner = player }
  if #hand > 0 then act.move(roll.pick(hand), "discard") end
end

return stage
