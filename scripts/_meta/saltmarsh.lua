---@meta
--- Fields, records and events of the game `saltmarsh`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias saltmarsh.upright "ready"|"tired"
---@alias saltmarsh.known "unseen"|"seen"
---@alias saltmarsh.zone "figure"|"deck"|"burden"|"hand"|"table"|"laid"|"discard"|"gone"|"played"|"places"|"marsh"|"deep"|"drift"|"fate"|"tides"|"tasks"|"past"|"bag"|"box"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone saltmarsh.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_upright saltmarsh.upright
---@field status_known saltmarsh.known
---@field wit integer
---@field grit integer
---@field guile integer
---@field health integer
---@field nerve integer
---@field star integer
---@field cost integer
---@field icons string[]
---@field hands integer
---@field uses integer
---@field holds string
---@field fog integer
---@field hides integer
---@field stage integer
---@field ways string[]
---@field fight integer
---@field slip integer
---@field hits integer
---@field frights integer
---@field marks string[]
---@field lair string[]
---@field copies integer
---@field height integer
---@field need integer
---@field by integer
---@field sort string[]
---@field harm integer
---@field dread integer
---@field signs integer
---@field water integer
---@field steps integer
---@field twins integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field team integer
---@field wit integer
---@field grit integer
---@field guile integer
---@field foes integer
---@field all_signs integer
---@field star integer
---@field held integer
---@field hands integer
---@field helpers integer
---@field walk_cost integer
---@field income integer
---@field reach integer
---@field actions integer
---@field done integer
---@field coins integer
---@field signs integer

---@class (partial) Space
---@field zone saltmarsh.zone The name of its zone.
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
---@field night string

---@class saltmarsh.test: Record
---@field who Player?
---@field skill string?
---@field against integer?
---@field plus integer?

--- Nil if none is open.
---@param name "test"
---@return saltmarsh.test?
function record(name) end

--- goes: "{card} goes to {to}".
---@param card Card|Card[]
---@param to Card
---@return Card|Card[]?
function act.goes(card, to) end

--- comes: "{card} comes to {to}".
---@param card Card|Card[]
---@param to Card
---@return Card|Card[]?
function act.comes(card, to) end

--- notices: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.notices(card) end

--- engages: "{card} engages {keeper}".
---@param card Card|Card[]
---@param keeper Card
---@return Card|Card[]?
function act.engages(card, keeper) end

--- tires: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.tires(card) end

--- spends: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.spends(card) end

--- attacks: "{card} attacks {player}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.attacks(card, player) end

--- hurts: "{player} is hurt (harm {harm}, dread {dread})".
---@param player Player|Player[]
---@param harm integer
---@param dread integer
---@return Player|Player[]?
function act.hurts(player, harm, dread) end

--- wounds: "{card} takes {n} harm".
---@param card Card|Card[]
---@param n integer
---@return Card|Card[]?
function act.wounds(card, n) end

--- scares: "{card} takes {n} dread".
---@param card Card|Card[]
---@param n integer
---@return Card|Card[]?
function act.scares(card, n) end

--- heals: "{card} loses 1 harm".
---@param card Card|Card[]
---@return Card|Card[]?
function act.heals(card) end

--- calms: "{card} loses 1 dread".
---@param card Card|Card[]
---@return Card|Card[]?
function act.calms(card) end

--- dies: "{card} is overcome".
---@param card Card|Card[]
---@return Card|Card[]?
function act.dies(card) end

--- drops: "{card} is discarded".
---@param card Card|Card[]
---@return Card|Card[]?
function act.drops(card) end

--- ends: "{card} is over".
---@param card Card|Card[]
---@return Card|Card[]?
function act.ends(card) end

--- falls: "{card} falls".
---@param card Card|Card[]
---@return Card|Card[]?
function act.falls(card) end

--- gets: "".
---@param player Player|Player[]
---@param n integer
---@return Player|Player[]?
function act.gets(player, n) end

--- finds: "{player} finds a sign at {place}".
---@param player Player|Player[]
---@param place Card
---@return Player|Player[]?
function act.finds(player, place) end

--- rises: "the water on {card} rises by {n}".
---@param card Card|Card[]
---@param n integer
---@return Card|Card[]?
function act.rises(card, n) end

--- floods: "{card}: the water is there".
---@param card Card|Card[]
---@return Card|Card[]?
function act.floods(card) end

--- completes: "{card} is done".
---@param card Card|Card[]
---@return Card|Card[]?
function act.completes(card) end

--- befalls: "{card} befalls {player}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.befalls(card, player) end

--- draws_shell: "".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.draws_shell(card, player) end

--- passes: "{player} passes the test by {by}".
---@param player Player|Player[]
---@param by integer
---@return Player|Player[]?
function act.passes(player, by) end

--- fails: "{player} fails the test by {by}".
---@param player Player|Player[]
---@param by integer
---@return Player|Player[]?
function act.fails(player, by) end
