---@meta
--- Fields, records and events of the game `swordgirls`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias swordgirls.activity "ready"|"done"
---@alias swordgirls.laid "old"|"new"
---@alias swordgirls.zone "character"|"deck"|"hand"|"field"|"grave"|"removed"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone swordgirls.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
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
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field field_size integer
---@field life integer
---@field shuffles integer
---@field peeks integer
---@field led integer

---@class (partial) Space
---@field zone swordgirls.zone The name of its zone.
---@field slot integer Its number in the zone, from 1; 0 if the zone is one pile.
---@field column integer? Its column on a board; nil elsewhere.
---@field row integer? Its row on a board; nil elsewhere.
---@field owner Player? The player whose zone it is; nil if the zone is shared.
---@field card Card? The first card on it.
---@field cards Card[] The cards on it.

---@class (partial) Game
---@field active Player The player whose turn it is.
---@field first Player The first player of the game.
---@field phase string? The phase; nil between phases.
---@field batch integer The number of the batch of events that happened last.
---@field players integer How many players there are.
---@field last_winner Player? The player who won the game of the match that ended last; nil if nobody did, or several.
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
---@param card? Card
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
