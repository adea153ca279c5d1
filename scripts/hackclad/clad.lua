--- Clad: what it does by itself, and what is done to it.

local clad = {}

--- The figure of the Clad.
function clad.figure()
  return cards { zone = "field", type = "clad" }[1]
end

--- The Clad cannot be moved until that ends; it may turn.
function clad.lock(lasts)
  act.forbid("advance", { card = clad.figure(), lasts = lasts })
end

local turns = { left = -1, right = 1, around = 2 }

--- Turns it left, right or around.
function clad.turn(how)
  local figure = clad.figure()
  act.status(figure, board.turned(figure.status_facing, turns[how]))
end

--- The direction in which the witch of a player sees it.
function clad.seen_by(player)
  return board.direction(walk.figure(player).space, clad.figure().space)
end

--- Turns its back to the witch of a player.
function clad.turn_back_to(player)
  act.status(clad.figure(), clad.seen_by(player))
end

--- Whether the witch of a player stands directly behind it.
function clad.is_behind(player)
  return count { zone = "field", type = "witch", owner = player, space = { behind = { type = "clad" } } } > 0
end

--- Whether the witch of a player stands directly in front of it.
function clad.is_facing(player)
  return count { zone = "field", type = "witch", owner = player, space = { ahead_of = { type = "clad" } } } > 0
end

--- Repels it in a direction, once everything else of the use is done.
function clad.repel(facing, n)
  agenda.after("push", { facing = facing, n = n })
end

--- Pulls it towards the witch of a player, who looks at it in a direction.
function clad.pull(player, facing, n)
  agenda.after("push", { facing = board.turned(facing, 2), n = n, from = walk.figure(player) })
end

--- It moves step by step: in the direction it faces then, or in a fixed one. Each space is charged first.
step("push", function(args)
  local figure = clad.figure()
  if args.n == 0 or not may("advance", figure) then return end
  if args.from and args.from.zone == "field" and board.step(figure.space, args.facing) == args.from.space then return end
  act.open("assault", { by = figure, charge = 1, cells = { { 0, 1 } }, facing = args.facing })
  agenda.window("reaction")
  agenda.next("strike")
  agenda.next("push", { facing = args.facing, n = args.n - 1, from = args.from })
end)

--- The damage of an attack, fixed for all before anybody takes it.
local function damage_of(player, normal)
  local power = clad.figure().power
  return normal and math.max(power - player.guard, 0) or power
end

--- An attack is no longer to be answered: whoever stands in its area takes it, in turn order.
step("strike", function()
  local assault = record("assault")
  local struck = spaces { among = "struck" }
  local normal, hit = assault.charge == 0, {}
  for _, player in ipairs(players("turn")) do
    local figure = walk.figure(player)
    if figure and figure.zone == "field" and contains(struck, figure.space) then
      table.insert(hit, { player = player, damage = damage_of(player, normal) })
    end
  end
  for _, one in ipairs(hit) do
    act.set(one.player, "prevented", clad.figure().power - one.damage)
  end
  for _, one in ipairs(hit) do
    if one.damage > 0 then defence.hurt(one.player, one.damage) end
  end
  if not normal and #struck > 0 then
    act.advanced(clad.figure(), struck[1])
  end
  act.close("assault")
end)

step("turn_left", function()
  clad.turn("left")
end)

step("turn_right", function()
  clad.turn("right")
end)

step("turn_around", function()
  clad.turn("around")
end)

--- Shards drop on the spaces that a Clad card says.
step("drop", function(args)
  local figure = clad.figure()
  for _, space in ipairs(board.cover(args.card.drops, figure.space, figure.status_facing)) do
    act.change(space, "shards", 1)
    local witch = space.card
    if witch and witch.type == "witch" then walk.pick_up(witch.owner, space) end
  end
end)

return clad
