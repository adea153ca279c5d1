---@meta
--- Fields, records and events of the game `nightgarden`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias nightgarden.grass "fresh"|"trodden"
---@alias nightgarden.state "whole"|"broken"
---@alias nightgarden.zone "deck"|"hand"|"discard"|"sites"|"path"|"ground"|"vase"|"house"|"shelf"|"nest"|"guise"|"table"|"snares"|"gone"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone nightgarden.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_grass nightgarden.grass
---@field status_state nightgarden.state
---@field place string[]
---@field need integer
---@field points integer
---@field price integer
---@field cost integer
---@field uproot integer
---@field kinds string[]
---@field strength integer
---@field snares string[]
---@field size integer
---@field opens string[]
---@field tended string[]
---@field buds integer
---@field coins integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field points integer
---@field held integer
---@field grip integer
---@field pockets integer
---@field carried integer
---@field fleet integer
---@field shed_sight integer
---@field basket_sight integer
---@field day integer
---@field silver integer
---@field hours integer
---@field clues integer
---@field chill integer
---@field seen integer

---@class (partial) Space
---@field zone nightgarden.zone The name of its zone.
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
---@field points integer
---@field max_turns integer

---@class nightgarden.raid: Record
---@field site Card?
---@field ward Card?
---@field over integer?
---@field more integer?
---@field skip integer?
---@field found Card[]

--- Nil if none is open.
---@param name "raid"
---@return nightgarden.raid?
function record(name) end

---@class nightgarden.meeting: Record
---@field ward Card?

--- Nil if none is open.
---@param name "meeting"
---@return nightgarden.meeting?
function record(name) end

--- plants: "the grower plants a card in {site}".
---@param card Card|Card[]
---@param where any
---@param site Card
---@return Card|Card[]?
function act.plants(card, where, site) end

--- sets_ward: "the grower sets a ward before {site}".
---@param card Card|Card[]
---@param where any
---@param site Card
---@return Card|Card[]?
function act.sets_ward(card, where, site) end

--- clears: "{card} makes room".
---@param card Card|Card[]
---@return Card|Card[]?
function act.clears(card) end

--- unveils: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.unveils(card) end

--- tends: "".
---@param card Card|Card[]
---@param player Player
---@param site Card
---@return Card|Card[]?
function act.tends(card, player, site) end

--- grows: "buds on a card at {site}: {amount} more".
---@param card Card|Card[]
---@param amount integer
---@param site Card
---@return Card|Card[]?
function act.grows(card, amount, site) end

--- harvests: "{card} is harvested".
---@param card Card|Card[]
---@return Card|Card[]?
function act.harvests(card) end

--- stows: "{player} lays out {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.stows(card, player) end

--- throws_away: "{player} loses {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.throws_away(card, player) end

--- raids: "{player} raids {site}".
---@param site Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.raids(site, player) end

--- approaches: "{player} comes to {ward}".
---@param ward Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.approaches(ward, player) end

--- meets: "{player} meets {ward}".
---@param ward Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.meets(ward, player) end

--- passes_by: "{player} gets past {ward}".
---@param ward Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.passes_by(ward, player) end

--- breaks: "{with} breaks {snare}".
---@param snare Card|Card[]
---@param with Card
---@return Card|Card[]?
function act.breaks(snare, with) end

--- springs: "{snare} springs".
---@param snare Card|Card[]
---@return Card|Card[]?
function act.springs(snare) end

--- raid_ends: "the raid is ended".
---@param player Player|Player[]
---@return Player|Player[]?
function act.raid_ends(player) end

--- reaches: "".
---@param site Card|Card[]
---@return Card|Card[]?
function act.reaches(site) end

--- gets_in: "{player} gets in at {site}".
---@param site Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.gets_in(site, player) end

--- finds: "".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.finds(card, player) end

--- steals: "{player} steals {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.steals(card, player) end

--- uproots: "{player} uproots {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.uproots(card, player) end

--- scratches: "{player} gets {amount} scratches".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.scratches(player, amount) end

--- chills: "{player} catches a chill".
---@param player Player|Player[]
---@return Player|Player[]?
function act.chills(player) end

--- leaves_clue: "".
---@param player Player|Player[]
---@return Player|Player[]?
function act.leaves_clue(player) end

--- gains: "".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.gains(player, amount) end

--- loses: "".
---@param player Player|Player[]
---@param amount integer
---@return Player|Player[]?
function act.loses(player, amount) end

--- late: "{player} loses an hour".
---@param player Player|Player[]
---@return Player|Player[]?
function act.late(player) end

--- chases: "the magpie is chased, strength {strength}".
---@param strength integer
---@return integer?
function act.chases(strength) end

--- discards: "{player} discards {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.discards(card, player) end
