---@meta
--- Fields, records and events of the game `cardland`. Made from its manifest; never loaded.
--- `UPDATE=1 cargo test --test it drift` writes it anew.

---@alias cardland.upright "active"|"resting"
---@alias cardland.side "incomplete"|"complete"
---@alias cardland.zone "deck"|"hand"|"stage"|"extra"|"discard"|"story"|"chain"

---@class (partial) Card
---@field name string
---@field id string
---@field type string
---@field zone cardland.zone
---@field slot integer
---@field space Space
---@field owner Player
---@field controller Player
---@field put_by Player?
---@field status_upright cardland.upright
---@field status_side cardland.side
---@field modifier integer
---@field cost integer
---@field colour string[]
---@field entry integer
---@field ["return"] integer
---@field prowess integer
---@field resilience integer
---@field features string[]
---@field usage integer
---@field number string
---@field work string[]
---@field rarity string[]
---@field picture string[]
---@field flavour string
---@field names string[]
---@field lead integer

---@class (partial) Player
---@field raw integer
---@field max_cast integer
---@field actions integer
---@field finished integer
---@field draws integer
---@field acts integer
---@field events_used integer
---@field name string
---@field seat integer
---@field lost integer
---@field wins integer

---@class (partial) Game
---@field active Player
---@field first Player
---@field phase string?
---@field batch integer
---@field last_winner Player?
---@field match integer
---@field game integer
---@field turn integer

---@class (partial) Options
---@field games integer
---@field first_turn_draw boolean
---@field deck_out string
---@field retire_bound string
---@field actions_per_turn integer
---@field max_turns integer
---@field bluff boolean

---@class cardland.attempt: Record
---@field by Player?
---@field stories Card[]
---@field contested Card[]
---@field acting Card[]
---@field blocking Card[]

--- Nil if none is open.
---@param name "attempt"
---@return cardland.attempt?
function record(name) end

--- enter: "{card} takes the stage".
---@param card Card|Card[]
---@return Card|Card[]?
function act.enter(card) end

--- retire: "{card} retires".
---@param card Card|Card[]
---@return Card|Card[]?
function act.retire(card) end

--- complete: "{card} is completed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.complete(card) end

--- recover: "{card} is recovered".
---@param card Card|Card[]
---@return Card|Card[]?
function act.recover(card) end

--- act: "{player} acts with {cards}".
---@param player Player|Player[]
---@param cards Card[]
---@return Player|Player[]?
function act.act(player, cards) end

--- block: "{player} blocks with {cards}".
---@param player Player|Player[]
---@param cards Card[]
---@return Player|Player[]?
function act.block(player, cards) end

---@module "scripts.cardland.stage"
stage = nil
