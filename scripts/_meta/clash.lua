---@meta
--- Fields, records and events of the game `clash`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias clash.zone "draw_pile"|"discard"|"prize_pile"|"champions"|"bonus_row"|"lid"|"chest"|"hand"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone clash.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
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
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
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

---@class (partial) Space
---@field zone clash.zone The name of its zone.
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
