---@meta
--- Fields, records and events of the game `cfs`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias cfs.stance "ready"|"standby"|"attacking"|"frozen"
---@alias cfs.circles "open"|"void"
---@alias cfs.zone "deck"|"hand"|"ring"|"backups"|"discard"|"play"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone cfs.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
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
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
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

---@class (partial) Space
---@field zone cfs.zone The name of its zone.
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
---@field union integer?
---@field pierces integer?
---@field power integer?

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

--- Functions of ring.lua.
ring = {}

--- The power of an attack.
function ring.power(unit) end

--- After an attack characters are frozen, unless something keeps them from it.
function ring.rest(attackers) end

--- What the counter of an attack has against it now: its BP in the ring of the attacked; elsewhere what `power` says.
function ring.resistance(unit, counter) end

--- Cards of a hand are shuffled into the deck of `player`. Those from another deck go back there, and it is shuffled too.
function ring.shuffle_in(player, hand) end

--- `player` loses HP by an action card.
function ring.burn(player, n) end

--- The back-ups beneath a character.
function ring.beneath(card) end

--- `player` discards one card of the hand at random, if there is one.
function ring.discard_at_random(player) end

--- Heads or tails: a character gains or loses `n` BP.
function ring.toss(card, n) end

--- Calls all attacks off. With `frozen` the attackers are frozen at once, else when the turn ends.
function ring.call_off(frozen) end

--- Makes one union of attackers of several units, in this order.
function ring.join(team) end

--- A character gets abilities besides its own.
function ring.give(card, list) end

--- What one character has another one has besides its own.
function ring.take(from, to) end

--- The ability in use goes over to another character, in place of its own.
function ring.pass_on(use, from, to) end

--- A character gets abilities in place of its own.
function ring.teach(card, list) end

--- What one character has another one has instead, in place of its own.
function ring.steal(from, to) end

--- Two characters swap their abilities.
function ring.trade(a, b) end

--- Two characters of one side change places, with those beneath them; one alone has nobody to change with.
function ring.change_places(two) end
