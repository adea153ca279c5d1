---@meta
--- Fields, records and events of the game `swordgirls`. Made from its manifest; never loaded.
--- `intermezzo new editor` writes it anew.

---@alias swordgirls.activity "ready"|"done"
---@alias swordgirls.laid "old"|"new"
---@alias swordgirls.zone "character"|"deck"|"hand"|"field"|"grave"|"removed"

---@class (partial) Card
---@field name string The printed name.
---@field id string The id of its definition.
---@field type string Its type.
---@field zone swordgirls.zone The name of the zone in which it lies.
---@field slot integer The number of its space in the zone, from 1; 0 if the zone is one pile.
---@field space Space The space on which it lies; in a script, the name of the zone if that is one pile.
---@field owner Player? The player whose deck it came from; nil for a card of the game itself.
---@field controller Player The player who acts with it now.
---@field put_by Player? The player from whose zone it came; nil if it came from nobody's.
---@field host Card? The card to which it is attached; nil if it is attached to none.
---@field carries Card[] The cards that are attached to it, in the order in which they were.
---@field now Card The card as it is now: of one that left play all else is [as it last was](last-known.md).
---@field status_activity swordgirls.activity
---@field status_laid swordgirls.laid
---@field life integer
---@field size integer
---@field atk integer
---@field def integer
---@field sta integer
---@field modes integer
---@field faction string[]
---@field limit integer
---@field points integer
---@field number string
---@field family string[]
---@field episode string
---@field rarity string[]
---@field dungeon string
---@field chosen integer

---@class (partial) Player
---@field name string `player 1` and so on.
---@field seat integer The number of the seat, from 0.
---@field opponent Player The next player after this one.
---@field lost integer 1 if the player has lost this game, 0 otherwise.
---@field wins integer How many games of the match the player has won.
---@field left Player The player on the left: the next one, as `opponent`.
---@field right Player The player on the right: the one before.
---@field partner Player? The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.
---@field field_size integer
---@field life integer
---@field shuffles integer
---@field peeks integer
---@field led integer

---@class (partial) Space
---@field zone swordgirls.zone The name of its zone.
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
---@field deck_size integer
---@field hand_size integer
---@field full_hand_discards boolean
---@field abilities_after_reveal boolean
---@field ability_order string
---@field choose_slot boolean
---@field take_back boolean
---@field attack_skills_on_direct boolean
---@field double_defeat string
---@field stat_floor string
---@field faction_lock boolean
---@field max_activations integer
---@field max_rounds integer
---@field placement_seconds integer

---@class swordgirls.fight: Record
---@field attacker Card[]
---@field defender Card[]

--- Nil if none is open.
---@param name "fight"
---@return swordgirls.fight?
function record(name) end

--- coin_won: "{player} wins the coin".
---@param player Player|Player[]
---@return Player|Player[]?
function act.coin_won(player) end

--- life_loss: "{player} loses {amount} life".
---@param player Player|Player[]
---@param amount integer
---@param card? Card
---@return Player|Player[]?
function act.life_loss(player, amount, card) end

--- defeat: "{card} is defeated".
---@param card Card|Card[]
---@return Card|Card[]?
function act.defeat(card) end

--- destroy: "{card} is destroyed".
---@param card Card|Card[]
---@return Card|Card[]?
function act.destroy(card) end

--- Functions of field.lua.
field = {}

--- The numbers of a follower.
field.stats = nil

--- The followers on the field that match a filter, the lowest slot first.
function field.followers(filter) end

--- The first and the last of them, or nil.
function field.first(filter) end

function field.last(filter) end

--- `n` random followers that match, or all of them if there are fewer.
function field.random(n, filter) end

--- The one with the most or the least of a number, the lowest slot among equals, or nil.
function field.most(stat, filter) end

function field.least(stat, filter) end

--- A follower and those in the slots beside it.
function field.around(card) end

--- The card in a slot of a player's field, or nil.
function field.at(player, slot) end

--- What the cards on a player's field have as SIZE together.
function field.size(player) end

--- The one that this follower fights; nil if it hits the character.
function field.foe(card) end

--- A player's character, and whether it is called so.
function field.character(player) end

function field.called(player, name) end

--- Whether a player has won this round's coin.
function field.won_coin(player) end

--- Changes numbers of a card, or of each of a list, at once: `field.add(card, { atk = 1, sta = -2 })`.
function field.add(what, by) end

--- The same as a part of what happens at once anyway.
function field.change(what, by) end

--- Two followers exchange their numbers, and with `skills` what they can do.
--- What another card or a spell adds for a time belongs to neither of them and stays where it is.
function field.exchange(a, b, skills) end

--- Cards in the order in which they leave: each list from slot 5 to slot 1.
function field.leaving(...) end

--- Cards leave the field for the Graves of their sides, without loss of life.
function field.send(...) end

--- Cards go from the field under the decks of their sides; returns whether any did.
function field.under(what) end

--- The next empty slot above the one of a card, or nil.
function field.next_free(card) end

--- A card moves to another slot of its field, as it is.
function field.shift(card, slot) end

--- A card comes to the first empty slot of a player, as it is or with a status; nil if there is no room.
function field.take(card, player, status) end

--- A player draws until the hand holds `n` cards.
function field.draw_to(player, n) end

--- The first cards of a type in two hands change places.
function field.trade(kind, a, b) end

--- The card of a use stays where it is, done for this round.
function field.stay(use) end

--- Followers that match a filter and have skills.
function field.skilled(filter) end

--- A follower learns a skill, for good until the Grave; false if it has three already.
function field.learn(card, skill) end

--- A follower loses the skill that is in use.
function field.forget(card, use) end

--- A follower loses all skills; returns whether it had any.
function field.forget_all(card) end

--- The skill in use becomes another one, which works once.
function field.turn_into(card, use, skill) end
