---@meta
--- Fields, records and events of the game `duel`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias duel.ready "ready"|"spent"
---@alias duel.arrival "settled"|"new"
---@alias duel.zone "library"|"hand"|"field"|"grave"|"stack"|"void"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone duel.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_ready duel.ready
---@field status_arrival duel.arrival
---@field pays string[]
---@field cost integer
---@field power integer
---@field toughness integer
---@field kinds string[]
---@field keywords string[]
---@field traits string[]
---@field made integer
---@field colour string[]
---@field yields integer
---@field wounds integer
---@field lethal integer
---@field when integer
---@field least_blockers integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field life integer
---@field standing integer
---@field held integer
---@field too_many integer
---@field wounds integer
---@field exchanges integer
---@field wells_laid integer

---@class (partial) Space
---@field zone duel.zone The name of its zone.
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
---@field turn integer
---@field fight integer

---@class (partial) Options
---@field life integer
---@field hand integer
---@field max_turns integer

---@class duel.combat: Record
---@field attackers Card[]
---@field blocked Card[]
---@field blows Record[]

--- Nil if none is open.
---@param name "combat"
---@return duel.combat?
function record(name) end

---@class duel.blow: Record
---@field source Card?
---@field victim any
---@field amount integer?

--- Nil if none is open.
---@param name "blow"
---@return duel.blow?
function record(name) end

--- well_laid: "".
---@param player Player|Player[]
---@param card Card
---@return Player|Player[]?
function act.well_laid(player, card) end

--- enters: "{card} comes to {player}'s field".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.enters(card, player) end

--- binds: "{card} is bound to {to}".
---@param card Card|Card[]
---@param player Player
---@param to Card
---@return Card|Card[]?
function act.binds(card, player, to) end

--- dies: "{card} dies".
---@param card Card|Card[]
---@return Card|Card[]?
function act.dies(card) end

--- breaks: "{card} goes to its owner's grave".
---@param card Card|Card[]
---@return Card|Card[]?
function act.breaks(card) end

--- discards: "{player} discards {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.discards(card, player) end

--- attacks: "{card} attacks {player}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.attacks(card, player) end

--- blocks: "{card} blocks {attacker}".
---@param card Card|Card[]
---@param attacker Card
---@return Card|Card[]?
function act.blocks(card, attacker) end

--- hurts: "{source} deals {amount} damage to {victim}".
---@param victim any
---@param source Card
---@param amount integer
---@return any?
function act.hurts(victim, source, amount) end

--- deals: "".
---@param blow any
---@return any?
function act.deals(blow) end

--- heals: "{player} gains {amount} life".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.heals(player, amount) end

--- pays_life: "{player} loses {amount} life".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.pays_life(player, amount) end

--- spends: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.spends(card) end

--- readies: "{card} is ready".
---@param card Card|Card[]
---@return Card|Card[]?
function act.readies(card) end

--- sacrifices: "{card} is sacrificed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.sacrifices(card) end
