--- Walk: how witches stand, step, enter and pick up Magic Shards.

local walk = {}

--- The figure of a player, on the field or on her Turn card.
function walk.figure(player)
  return cards { zone = { "field", "parked" }, type = "witch", owner = player }[1]
end

--- True if a player's figure stands on the field.
function walk.is_here(player)
  return count { zone = "field", type = "witch", owner = player } > 0
end

--- Whether the figure of a player stands beside the Clad.
function walk.beside_clad(player)
  return count { zone = "field", type = "witch", owner = player, space = { next_to = { type = "clad" } } } > 0
end

--- A player takes shards that lie on a space: all, or at most `n`.
function walk.pick_up(player, space, n)
  local taken = math.min(n or space.shards, space.shards)
  if taken > 0 then act.picked_up(player, space, taken) end
end

--- A figure steps onto a free space and takes what lies there.
function walk.step(player, space)
  act.stepped(walk.figure(player), space)
  walk.pick_up(player, space)
end

local function along(player, path)
  for _, space in ipairs(path) do
    walk.step(player, space)
  end
end

--- Moves `n` spaces: fewer only where the way is blocked.
function walk.move(player, n)
  along(player, ask.path { by = player, card = walk.figure(player), pick = n, why = "move" })
end

--- Moves up to `n` spaces.
function walk.up_to(player, n)
  along(player, ask.path { by = player, card = walk.figure(player), pick = "0.." .. n, why = "move" })
end

--- Moves `n` spaces past whoever stands there, onto a free one.
function walk.through(player, n)
  local figure = walk.figure(player)
  for _, space in ipairs(ask.path { by = player, card = figure, pick = n, through = true, why = "move" }) do
    if space.card then
      act.passed_over(figure, space)
      walk.pick_up(player, space)
    else
      walk.step(player, space)
    end
  end
end

--- Moves one space straight on, if that space is free.
function walk.hook(player, facing)
  local space = board.step(walk.figure(player).space, facing)
  if not space.card then walk.step(player, space) end
end

--- Places the figure on one of these spaces: that is one space moved.
function walk.place(player, free)
  if not walk.is_here(player) then return end
  walk.step(player, ask.space { by = player, from = free, why = "place your witch" })
end

--- Where a figure may enter: free Entry Points or, if none is free, free spaces.
function walk.entries()
  local free = spaces { spaces = "field", mark = { "a", "b", "c", "d" }, free = true }
  if #free == 0 then free = spaces { spaces = "field", free = true } end
  return free
end

--- A figure that lies on its Turn card comes back to the field.
function walk.enter(player)
  local figure = cards { zone = "parked", type = "witch", owner = player }[1]
  if not figure then return end
  local space = ask.space { by = player, from = walk.entries(), why = "re-enter" }
  act.entered(figure, space)
  walk.pick_up(player, space)
end

--- +1 Move and its like.
step("walk_one", function()
  walk.move(me, 1)
end)

--- A space to step to, or one MP.
step("step_or_focus", function()
  local may_step = count { owner = me, space = { next_to = { space = { free = true } } } } > 0
  if may_step and ask.option { by = me, options = { "move", "1 MP" }, why = "Step or Focus" } == "move" then
    walk.move(me, 1)
  else
    act.change(me, "mp", 1)
  end
end)

return walk
