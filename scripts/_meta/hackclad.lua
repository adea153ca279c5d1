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

--- Functions of clad.lua.
clad = {}

--- The figure of the Clad.
function clad.figure() end

--- The Clad cannot be moved until that ends; it may turn.
function clad.lock(lasts) end

--- Turns it left, right or around.
function clad.turn(how) end

--- The direction in which the witch of a player sees it.
function clad.seen_by(player) end

--- Turns its back to the witch of a player.
function clad.turn_back_to(player) end

--- Whether the witch of a player stands directly behind it.
function clad.is_behind(player) end

--- Whether the witch of a player stands directly in front of it.
function clad.is_facing(player) end

--- Repels it in a direction, once everything else of the use is done.
function clad.repel(facing, n) end

--- Pulls it towards the witch of a player, who looks at it in a direction.
function clad.pull(player, facing, n) end

--- Functions of deck.lua.
deck = {}

--- The deck is made anew: 1 CP, a card of the Enhanced deck for one of the discard pile, a shuffle.
function deck.reform(player) end

--- A player looks at the top card.
function deck.look(player) end

--- A player shows the top card to all.
function deck.reveal(player) end

--- True for an attack card; false for nil.
function deck.is_attack(card) end

--- Cards go from the deck to the discard pile; an empty deck is not reformed for it. Returns the last one.
function deck.mill(player, n) end

--- A player discards a card of her hand, if she has one.
function deck.discard(player) end

--- A player, whose turn it is, may swap her Turn card for one of her hand, both hidden.
function deck.swap_turn_card(player) end

--- A card of the hand for one of the Enhanced deck.
function deck.upgrade(given, taken) end

--- Toll: among the others the richest gives one shard to the poorest; who uses it decides ties.
function deck.toll(player) end

--- Functions of defence.lua.
defence = {}

--- The attack that is being answered does less damage to a player.
function defence.reduce(player, n) end

--- Attacks do no damage to a player until that ends. Charges do not care.
function defence.immune(player, lasts) end

--- The attack that is being answered does not strike these spaces.
function defence.spare(list) end

--- A player is injured: shards drop where her witch stood, who leaves the field.
function defence.hurt(player, damage) end

--- Functions of strike.lua.
strike = {}

--- A player deals damage to the Clad, wherever it stands, and gains as many shards.
function strike.deal(player, n, card) end

--- The attack of a card: `more` is added to its ATK. Returns the direction and the total.
function strike.hit(use, more) end

--- All attacks of a player have more ATK until that ends.
function strike.stoke(player, n, lasts) end

--- All attacks of a player but this card have more ATK until that ends.
function strike.stoke_others(player, n, lasts) end

--- Functions of walk.lua.
walk = {}

--- The figure of a player, on the field or on her Turn card.
function walk.figure(player) end

--- True if a player's figure stands on the field.
function walk.is_here(player) end

--- Whether the figure of a player stands beside the Clad.
function walk.beside_clad(player) end

--- A player takes shards that lie on a space: all, or at most `n`.
function walk.pick_up(player, space, n) end

--- A figure steps onto a free space and takes what lies there.
function walk.step(player, space) end

--- Moves `n` spaces: fewer only where the way is blocked.
function walk.move(player, n) end

--- Moves up to `n` spaces.
function walk.up_to(player, n) end

--- Moves `n` spaces past whoever stands there, onto a free one.
function walk.through(player, n) end

--- Moves one space straight on, if that space is free.
function walk.hook(player, facing) end

--- Places the figure on one of these spaces: that is one space moved.
function walk.place(player, free) end

--- Where a figure may enter: free Entry Points or, if none is free, free spaces.
function walk.entries() end

--- A figure that lies on its Turn card comes back to the field.
function walk.enter(player) end
