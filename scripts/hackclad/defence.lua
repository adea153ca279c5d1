--- Defence: what lowers the damage of an attack, and what damage does.

local defence = {}

--- The attack that is being answered does less damage to a player.
function defence.reduce(player, n)
  act.modify(player, "guard", n, "assault")
end

--- Attacks do no damage to a player until that ends. Charges do not care.
function defence.immune(player, lasts)
  act.modify(player, "guard", 1000, lasts)
end

--- The attack that is being answered does not strike these spaces.
function defence.spare(list)
  act.put("assault.removed", list)
end

--- A player is injured: shards drop where her witch stood, who leaves the field.
function defence.hurt(player, damage)
  local figure = walk.figure(player)
  local lost = player.keeps_shards > 0 and 0 or math.min(damage, player.shards)
  act.hurt(player, damage, lost, figure, figure.space)
end

--- -1 DMG, and what costs Charged Power.
step("reduce_one", function()
  defence.reduce(me, 1)
end)

step("reduce_two", function()
  defence.reduce(me, 2)
end)

return defence
