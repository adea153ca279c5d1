---@meta
--- Fields, records and events of the game `moult`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias moult.mind "alert"|"drowsy"|"dazed"|"stuck"
---@alias moult.blood "clean"|"stung"
---@alias moult.skin "warm"|"chilled"
---@alias moult.stay "settled"|"new"
---@alias moult.zone "deck"|"hand"|"field"|"under"|"carried"|"stakes"|"discard"|"sky"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone moult.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_mind moult.mind
---@field status_blood moult.blood
---@field status_skin moult.skin
---@field status_stay moult.stay
---@field kin string[]
---@field grit integer
---@field weight integer
---@field weak string[]
---@field hardy string[]
---@field bounty integer
---@field grows_from string[]
---@field line string[]
---@field feeds string[]
---@field worth integer
---@field wounds integer
---@field left integer
---@field eaten integer
---@field might integer
---@field hide integer
---@field venom integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field meals integer
---@field last_stake integer
---@field no_enemy integer
---@field ways integer
---@field staked integer
---@field fare integer
---@field standing integer
---@field due integer
---@field redeals integer
---@field feedings integer
---@field visits integer
---@field retreats integer
---@field strikes integer

---@class (partial) Space
---@field zone moult.zone The name of its zone.
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

---@class (partial) Options
---@field hand integer
---@field stakes integer

--- bright: "{player} tosses the shell: bright".
---@param player Player|Player[]
---@return Player|Player[]?
function act.bright(player) end

--- dull: "{player} tosses the shell: dull".
---@param player Player|Player[]
---@return Player|Player[]?
function act.dull(player) end

--- joins: "{card} comes to {player}'s bank".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.joins(card, player) end

--- eats: "{on} eats {card}".
---@param card Card|Card[]
---@param on Card
---@return Card|Card[]?
function act.eats(card, on) end

--- wears: "{on} wears {card}".
---@param card Card|Card[]
---@param on Card
---@return Card|Card[]?
function act.wears(card, on) end

--- moults: "".
---@param card Card|Card[]
---@param over Card
---@return Card|Card[]?
function act.moults(card, over) end

--- shrinks: "{card} shrinks back".
---@param card Card|Card[]
---@return Card|Card[]?
function act.shrinks(card) end

--- hits: "".
---@param victim Card|Card[]
---@param by Card
---@param amount integer
---@return Card|Card[]?
function act.hits(victim, by, amount) end

--- hurts: "{card} takes {amount}".
---@param card Card|Card[]
---@param amount integer
---@return Card|Card[]?
function act.hurts(card, amount) end

--- heals: "{card} heals {amount}".
---@param card Card|Card[]
---@param amount integer
---@return Card|Card[]?
function act.heals(card, amount) end

--- spoils: "{card} is discarded".
---@param card Card|Card[]
---@return Card|Card[]?
function act.spoils(card) end

--- swaps: "".
---@param card Card|Card[]
---@param for Card
---@return Card|Card[]?
function act.swaps(card, for) end

--- flees: "{card} flees".
---@param card Card|Card[]
---@return Card|Card[]?
function act.flees(card) end

--- goes_home: "{card} goes home".
---@param card Card|Card[]
---@return Card|Card[]?
function act.goes_home(card) end

--- steps_up: "{card} steps to the ford".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.steps_up(card, player) end

--- turns_to: "the weather turns: {card}".
---@param card Card|Card[]
---@return Card|Card[]?
function act.turns_to(card) end
