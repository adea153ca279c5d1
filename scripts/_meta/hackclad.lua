---@meta
--- Fields, records and events of the game `hackclad`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias hackclad.facing "north"|"east"|"south"|"west"
---@alias hackclad.done "open"|"completed"
---@alias hackclad.zone "deck"|"hand"|"discard"|"enhanced"|"resolving"|"turn_slots"|"standby"|"clad_deck"|"clad_slots"|"clad_resolved"|"clad_reserve"|"clad_aside"|"display"|"missions"|"field"|"parked"|"box"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone hackclad.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_facing hackclad.facing
---@field status_done hackclad.done
---@field witch string[]
---@field tier string[]
---@field atk integer
---@field range integer[][]
---@field vp integer
---@field tags string[]
---@field mp integer
---@field moves integer
---@field focuses integer
---@field guards integer
---@field difficulty integer
---@field attack_stars integer
---@field defence_stars integer
---@field ahead integer[][]
---@field voltage integer
---@field set string[]
---@field replaces string[]
---@field icons string[]
---@field strikes integer[][]
---@field drops integer[][]
---@field advance integer
---@field at string[]
---@field done_if boolean
---@field number string
---@field power integer
---@field twins integer
---@field team integer
---@field team_twins integer

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
---@field guard integer
---@field keeps_shards integer
---@field hand_size integer
---@field move_limit integer
---@field focus_limit integer
---@field guard_limit integer
---@field steps_round integer
---@field circulating integer
---@field card_vp integer
---@field mission_vp integer
---@field missions_done integer
---@field score integer
---@field shards integer
---@field mp integer
---@field cp integer
---@field injuries integer
---@field place integer
---@field prevented integer
---@field ended integer
---@field damage_round integer
---@field damage_card integer
---@field landed_round integer
---@field attacks_turn integer
---@field steps integer
---@field passes_over integer
---@field pickups_round integer
---@field moves_used integer
---@field focuses_used integer
---@field guards_used integer

---@class (partial) Space
---@field zone hackclad.zone The name of its zone.
---@field slot integer Its number in the zone, from 1; 0 if the zone is one pile.
---@field column integer? Its column on a board; nil elsewhere.
---@field row integer? Its row on a board; nil elsewhere.
---@field owner Player? The player whose zone it is; nil if the zone is shared.
---@field card Card? The first card on it.
---@field cards Card[] The cards on it.
---@field shards integer
---@field markers integer

---@class (partial) Game
---@field active Player The player whose turn it is.
---@field first Player The first player of the game.
---@field phase string? The phase; nil between phases.
---@field batch integer The number of the batch of events that happened last.
---@field players integer How many players there are.
---@field last_winner Player? The player who won the game of the match that ended last; nil if nobody did, or several.
---@field game integer
---@field round integer
---@field turn integer
---@field voltage integer
---@field clad_steps integer

---@class (partial) Options
---@field mode string
---@field expert boolean
---@field same_witches boolean
---@field beginner_missions boolean

---@class hackclad.coming: Record
---@field by Card?
---@field card Card?

--- Nil if none is open.
---@param name "coming"
---@return hackclad.coming?
function record(name) end

---@class hackclad.assault: Record
---@field by Card?
---@field charge integer?
---@field cells any
---@field facing string?
---@field removed Space[]

--- Nil if none is open.
---@param name "assault"
---@return hackclad.assault?
function record(name) end

--- stepped: "{card} moves to {to}".
---@param card Card|Card[]
---@param to any
---@return Card|Card[]?
function act.stepped(card, to) end

--- entered: "{card} enters at {to}".
---@param card Card|Card[]
---@param to any
---@return Card|Card[]?
function act.entered(card, to) end

--- passed_over: "{card} passes over {over}".
---@param card Card|Card[]
---@param over any
---@return Card|Card[]?
function act.passed_over(card, over) end

--- advanced: "{card} moves to {to}".
---@param card Card|Card[]
---@param to any
---@return Card|Card[]?
function act.advanced(card, to) end

--- picked_up: "{player} picks up {amount} from {from}".
---@param player Player|Player[]
---@param from any
---@param amount integer
---@return Player|Player[]?
function act.picked_up(player, from, amount) end

--- clad_hit: "{player} deals {amount} damage to the Clad".
---@param player Player|Player[]
---@param amount integer
---@param card? Card
---@return Player|Player[]?
function act.clad_hit(player, amount, card) end

--- landed: "".
---@param player Player|Player[]
---@param card Card
---@return Player|Player[]?
function act.landed(player, card) end

--- hurt: "{player} takes {damage} damage and places {lost} on {space}".
---@param player Player|Player[]
---@param damage integer
---@param lost integer
---@param card Card
---@param space any
---@return Player|Player[]?
function act.hurt(player, damage, lost, card, space) end

--- extra_cost: "{card} is discarded as a cost".
---@param card Card|Card[]
---@return Card|Card[]?
function act.extra_cost(card) end

--- move_cost: "{card} is discarded for +1 Move".
---@param card Card|Card[]
---@return Card|Card[]?
function act.move_cost(card) end

--- focus_cost: "{card} is discarded for +1 MP".
---@param card Card|Card[]
---@return Card|Card[]?
function act.focus_cost(card) end

--- guard_cost: "{card} is discarded for -1 DMG".
---@param card Card|Card[]
---@return Card|Card[]?
function act.guard_cost(card) end

--- milled: "".
---@param card Card|Card[]
---@return Card|Card[]?
function act.milled(card) end

--- reformed: "{player} reforms her deck".
---@param player Player|Player[]
---@return Player|Player[]?
function act.reformed(player) end

--- taken: "{player} takes {card}".
---@param card Card|Card[]
---@param player Player
---@return Card|Card[]?
function act.taken(card, player) end

--- completed: "{card} is completed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.completed(card) end

---@module "scripts.hackclad.clad"
clad = nil

---@module "scripts.hackclad.deck"
deck = nil

---@module "scripts.hackclad.defence"
defence = nil

---@module "scripts.hackclad.strike"
strike = nil

---@module "scripts.hackclad.walk"
walk = nil
