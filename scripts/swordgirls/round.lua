--- Rounds of Sword Girls: coins, drawing, targets.

--- Characters begin with the life printed on them.
step("life_of_characters", function()
  for _, player in ipairs(players()) do
    act.set(player, "life", cards { zone = "character", side = player }[1].life)
  end
end)

--- Tosses a coin, and says who wins it.
local function toss()
  local all = players()
  local winner = all[roll.number(1, #all)]
  act.coin_won(winner)
  return winner
end

--- Whose abilities come first in this round.
step("ability_coin", function()
  local led
  for _, player in ipairs(players()) do
    if player.led == 1 then led = player end
  end
  if option.ability_order == "coin_each_round" or not led then
    led = toss()
  elseif option.ability_order == "alternate" then
    led = led.opponent
  end
  act.first(led)
  act.set(led, "led", 1)
  act.set(led.opponent, "led", 0)
end)

--- Who attacks first in this round.
step("attack_coin", function() act.first(toss()) end)

--- Who may look at the enemy hand sees it as it is before anybody places.
step("peep", function()
  for _, player in ipairs(players()) do
    if player.peeks > 0 then
      act.look(player, cards { zone = "hand", side = player.opponent })
      act.set(player, "peeks", 0)
    end
  end
end)

--- Whom a follower attacks: a random one of the enemy's. Without any nothing opens.
step("pick_target", function(args)
  local foes = cards { zone = "field", controller = me.opponent, type = "follower" }
  if #foes > 0 then
    act.open("fight", { attacker = { args.attacker }, defender = { roll.pick(foes) } })
  end
end)
