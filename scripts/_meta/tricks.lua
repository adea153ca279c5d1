---@meta
--- Fields, records and events of the game `tricks`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias tricks.zone "deck"|"markers"|"hand"|"played"|"taken"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone tricks.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field suit string[]
---@field rank integer
---@field height integer
---@field worth integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field side integer
---@field won integer
---@field points integer
---@field tricks integer

---@class (partial) Space
---@field zone tricks.zone The name of its zone.
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
---@field hand integer
---@field trick integer
---@field stake integer

---@class (partial) Options
---@field target integer
---@field dealer integer
---@field max_hands integer

---@class tricks.contract: Record
---@field by Player?
---@field tricks integer?
---@field trumps Card?

--- Nil if none is open.
---@param name "contract"
---@return tricks.contract?
function record(name) end

---@class tricks.trick: Record
---@field led string?
---@field best Card?

--- Nil if none is open.
---@param name "trick"
---@return tricks.trick?
function record(name) end

--- challenges: "{player} challenges: the points of this hand count double".
---@param player Player|Player[]
---@return Player|Player[]?
function act.challenges(player) end

--- declares: "{player} and {partner} must take {n} tricks: {trumps}".
---@param player Player|Player[]
---@param partner Player
---@param n integer
---@param trumps Card
---@return Player|Player[]?
function act.declares(player, partner, n, trumps) end

--- leads: "".
---@param player Player|Player[]
---@return Player|Player[]?
function act.leads(player) end

--- shows: "{player} has no ace, king or queen: the cards are thrown in".
---@param player Player|Player[]
---@return Player|Player[]?
function act.shows(player) end

--- takes: "{player} takes the trick with {card}".
---@param player Player|Player[]
---@param card Card
---@return Player|Player[]?
function act.takes(player, card) end

--- scores: "{player} and {partner} score {n}".
---@param player Player|Player[]
---@param partner Player
---@param n integer
---@return Player|Player[]?
function act.scores(player, partner, n) end
