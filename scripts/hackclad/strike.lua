--- Strike: attacks on the Clad.

local strike = {}

--- A player deals damage to the Clad, wherever it stands, and gains as many shards.
function strike.deal(player, n, card)
  if n > 0 then act.clad_hit(player, n, card) end
end

local function reaches(player, card, facing)
  return count {
    zone = "field", type = "clad",
    space = { covered = { cells = card.range, from = walk.figure(player), facing = facing } },
  } > 0
end

--- The direction in which a witch strikes: one that has the Clad in range.
local function facing_for(player, card)
  local fitting = {}
  for _, facing in ipairs({ "north", "east", "south", "west" }) do
    if reaches(player, card, facing) then table.insert(fitting, facing) end
  end
  return ask.option { by = player, options = fitting, why = "which way to face" }
end

--- The attack of a card: `more` is added to its ATK. Returns the direction and the total.
function strike.hit(use, more)
  local card = use.card
  local facing = facing_for(use.user, card)
  local total = math.max(card.atk + (more or 0), 0)
  strike.deal(use.user, total, card)
  if total > 0 then act.landed(use.user, card) end
  return facing, total
end

local attacks = { "attack", "attack_magic" }

--- All attacks of a player have more ATK until that ends.
function strike.stoke(player, n, lasts)
  act.modify({ owner = player, type = attacks }, "atk", n, lasts)
end

--- All attacks of a player but this card have more ATK until that ends.
function strike.stoke_others(player, n, lasts)
  act.modify({ owner = player, type = attacks, other = true }, "atk", n, lasts)
end

return strike
