---@meta
--- Fields, records and events of the game `clash`. Made from its manifest; never loaded.
--- `UPDATE=1 cargo test --test it drift` writes it anew.

---@alias clash.zone "draw_pile"|"discard"|"prize_pile"|"champions"|"bonus_row"|"lid"|"chest"|"hand"

---@class (partial) Card
---@field name string
---@field id string
---@field type string
---@field zone clash.zone
---@field slot integer
---@field space Space
---@field owner Player
---@field controller Player
---@field put_by Player?
---@field number integer
---@field strength integer
---@field colour string[]
---@field rank integer
---@field character string[]
---@field army integer
---@field army_reverse integer
---@field classes string[]
---@field kind string[]
---@field copies integer
---@field savable integer
---@field worth integer

---@class (partial) Player
---@field held integer
---@field bonuses integer
---@field deaths integer
---@field needed integer
---@field in_hand integer
---@field in_chest integer
---@field armies integer
---@field hand_worth integer
---@field chest_worth integer
---@field sixes integer
---@field score integer
---@field points integer
---@field last integer
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
---@field hand integer
---@field turn integer

---@class (partial) Options
---@field target integer
---@field dealer integer
---@field g_god boolean
---@field reverse boolean
---@field kids boolean
---@field kids_wild boolean
---@field kids_death boolean
---@field kids_guardian boolean
---@field kids_chest boolean
---@field kids_gravedigger boolean
---@field kids_thief boolean
---@field kids_spy boolean
---@field kids_castle boolean
---@field kids_bonus boolean
---@field max_turns integer
---@field max_hands integer
---@field bluff boolean

---@class clash.battle: Record
---@field kind string?
---@field attacked Player[]
---@field fighters Player[]
---@field contenders Player[]

--- Nil if none is open.
---@param name "battle"
---@return clash.battle?
function record(name) end

---@class clash.theft: Record
---@field by Player?
---@field victim Player?
---@field kind string?

--- Nil if none is open.
---@param name "theft"
---@return clash.theft?
function record(name) end

--- scored: "{player} scores {n}".
---@param player Player|Player[]
---@param n integer
---@return Player|Player[]?
function act.scored(player, n) end

--- wins_pile: "{player} takes the prize pile".
---@param player Player|Player[]
---@return Player|Player[]?
function act.wins_pile(player) end
