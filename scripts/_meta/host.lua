---@meta
--- What every script sees. Made from the table of host functions; never loaded.
--- `UPDATE=1 cargo test --test it drift` writes it anew.

--- A card in this game.
---@class (partial) Card
---@field has fun(self: Card, field: string, word: string): boolean
---@field is fun(self: Card, status: string): boolean
---@field stored fun(self: Card, field: string): integer

--- A player.
---@class (partial) Player
---@field opponent Player

--- One using of a card or an ability. Its targets are fields under their own names.
---@class (partial) Use
---@field card Card?
---@field user Player
---@field x integer
---@field choices Card[]
---@field paid Card[]
---@field reply_to Use?
---@field cancelled boolean
---@field cancellable boolean
---@field kind string?
---@field timing string?
---@field mode string?
---@field ability Ability?
---@field [string] any

--- An open record. Its fields are those the manifest declares.
---@class (partial) Record

--- The game.
---@class (partial) Game

--- The options of the game.
---@class (partial) Options

--- A space of a zone. Its counters are those the manifest declares.
---@class (partial) Space

--- An ability.
---@class (partial) Ability

---@class AskCard
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field optional? boolean
---@field from? Card[]
---@field [string] any

---@class AskSpace
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field optional? boolean
---@field from? Space[]
---@field [string] any

---@class AskPlayer
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field optional? boolean
---@field from? Player[]
---@field [string] any

---@class AskDef
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field [string] any

---@class AskPath
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field card? Card
---@field from? Space|Card
---@field pick? integer|string
---@field through? boolean

---@class AskYes
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? boolean

---@class AskOption
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? any
---@field options any[]

---@class AskWord
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? string
---@field field string

---@class AskNumber
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? integer
---@field min? integer
---@field max integer

---@class AskOrder
---@field why? string
---@field by? Player
---@field secret? boolean
---@field deadline? integer
---@field default? Card[]
---@field cards Card[]

---@class AskSealed
---@field why? string
---@field players? Player[]
---@field options? any[]
---@field min? integer
---@field max? integer

---@class HowMove
---@field position? string
---@field status? string
---@field slot? integer
---@field of? Player
---@field face? string

---@class HowCreate
---@field owner? Player
---@field of? Player
---@field slot? integer
---@field values? table

---@class HowGrant
---@field lasts? string
---@field uses? integer

---@class HowUse
---@field by? Player
---@field card? Card

---@class By
---@field set? integer
---@field printed_of? Card

---@class Permission
---@field card? Card|Card[]|table
---@field use? table
---@field by? Player|string|table
---@field to? Card|Record|(Card|Record)[]|table
---@field lasts? string

---@class Result
---@field win? Player|Player[]
---@field lose? Player
---@field draw? boolean

--- The player of the running script.
---@type Player
me = nil

--- The player whose turn it is.
---@type Player
active = nil

--- The next player after the one whose turn it is.
---@type Player
inactive = nil

--- The game: its levels by name (`game.turn`), `active`, `first`, `phase`, `batch`, `last_winner`.
---@type Game
game = nil

--- The options of the game by name.
---@type Options
option = nil

ask = {}
act = {}
roll = {}
agenda = {}
board = {}
bit32 = {}

--- Registers a step of the flow under a name. In a game's Lua files only.
---@param name string
---@param step fun(args: table)
function step(name, step) end

--- All cards that match a filter, in the order of their zones. `first = n` and `last = n` cut the list. A list has no fields: read them of one of its cards, as in `list[1].name`.
---@param filter table
---@return Card[]
function cards(filter) end

--- All spaces that match a filter: `spaces{ spaces = "ring", owner = "me", free = true }`.
---@param filter table
---@return Space[]
function spaces(filter) end

--- How many cards match a filter.
---@param filter table
---@return integer
function count(filter) end

--- The sum of a numeric field over a list of cards, or over the cards that match a filter.
---@param field string
---@param what Card[]|table
---@return integer
function sum(field, what) end

--- All players in the order of their seats, or in an order of the manifest.
---@param order? string
---@return Player[]
function players(order) end

--- The space so many steps straight on.
---@param from Space|Card
---@param direction string
---@param n? integer
---@return Space?
function board.step(from, direction, n) end

