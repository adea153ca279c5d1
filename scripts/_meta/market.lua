---@meta
--- Fields, records and events of the game `market`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias market.age "played"|"due"
---@alias market.zone "box"|"supply"|"trash"|"deck"|"hand"|"play"|"shown"|"discard"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone market.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_age market.age
---@field worth integer
---@field points integer
---@field cost integer
---@field copies integer
---@field fairs string[]

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field safe integer
---@field held integer
---@field owned integer
---@field score integer
---@field deeds integer
---@field buys integer
---@field coins integer
---@field turns integer

---@class (partial) Space
---@field zone market.zone The name of its zone.
---@field slot integer Its number in the zone, from 1; 0 if the zone is one pile.
---@field column integer? Its column on a board; nil elsewhere.
---@field row integer? Its row on a board; nil elsewhere.
---@field owner Player? The player whose zone it is; nil if the zone is shared.
---@field card Card? The first card on it.
---@field cards Card[] The cards on it.
---@field open integer

---@class (partial) Game
---@field active Player The player whose turn it is.
---@field first Player The first player of the game.
---@field phase string? The phase; nil between phases.
---@field batch integer The number of the batch of events that happened last.
---@field players integer How many players there are.
---@field last_winner Player? The player who won the game of the match that ended last; nil if nobody did, or several.
---@field game integer
---@field turn integer

---@class (partial) Options
---@field fair string
---@field bluff boolean
---@field max_turns integer

---@class market.raid: Record
---@field spared Player[]

--- Nil if none is open.
---@param name "raid"
---@return market.raid?
function record(name) end

--- gain: "{player} gains {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.gain(card, player) end

--- gain_in_hand: "{player} gains {card} in hand".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.gain_in_hand(card, player) end

--- gain_on_deck: "{player} gains {card} on her deck".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.gain_on_deck(card, player) end

--- trash: "{card} is trashed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.trash(card) end

--- drop: "{player} discards {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.drop(card, player) end

--- get: "{player} gets deeds: {deed}, purchases: {buy}, coins: {coin}".
---@param player Player|Player[]
---@param deed? integer
---@param buy? integer
---@param coin? integer
---@return Player|Player[]?
function act.get(player, deed, buy, coin) end

--- Functions of market.lua.
market = {}

--- Everybody else, in turn, beginning on the left.
function market.others(player) end

--- Lays the top cards of a deck open before its player; what is missing comes from her discards, shuffled.
function market.show(player, n) end
