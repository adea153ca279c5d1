---@meta
--- What every script sees. Made from the table of host functions; never loaded.
--- `intermezzo new editor` writes it anew.

--- A card in this game.
---@class (partial) Card
---@field has fun(self: Card, field: string, word: string): boolean
---@field is fun(self: Card, status: string): boolean
---@field stored fun(self: Card, field: string): integer

--- A player.
---@class (partial) Player

--- One using of a card or an ability. Its targets are fields under their own names.
---@class (partial) Use
---@field card Card? The card that is used, or on which the ability stands.
---@field user Player The player who uses it.
---@field x integer The number that `x` of the ability came to.
---@field targets any[] All that was chosen, in one list.
---@field choices any[] What else its first target that is a card could have been; if none is a card, its first target that is a player, a use or a space.
---@field is_group boolean Whether one of its targets is a list.
---@field paid Card[] The cards with which the player paid.
---@field reply_to Use? The use to which this one replies.
---@field cancelled boolean Whether something cancelled it.
---@field cancellable boolean Whether nothing forbids to cancel it.
---@field is_copy boolean Whether it is a copy that an effect made.
---@field kind string? The kind of use.
---@field timing string? The timing under which a window offered it.
---@field mode string? The mode that the player chose.
---@field ability Ability The ability that is used.
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
---@field kind string? The kind of ability.
---@field id string Its id.
---@field name string Its text.
---@field card string? The name of the card that prints it; nil for one of the manifest.

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

---@class HowCopy
---@field by? Player
---@field choose? boolean

---@class HowAim
---@field by? Player

---@class By
---@field set? integer
---@field times? integer
---@field at_least? integer
---@field at_most? integer
---@field printed_of? Card
---@field without? string

---@class Permission
---@field card? Card|Card[]|table
---@field use? table
---@field by? Player|string|table
---@field to? Card|Record|(Card|Record)[]|table
---@field lasts? string

---@class Result
---@field win? Player|Player[]
---@field lose? Player|Player[]
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

