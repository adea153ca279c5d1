---@meta
--- Fields, records and events of the game `swordgirls`. Made from its manifest; never loaded.
--- `UPDATE=1 cargo test --test it drift` writes it anew.

---@alias swordgirls.activity "ready"|"done"
---@alias swordgirls.laid "old"|"new"
---@alias swordgirls.zone "character"|"deck"|"hand"|"field"|"grave"|"removed"

---@class (partial) Card
---@field name string
---@field id string
---@field type string
---@field zone swordgirls.zone
---@field slot integer
---@field space Space
---@field owner Player
---@field controller Player
---@field put_by Player?
---@field status_activity swordgirls.activity
---@field status_laid swordgirls.laid
---@field life integer
---@field size integer
---@field atk integer
---@field def integer
---@field sta integer
---@field modes integer
---@field faction string[]
---@field limit integer
---@field points integer
---@field number string
---@field family string[]
---@field episode string
---@field rarity string[]
---@field dungeon string
---@field chosen integer

---@class (partial) Player
---@field field_size integer
---@field life integer
---@field shuffles integer
---@field peeks integer
---@field led integer
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
---@field game integer
---@field round integer

---@class (partial) Options
---@field deck_size integer
---@field hand_size integer
---@field full_hand_discards boolean
---@field abilities_after_reveal boolean
---@field ability_order string
---@field choose_slot boolean
---@field take_back boolean
---@field attack_skills_on_direct boolean
---@field double_defeat string
---@field stat_floor string
---@field faction_lock boolean
---@field max_activations integer
---@field max_rounds integer
---@field placement_seconds integer

---@class swordgirls.fight: Record
---@field attacker Card[]
---@field defender Card[]

--- Nil if none is open.
---@param name "fight"
---@return swordgirls.fight?
function record(name) end

--- coin_won: "{player} wins the coin".
---@param player Player|Player[]
---@return Player|Player[]?
function act.coin_won(player) end

--- life_loss: "{player} loses {amount} life".
---@param player Player|Player[]
---@param amount integer
---@param card Card
---@return Player|Player[]?
function act.life_loss(player, amount, card) end

--- defeat: "{card} is defeated".
---@param card Card|Card[]
---@return Card|Card[]?
function act.defeat(card) end

--- destroy: "{card} is destroyed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.destroy(card) end

---@module "scripts.swordgirls.field"
field = nil