--- The direction in which something lies straight on, by the shortest way.
---@param from Space|Card
---@param to Space|Card
---@return string?
function board.direction(from, to) end

--- How many steps lie between two spaces of one board.
---@param from Space|Card
---@param to Space|Card
---@return integer?
function board.distance(from, to) end

--- A direction so many turns clockwise.
---@param direction string
---@param n integer
---@return string
function board.turned(direction, n) end

--- The spaces that cells cover, seen from a space in a direction.
---@param cells integer[][]
---@param from Space|Card
---@param direction string
---@return Space[]
function board.cover(cells, from, direction) end

--- The printed names of all card definitions that match a filter.
---@param filter table
---@return string[]
function defs(filter) end

--- What else a target of a use could legally have been; without a slot its first card target. The present choice is left out.
---@param use Use
---@param slot? string
---@return any[]
function choices(use, slot) end

--- Whether a set of cards meets the conditions printed in a field of a card.
---@param card Card
---@param field string
---@param cards Card[]
---@return boolean
function fits(card, field, cards) end

--- The abilities that a card has, those it was given among them, in order; with `kind` those of one kind. Of a filter: what the definitions that match print. An ability has `kind`, `name`, `id` and `card`, the name of the card that prints it.
---@param what Card|table
---@param kind? string
---@return Ability[]
function abilities(what, kind) end

--- Whether nothing forbids the verb for a card.
---@param verb string
---@param card Card
---@param by? Player
---@return boolean
function may(verb, card, by) end

--- The open record of a kind, or nil.
---@param name string
---@return Record?
function record(name) end

--- Whether a list holds a value.
---@param list any[]
---@param value any
---@return boolean
function contains(list, value) end

--- Cards in turn order from a player, then in the order in which they entered their zones.
---@param cards Card[]
---@param first Player
---@return Card[]
function sorted_by_entry(cards, first) end

--- Asks for one card that matches the filter in `spec`. `why` is the prompt, `by` who is asked, `from` a list to choose from, `optional` lets her decline, `secret` hides her answer from the others. `needs` is a list of conditions with words, as of a target: options that do not meet them are refused with the words. `deadline` is a number of seconds, for whoever drives the game with a clock; when they are over `default` counts, or the first legal answer. Without options nil is returned unasked.
---@param spec AskCard
---@return Card?
function ask.card(spec) end

--- Asks for several cards: as `ask.card`, with `pick = "1..3"` or `"1..all"`, and rules about the set such as `sum = { power = "<= 4" }`. A choice that is forced is not asked.
---@param spec AskCard
---@return Card[]
function ask.cards(spec) end

--- Asks for a space: `spaces` names the zone, and `owner`, `slot`, `free`, `holds` say which of its spaces.
---@param spec AskSpace
---@return Space?
function ask.space(spec) end

--- Asks for several spaces: as `ask.space`, with `pick`.
---@param spec AskSpace
---@return Space[]
function ask.spaces(spec) end

--- Asks for a way of single steps on a board: `card` or `from` is where it begins, `pick` how many steps (fewer if it is blocked), `through = true` lets it pass full spaces. Every space of the way is in the answer.
---@param spec AskPath
---@return Space[]
function ask.path(spec) end

--- Asks for a player.
---@param spec AskPlayer
---@return Player?
function ask.player(spec) end

--- Asks yes or no.
---@param spec AskYes
---@return boolean
function ask.yes(spec) end

--- Asks for one of `options`, which are words or texts.
---@param spec AskOption
---@return string
function ask.option(spec) end

--- Asks for any word the catalog knows for the word field `field`.
---@param spec AskWord
---@return string
function ask.word(spec) end

--- Asks for any card definition that matches the filter, and returns its printed name.
---@param spec AskDef
---@return string
function ask.def(spec) end

--- Asks for a whole number from `min` to `max`.
---@param spec AskNumber
---@return integer
function ask.number(spec) end

--- Asks for an order of `cards`, the first on top.
---@param spec AskOrder
---@return Card[]
function ask.order(spec) end

--- Asks several `players` at once, hidden from each other: one of `options`, or a number from `min` to `max`. Returns one answer a player, in the order of seats.
---@param spec AskSealed
---@return any[]
function ask.sealed(spec) end

