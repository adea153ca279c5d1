---@meta
--- Fields, records and events of the game `cardland`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias cardland.upright "active"|"resting"
---@alias cardland.side "incomplete"|"complete"
---@alias cardland.zone "deck"|"hand"|"stage"|"extra"|"discard"|"story"|"chain"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone cardland.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
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
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field raw integer
---@field max_cast integer
---@field actions integer
---@field finished integer
---@field draws integer
---@field acts integer
---@field events_used integer

---@class (partial) Space
---@field zone cardland.zone The name of its zone.
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
---@field cut_seconds integer
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

--- Functions of stage.lua.
stage = {}

--- Plays janken between two players, again after each tie, and returns the winner.
function stage.janken(a, b) end

--- `player` discards `n` cards of the own hand by choice, or all if there are no more.
function stage.discard(player, n) end

--- `player` discards one card at random, if there is one.
function stage.discard_at_random(player) end