--- The game: its levels by name (`game.turn`), its counters, and [what it has in every game](#fields-of-the-game).
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

--- Says which keys a table may have that a function of a module is given: another one is an error where the function was called.
---@param given table?
---@param keys string[]
function takes(given, keys) end

--- Lists all cards that match a filter, in the order of their zones or of `ordered_by`. `first = n` and `last = n` cut the list. A list has no fields: read them of one of its cards, as in `list[1].name`.
---@param filter table
---@return Card[]
function cards(filter) end

--- Lists all spaces that match a filter: `spaces{ spaces = "ring", owner = "me", free = true }`.
---@param filter table
---@return Space[]
function spaces(filter) end

--- Counts the cards that match a filter.
---@param filter table
---@return integer
function count(filter) end

--- Adds up a numeric field over a list of cards, or over the cards that match a filter.
---@param field string
---@param what Card[]|table
---@return integer
function sum(field, what) end

--- Lists all players in the order of their seats. `order` names another order of the manifest.
---@param order? string
---@return Player[]
function players(order) end

--- Returns the space that lies `n` steps away in a direction, or nil if there is none. Without `n` it is one step.
---@param from Space|Card
---@param direction string
---@param n? integer
---@return Space?
function board.step(from, direction, n) end

--- Returns the direction in which another space lies straight on, by the shortest way, or nil if it does not.
---@param from Space|Card
---@param to Space|Card
---@return string?
function board.direction(from, to) end

--- Counts the steps between two spaces. Returns nil if they are not on one board.
---@param from Space|Card
---@param to Space|Card
---@return integer?
function board.distance(from, to) end

--- Returns the direction that is `n` turns clockwise of another.
---@param direction string
---@param n integer
---@return string
function board.turned(direction, n) end

--- Lists the spaces that cells cover. The cells are counted from a space that looks in a direction.
---@param cells integer[][]
---@param from Space|Card
---@param direction string
---@return Space[]
function board.cover(cells, from, direction) end

--- Lists the printed names of all card definitions that match a filter.
---@param filter table
---@return string[]
function defs(filter) end

--- Lists what else a target of a use could legally have been. Without `target` it is the first target that is a card. The present choice is left out.
---@param use Use
---@param target? string
---@return any[]
function choices(use, target) end

--- Tells whether a set of cards meets the conditions printed in a field of a card.
---@param card Card
---@param field string
---@param cards Card[]
---@return boolean
function fits(card, field, cards) end

--- Lists the abilities that a card has, in order, with those it was given. `kind` keeps those of one kind. With a filter it lists what the matching definitions print. An ability has `kind`, `name`, `id` and `card`, the name of the card that prints it.
---@param what Card|table
---@param kind? string
---@return Ability[]
function abilities(what, kind) end

--- Tells whether nothing forbids a verb for a card. `by` is the player who would do it; without it, the player of the script.
---@param verb string
---@param card Card
---@param by? Player
---@return boolean
function may(verb, card, by) end

--- Returns the open record of a kind, or nil.
---@param name string
---@return Record?
function record(name) end

--- Tells whether a list holds a value.
---@param list any[]
---@param value any
---@return boolean
function contains(list, value) end

--- Sorts cards in turn order from a player, then in the order in which they entered their zones.
---@param cards Card[]
---@param first Player
---@return Card[]
function sorted_by_entry(cards, first) end

--- Asks for one card that matches the filter in `spec`. `why` is the prompt, and `by` the player who is asked. `from` is a list to choose from. `optional` lets the player decline. `secret` hides the answer from the others. `needs` is a list of conditions with words, as in a target: an option that does not meet one is refused with its words. `deadline` is a number of seconds, for a program that drives the game with a clock. When they are over, `default` counts, or else the first legal answer. If there are no options, nobody is asked and nil is returned.
---@param spec AskCard
---@return Card?
function ask.card(spec) end

--- Asks for several cards, as `ask.card` does for one. `pick` says how many: `"1..3"`, `"1..all"`. Rules about the set such as `sum = { power = "<= 4" }` may stand beside it. If there is only one legal choice, it is made without asking.
---@param spec AskCard
---@return Card[]
function ask.cards(spec) end

--- Asks for a space. `spaces` names the zone; `owner`, `slot`, `free` and `holds` say which of its spaces.
---@param spec AskSpace
---@return Space?
function ask.space(spec) end

--- Asks for several spaces, as `ask.space` does for one. `pick` says how many.
---@param spec AskSpace
---@return Space[]
function ask.spaces(spec) end

--- Asks for a way on a board, in single steps. `card` or `from` is where it begins. `pick` says how many steps it has; a way that is blocked has fewer. `through = true` lets it pass full spaces. Every space of the way is in the answer.
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

--- Asks for a word of the word field `field`. The options are all words of it that the catalog knows.
---@param spec AskWord
---@return string
function ask.word(spec) end

--- Asks for a card definition that matches the filter, and returns its printed name.
---@param spec AskDef
---@return string
function ask.def(spec) end

--- Asks for a whole number from `min` to `max`.
---@param spec AskNumber
---@return integer
function ask.number(spec) end

--- Asks for an order of `cards`. The first of the answer is on top.
---@param spec AskOrder
---@return Card[]
function ask.order(spec) end

--- Asks several `players` at once, without showing one the answer of another. Each chooses one of `options`, or a number from `min` to `max`. Returns one answer for each player who is still in the game, in the order of seats.
---@param spec AskSealed
---@return any[]
function ask.sealed(spec) end

--- Moves cards to a zone. `"hand"` is the hand of their owner, `"opponent.hand"` that of somebody else. A space stands for its zone and slot; without one, cards go to the first free space. `how` may hold `position` (`"top"` or `"bottom"`), `status`, `slot`, `of` (the player whose zone it is) and `face`. With `face = "down"` only the side of the card sees it, with `"blind"` nobody does; `act.reveal` turns it up. A position may stand in place of `how`: `act.move(c, "deck", "top")`. Returns what really moved.
---@param cards Card|Card[]
---@param to string|Space
---@param how? string|HowMove
---@return Card|Card[]?
function act.move(cards, to, how) end

--- Makes a card that was not in the game. `def` is the id of its definition, or a card to copy with what is stored on it. `how.owner` is its owner; without it, the player of the script. `how.of` is the player whose zone it comes to; without it, the owner. `how` may also hold `slot`, and `values`, a table of stored numbers.
---@param def string|Card
---@param to string|Space
---@param how? HowCreate
---@return Card?
function act.create(def, to, how) end

--- Turns a card into another one, where it lies. What is stored on it begins anew.
---@param card Card
---@param def string|Card
function act.transform(card, def) end

--- Lets two cards in zones of one kind change places. They keep all that they have.
---@param card Card
---@param other Card
---@return Card?
function act.swap(card, other) end

--- Lets a player draw `n` cards, one after the other. Without `n` it is one card. If `n` is less than 1, nothing happens.
---@param player Player
---@param n? integer
function act.draw(player, n) end

--- Shuffles a zone of a player.
---@param player Player
---@param zone string
function act.shuffle(player, zone) end

--- Puts cards of a zone on its top in this order. With `"bottom"` they go under it.
---@param player Player
---@param zone string
---@param cards Card[]
---@param where? string
function act.arrange(player, zone, cards, where) end

--- Shows cards to everybody. They stay shown, or are turned back when `lasts` ends.
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

--- Turns cards face up or down where they lie. Face `"down"` only the side of a card may look at it, `"blind"` nobody. They keep all that lies on them.
---@param cards Card|Card[]
---@param to string
---@return Card|Card[]?
function act.face(cards, to) end

--- Lets a card take the place of another one of its owner, which then lies beneath it. What lies on the card in that place stays, and it is known as before: the place is returned, which now is the new card.
---@param card Card
---@param over Card
---@return Card?
function act.cover(card, over) end

--- Lets the card beneath a card take its place again. The former top card goes to `to`.
---@param card Card
---@param to string|Space
---@return Card?
function act.uncover(card, to) end

--- Adds to a counter of a player, a space or the game, or to a stored number of a card. For a list it is one batch. The number stays within its bounds.
---@param what Card|Player|Space|Game|(Card|Player|Space)[]
---@param counter string
---@param n integer
function act.change(what, counter, n) end

--- Sets a counter or a stored number. Its arguments are those of `act.change`.
---@param what Card|Player|Space|Game|(Card|Player|Space)[]
---@param counter string
---@param n integer
function act.set(what, counter, n) end

--- Changes a value of cards, of a player, or of everything that matches a filter, for a time. `by` is a number or a word to add, `{ set = n }`, `{ times = n }`, `{ at_least = n }`, `{ at_most = n }`, `{ printed_of = card }` or `{ without = word }`. The change lasts as long as the card stays, or until `lasts` ends: a level such as `"game"`, a record, `"phase"` or `"use"`.
---@param what Card|Player|(Card|Player)[]|table
---@param field string
---@param by integer|string|By
---@param lasts? string
function act.modify(what, field, by, lasts) end

--- Forbids a verb for a time. `what` may hold `card`, `use` (a filter), `by` (a player), `to` and `lasts`.
---@param verb string
---@param what Permission
function act.forbid(verb, what) end

--- Permits a verb for a time. Its arguments are those of `act.forbid`.
---@param verb string
---@param what Permission
function act.permit(verb, what) end

--- Gives a card or a player an ability. It is one that `abilities` returned, `"card/ability"` of a definition, or one of the manifest's `abilities`. `how` may hold `lasts`, and `uses`, how often it can be used.
---@param who Card|Player|(Card|Player)[]
---@param ability string|Ability
---@param how? HowGrant
function act.grant(who, ability, how) end

--- Takes an ability away from cards, or all their abilities. They have lost it for as long as they stay, or until `lasts` ends.
---@param cards Card|Card[]
---@param ability? string|Ability
---@param lasts? string
function act.lose_ability(cards, ability, lasts) end

--- Gives abilities that cards have lost back to them. With `"printed"` they get back only those that they print: what was given to them and lost stays lost.
---@param cards Card|Card[]
---@param which? string
function act.restore(cards, which) end

--- Cancels a use. A use that cannot be cancelled goes on.
---@param use Use
function act.cancel(use) end

--- Makes a use affect another card, or another object of the kind that its target is. Without the name of a target, its first target that is such an object changes: a card, a player, a use or a space. A use without such a target stays as it is. The name of a target that it does not have is an error.
---@param use Use
---@param target_or_new any
---@param new? any
function act.retarget(use, target_or_new, new) end

--- Takes cards out of the targets of a use, which goes on without them.
---@param use Use
---@param cards Card|Card[]
function act.untarget(use, cards) end

--- Makes a use another player's: what is left of it is done as if that player had used it. A use that is over or cancelled stays as it is.
---@param use Use
---@param player Player
function act.take_over(use, player) end

--- Attaches cards to another card, its host. Without a host they are attached to none any more. They stay where they are, and are attached to nothing when they or their host go to another zone. Nothing is attached to what it carries itself, nor to a card that hangs on 32 others, one on the other.
---@param cards Card|Card[]
---@param host? Card
function act.attach(cards, host) end

--- Makes cards a player's to use. They stay where they lie, keep all they have, and stay their owner's. It lasts as long as a card stays, or until `lasts` ends; then it is again whose it was. A card that the player does not see stays as it is.
---@param cards Card|Card[]
---@param player Player
---@param lasts? string
function act.control(cards, player, lasts) end

--- Says where the card of a use goes when the use is settled. With `"top"` it goes on top of what lies there.
---@param use Use
---@param to string
---@param where? string
function act.settle(use, to, where) end

--- Opens a record. `fields` holds fields that the manifest declares.
---@param record string
---@param fields? table
function act.open(record, fields) end

--- Closes a record, or the open record of a kind.
---@param record string|Record
function act.close(record) end

--- Puts cards into a list of an open record: `act.put("attempt.acting", c)`. `act.put(record, "field", value)` does the same for one of several open records. It also sets a field that is no list; without a value it empties that field.
---@param list string|Record
---@param values_or_field any
---@param value? any
function act.put(list, values_or_field, value) end

--- Takes cards out of a list of an open record. Its arguments are those of `act.put`.
---@param list string|Record
---@param values_or_field any
---@param values? any
function act.take(list, values_or_field, values) end

--- Ends the game. `how` is `{ win = player }`, `{ lose = player }` or `{ draw = true }`. `win` and `lose` may be lists of players. Who has lost before does not win by `lose`; if nobody is left, the game is lost.
---@param how Result
function act.result(how) end

--- Lets players lose the game. A player who is left alone wins. If nobody is left, it is a draw.
---@param players Player|Player[]
function act.lose(players) end

--- Makes a player the first of the game. It becomes the turn of that player.
---@param player Player
function act.first(player) end

--- Makes it the turn of a player.
---@param player Player
function act.active(player) end

--- Returns a random whole number from `low` to `high`.
---@param low integer
---@param high integer
---@return integer
function roll.number(low, high) end

--- Returns a random element of a list, or nil if the list is empty. With `n` it returns a list of `n` elements, or of all if there are fewer.
---@param list any[]
---@param n? integer
---@return any
function roll.pick(list, n) end

--- Runs a step when this script has ended.
---@param step string
---@param args? table
function agenda.next(step, args) end

--- Runs a step when this use is settled. Where no use runs there is no such moment, and it is an error.
---@param step string
---@param args? table
function agenda.after(step, args) end

--- Uses an ability when this script has ended. `how.by` is the player who uses it, `how.card` the card to which it then belongs. It is declared like any other: its player chooses its mode and its targets, and pays what the ability itself asks for. What its kind of use costs is not paid. If it cannot be declared, it has no effect. It goes through the steps of its kind of use, so windows open and replies are possible. Its card stays where it lies.
---@param ability Ability|string
---@param how? HowUse
function agenda.use(ability, how) end

--- Makes a copy of a use when this script has ended. Nobody used the copy, and it costs nothing. It has the targets, the mode, `x` and `paid` of the use, and goes through the steps of its kind of use, so windows open about it; its card stays where it lies. `how.by` is the player whose copy it is; without it, the player of the script. With `how.choose` that player may choose other targets, if all of them can be chosen. A use that is over or cancelled is not copied.
---@param use Use
---@param how? HowCopy
function agenda.copy(use, how) end

--- Lets a player choose the targets of a use anew when this script has ended: cards, players, uses, whatever they are. What may be chosen is what the user of it may choose now, and its present targets among that. `how.by` is the player who chooses; without it, the player of the script. If not all targets can be chosen, the use stays as it is.
---@param use Use
---@param how? HowAim
function agenda.aim(use, how) end

--- Adds a level after this one, such as an extra turn: one that the flow plays for one player after the other (`alternate: true`).
---@param level string
---@param player Player
function agenda.extra(level, player) end

--- Opens a window when this script has ended.
---@param window string
function agenda.window(window) end

--- Writes a remark into the log. Those read it who saw all that the script read before.
---@param text string
function note(text) end

--- Runs `fn`, and proposes all events of it as one batch: they are simultaneous. Inside `fn` nothing may be asked or drawn. Returns what happened.
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