--- Moves cards to a zone: `"hand"` is their owner's, `"opponent.hand"` somebody's. `how` may hold `position` (`"top"` or `"bottom"`), `status`, `slot`, `of`, the player whose zone it is, and `face` (`"down"`: only its side sees it; `"blind"`: nobody does; to reveal it turns it up). A space stands for its zone and slot; without one cards go to the first free. In place of `how` a position may stand alone: `act.move(c, "deck", "top")`. Returns what really moved.
---@param cards Card|Card[]
---@param to string|Space
---@param how? string|HowMove
---@return Card|Card[]?
function act.move(cards, to, how) end

--- Makes a card that was not in the game: by the id of its definition, or as a copy of a card with what is stored on it. `how` may hold `owner`, `of`, the player whose zone it is, left out: the owner's, `slot` and `values`, a table of stored numbers. Left out, the owner is the player of the script.
---@param def string|Card
---@param to string|Space
---@param how? HowCreate
---@return Card?
function act.create(def, to, how) end

--- Makes a card another one, where it lies. What is stored on it begins anew.
---@param card Card
---@param def string|Card
function act.transform(card, def) end

--- Two cards of one kind of zone change places; they keep all that they have.
---@param card Card
---@param other Card
---@return Card?
function act.swap(card, other) end

--- A player draws, one card after the other; nothing if `n` is not above 0.
---@param player Player
---@param n? integer
function act.draw(player, n) end

--- Shuffles a zone of a player.
---@param player Player
---@param zone string
function act.shuffle(player, zone) end

--- Puts cards of a zone on its top (or, with `"bottom"`, under it) in this order.
---@param player Player
---@param zone string
---@param cards Card[]
---@param where? string
function act.arrange(player, zone, cards, where) end

--- Shows cards to everybody, for good or until `lasts` ends: then they are turned back.
---@param cards Card|Card[]
---@param lasts? string
function act.reveal(cards, lasts) end

--- Lets a player see cards.
---@param player Player
---@param cards Card|Card[]
function act.look(player, cards) end

--- Gives cards a status.
---@param cards Card|Card[]
---@param status string
---@return Card|Card[]?
function act.status(cards, status) end

--- Adds to a counter of a player, a space or the game, or to a stored number of a card; of a list as one batch. It stays within its bounds.
---@param what Card|Player|Space|Game|(Card|Player|Space)[]
---@param counter string
---@param n integer
function act.change(what, counter, n) end

--- Sets a counter or a stored number: as `act.change`.
---@param what Card|Player|Space|Game|(Card|Player|Space)[]
---@param counter string
---@param n integer
function act.set(what, counter, n) end

--- Changes a value for a time: of cards, of a player, or of whatever matches a filter. `by` is a number, a word to add, or `{ set = n }`, `{ printed_of = card }`. It lasts as long as the card stays, or until `lasts` ends: a level, a phase, a record, `"use"`, `"game"`.
---@param what Card|Player|(Card|Player)[]|table
---@param field string
---@param by integer|string|By
---@param lasts? string
function act.modify(what, field, by, lasts) end

--- Forbids a verb for a time. `what` may hold `card`, `use` (a filter), `by` (a player), `lasts`.
---@param verb string
---@param what Permission
function act.forbid(verb, what) end

--- Permits a verb for a time: as `act.forbid`.
---@param verb string
---@param what Permission
function act.permit(verb, what) end

--- Gives a card or a player an ability: one that `abilities` returned, `"card/ability"` of a definition, or one of the manifest's `abilities`. `how` may hold `lasts` and `uses`.
---@param who Card|Player|(Card|Player)[]
---@param ability string|Ability
---@param how? HowGrant
function act.grant(who, ability, how) end

--- Mutes an ability of cards, or all they have: as long as they stay, or until `lasts` ends.
---@param cards Card|Card[]
---@param ability? string|Ability
---@param lasts? string
function act.lose_ability(cards, ability, lasts) end

--- Lets muted abilities of cards work again. With `"printed"` only those that the cards print: what was given to them and lost stays lost.
---@param cards Card|Card[]
---@param which? string
function act.restore(cards, which) end

--- Cancels a use. One that cannot be cancelled goes on.
---@param use Use
function act.cancel(use) end

--- Makes a use affect another card, or another of what its target is. With the slot left out its first card target changes. A use without such a target stays as it is; a slot that it does not have is an error.
---@param use Use
---@param slot_or_new any
---@param new? any
function act.retarget(use, slot_or_new, new) end

