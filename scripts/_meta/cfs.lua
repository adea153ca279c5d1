---@meta
--- Fields, records and events of the game `cfs`. Made from its manifest; never loaded.
--- `UPDATE=1 cargo test --test it drift` writes it anew.

---@alias cfs.stance "ready"|"standby"|"attacking"|"frozen"
---@alias cfs.circles "open"|"void"
---@alias cfs.zone "deck"|"hand"|"ring"|"backups"|"discard"|"play"

---@class (partial) Card
---@field name string
---@field id string
---@field type string
---@field zone cfs.zone
---@field slot integer
---@field space Space
---@field owner Player
---@field controller Player
---@field put_by Player?
---@field status_stance cfs.stance
---@field status_circles cfs.circles
---@field side string[]
---@field bp integer
---@field sp integer
---@field backups string[]
---@field price integer
---@field number string
---@field rarity string[]
---@field origin string
---@field fixed_hit integer
---@field kept integer
---@field fought integer
---@field linked integer
---@field weaker integer

---@class (partial) Player
---@field entries integer
---@field backup_limit integer
---@field backup_value integer
---@field striker_bp integer
---@field action_damage integer
---@field hp integer
---@field sp integer
---@field draws_lost integer
---@field began integer
---@field no_actions integer
---@field no_attacks integer
---@field entered integer
---@field backed_up_now integer
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
---@field wins integer
---@field match_starter string
---@field deck_out string
---@field backups_per_turn integer

---@class cfs.attack: Record
---@field units Record[]
---@field fought integer?

--- Nil if none is open.
---@param name "attack"
---@return cfs.attack?
function record(name) end

---@class cfs.unit: Record
---@field members Card[]
---@field counter Card?
---@field added integer?

--- Nil if none is open.
---@param name "unit"
---@return cfs.unit?
function record(name) end

--- enter: "{card} enters the ring".
---@param card Card|Card[]
---@param where any
---@param player Player
---@return Card|Card[]?
function act.enter(card, where, player) end

--- ko: "{card} is knocked out".
---@param card Card|Card[]
---@return Card|Card[]?
function act.ko(card) end

--- freeze: "{card} freezes".
---@param card Card|Card[]
---@return Card|Card[]?
function act.freeze(card) end

--- thaw: "{card} thaws".
---@param card Card|Card[]
---@return Card|Card[]?
function act.thaw(card) end

--- tire: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.tire(card) end

--- hp_loss: "".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.hp_loss(player, amount) end

--- attack_hit: "{cards} hit {player} for {amount}".
---@param player Player|Player[]
---@param amount integer
---@param cards Card[]
---@param union integer
---@param direct integer
---@return Player|Player[]?
function act.attack_hit(player, amount, cards, union, direct) end

--- attack_declared: "{player} attacks with {cards}".
---@param player Player|Player[]
---@param cards Card[]
---@return Player|Player[]?
function act.attack_declared(player, cards) end

--- countered: "{by} counters {cards}".
---@param by Card|Card[]
---@param cards Card[]
---@param power integer
---@return Card|Card[]?
function act.countered(by, cards, power) end

--- unanswered: "{player} counters nothing".
---@param player Player|Player[]
---@return Player|Player[]?
function act.unanswered(player) end

--- backed_up: "{card} backs up {receiver}".
---@param player Player|Player[]
---@param card Card
---@param receiver Card
---@return Player|Player[]?
function act.backed_up(player, card, receiver) end

--- toss_won: "{player} wins the toss".
---@param player Player|Player[]
---@return Player|Player[]?
function act.toss_won(player) end

--- no_draw: "{player} draws nothing".
---@param player Player|Player[]
---@return Player|Player[]?
function act.no_draw(player) end

--- turn_start: "{player}'s turn begins".
---@param player Player|Player[]
---@return Player|Player[]?
function act.turn_start(player) end

--- turn_end: "{player}'s turn ends".
---@param player Player|Player[]
---@return Player|Player[]?
function act.turn_end(player) end

---@module "scripts.cfs.ring"
ring = nil