--- Takes cards out of the targets of a use: it goes on without them.
---@param use Use
---@param cards Card|Card[]
function act.untarget(use, cards) end

--- Where the card of a use goes when it is settled; with `"top"` on top of what lies there.
---@param use Use
---@param to string
---@param where? string
function act.settle(use, to, where) end

--- Opens a record. `fields` are those that the manifest declares.
---@param record string
---@param fields? table
function act.open(record, fields) end

--- Closes a record, or the open one of a kind.
---@param record string|Record
function act.close(record) end

--- Puts cards into a list of an open record: `act.put("attempt.acting", c)`. `act.put(record, "field", value)` does it to one of several, and sets fields that are no lists; without a value it empties such a field.
---@param list string|Record
---@param values_or_field any
---@param value? any
function act.put(list, values_or_field, value) end

--- Takes cards out of a list of an open record: as `act.put`.
---@param list string|Record
---@param values_or_field any
---@param values? any
function act.take(list, values_or_field, values) end

--- Ends the game: `{ win = player }` (or a list of players who share it), `{ lose = player }` or `{ draw = true }`.
---@param how Result
function act.result(how) end

--- Players lose the game. Who is left alone wins; if nobody is left it is a draw.
---@param players Player|Player[]
function act.lose(players) end

--- Makes a player the first of the game, and it her turn.
---@param player Player
function act.first(player) end

--- Makes it the turn of a player.
---@param player Player
function act.active(player) end

--- A random whole number from `low` to `high`.
---@param low integer
---@param high integer
---@return integer
function roll.number(low, high) end

--- A random element of a list, nil of an empty one; with `n` a list of so many, or of all if there are fewer.
---@param list any[]
---@param n? integer
---@return any
function roll.pick(list, n) end

--- A step that runs when this script has ended.
---@param step string
---@param args? table
function agenda.next(step, args) end

--- A step that runs when this use is settled. A step that no use runs in has no such moment: there it is an error.
---@param step string
---@param args? table
function agenda.after(step, args) end

--- An ability that is used when this script has ended: by `how.by`, as that of `how.card`. It is declared like any other: its player chooses its mode and its targets, and pays what the ability itself asks for. What its kind of use costs is not paid; what cannot be declared has no effect. It goes through the steps of its kind of use, so windows open and replies are possible; its card stays where it lies.
---@param ability Ability|string
---@param how? HowUse
function agenda.use(ability, how) end

--- A level that comes after this one besides the usual ones: an extra turn.
---@param level string
---@param player Player
function agenda.extra(level, player) end

--- A window that opens when this script has ended.
---@param window string
function agenda.window(window) end

--- A remark for the log.
---@param text string
function note(text) end

--- Runs `fn`, and proposes all events it proposed as one batch: simultaneous. Nothing may be asked or drawn in it. Returns what happened.
---@param fn fun()
---@return any[]
function act.together(fn) end

---@param x integer
---@param n integer
---@return integer
function bit32.arshift(x, n) end

---@param ... integer
---@return integer
function bit32.band(...) end

---@param x integer
---@return integer
function bit32.bnot(x) end

---@param ... integer
---@return integer
function bit32.bor(...) end

---@param ... integer
---@return boolean
function bit32.btest(...) end

---@param ... integer
---@return integer
function bit32.bxor(...) end

---@param x integer
---@return integer
function bit32.countlz(x) end

---@param x integer
---@return integer
function bit32.countrz(x) end

---@param x integer
---@param field integer
---@param width? integer
---@return integer
function bit32.extract(x, field, width) end

---@param x integer
---@param n integer
---@return integer
function bit32.lrotate(x, n) end

---@param x integer
---@param n integer
---@return integer
function bit32.lshift(x, n) end

---@param x integer
---@param value integer
---@param field integer
---@param width? integer
---@return integer
function bit32.replace(x, value, field, width) end

---@param x integer
---@param n integer
---@return integer
function bit32.rrotate(x, n) end

---@param x integer
---@param n integer
---@return integer
function bit32.rshift(x, n) end

---@param x number
---@param low number
---@param high number
---@return number
function math.clamp(x, low, high) end

---@param x number
---@return integer
function math.round(x) end

---@param x number
---@return integer
function math.sign(x) end
