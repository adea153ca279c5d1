//! API: every host function, once. Wrappers, stubs and the reference page are made from this table.

use mlua::{Lua, Table, Value as LuaValue};

use super::host::Host;
use super::params::{self, Param};
use super::takes::Takes::{self, *};
use super::takes::*;
use super::{act, act_abilities, act_records, act_uses, agenda, ask, convert, lasting, make, read, space};
use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::kernel::model::value::EventId;
use crate::kernel::{Value, World};

/// One host function.
pub struct HostFn {
    /// Its name in Lua, with its table: `act.move`.
    pub path: &'static str,
    /// Parameters and results as an editor's stub writes them.
    pub signature: &'static str,
    /// What each argument may be, in the order of the signature, which says what may be left out.
    pub takes: &'static [&'static [Takes]],
    /// What it does, in one or two sentences.
    pub doc: &'static str,
    /// Whether it may wait for an answer or for other rules, so that the script is suspended.
    pub waits: Waits,
    /// What it does.
    pub call: fn(&mut Call) -> Result<Reply, String>,
}

/// When a host function waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// It answers at once.
    Never,
    /// It may wait in any game.
    Always,
    /// It waits in games that have something to do after such an event, or checks.
    IfAnswered(EventId),
}

/// A call of a host function.
pub struct Call<'a> {
    /// The VM.
    pub lua: &'a Lua,
    /// Its host.
    pub host: &'a Host,
    /// The game.
    pub world: &'a mut World,
    /// What the script gave.
    pub args: &'a [LuaValue],
}

/// What a host function answers.
pub enum Reply {
    /// A value of the game.
    Value(Value),
    /// A value of Lua.
    Lua(LuaValue),
    /// It waits: tasks were put on the stack, and what they return is the answer.
    Wait {
        /// Whether the answer is the list of what happened, or its first element.
        list: bool,
    },
}

impl HostFn {
    /// The names of its parameters, and whether each may be left out.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let inner = self.signature.strip_prefix('(').unwrap_or("");
        // Types may have brackets of their own.
        let end = inner.find("): ").or(inner.rfind(')')).unwrap_or(0);
        let inner = &inner[..end];
        let names = inner.split(',').filter_map(|one| one.split_once(':'));
        names.map(|(name, _)| (name.trim().trim_end_matches('?'), name.trim().ends_with('?')))
    }

    /// Checks what a script gave, and does it.
    ///
    /// # Errors
    ///
    /// What is wrong with the arguments, or with doing it now, with the name of the function.
    pub(super) fn run(&self, params: &[Param], call: &mut Call) -> Result<Reply, String> {
        let reply = params::check(params, call.args).and_then(|()| (self.call)(call));
        reply.map_err(|message| format!("{}: {message}", self.path))
    }
}

impl Call<'_> {
    /// An argument as it is.
    pub fn raw(&self, i: usize) -> &LuaValue {
        self.args.get(i).unwrap_or(&LuaValue::Nil)
    }

    /// An argument as a value of the game.
    pub fn value(&self, i: usize) -> Result<Value, String> {
        convert::from_lua(self.world, self.raw(i))
    }

    /// An argument that is a table of named parts, or nothing.
    pub fn table(&self, i: usize) -> Result<Option<Table>, String> {
        match self.raw(i) {
            LuaValue::Nil => Ok(None),
            LuaValue::Table(t) => Ok(Some(t.clone())),
            other => Err(format!("a table expected, found {}", other.type_name())),
        }
    }

    /// A part of a table.
    pub fn part(&self, table: &Table, key: &str) -> Result<LuaValue, String> {
        table.raw_get(key).map_err(|e| e.to_string())
    }

    /// An argument that is a word or a text.
    pub fn text(&self, i: usize, what: &str) -> Result<String, String> {
        match self.raw(i) {
            LuaValue::String(s) => Ok(s.to_string_lossy()),
            other => Err(format!("{what} expected, found {}", other.type_name())),
        }
    }

    /// An argument that is a player.
    pub fn seat(&self, i: usize) -> Result<crate::kernel::Seat, String> {
        self.value(i)?.seat().ok_or_else(|| "a player expected".into())
    }

    /// An argument that is a card.
    pub fn card(&self, i: usize) -> Result<crate::kernel::Card, String> {
        self.value(i)?.card().ok_or_else(|| "a card expected".into())
    }

    /// An argument that is a whole number.
    pub fn int(&self, i: usize) -> Result<i64, String> {
        self.value(i)?.int().ok_or_else(|| "a whole number expected".into())
    }
}

/// Tables that host functions take, with their keys. `...`: a filter as well, whose keys are those of the filter language.
#[rustfmt::skip]
pub(super) static SHAPES: &[(&str, &str)] = &[
    ("AskCard", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Card[], ..."),
    ("AskSpace", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Space[], ..."),
    ("AskPlayer", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Player[], ..."),
    ("AskDef", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, ..."),
    ("AskPath", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, card?: Card, from?: Space|Card, pick?: integer|string, through?: boolean"),
    ("AskYes", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: boolean"),
    ("AskOption", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, options: any[]"),
    ("AskWord", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: string, field: string"),
    ("AskNumber", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: integer, min?: integer, max: integer"),
    ("AskOrder", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: Card[], cards: Card[]"),
    ("AskSealed", "why?: string, players?: Player[], options?: any[], min?: integer, max?: integer"),
    ("HowMove", "position?: string, status?: string, slot?: integer, of?: Player, face?: string"),
    ("HowCreate", "owner?: Player, of?: Player, slot?: integer, values?: table"),
    ("HowGrant", "lasts?: string, uses?: integer"),
    ("HowUse", "by?: Player, card?: Card"),
    ("By", "set?: integer, printed_of?: Card"),
    ("Permission", "card?: Card|Card[]|table, use?: table, by?: Player|string|table, to?: Card|Record|(Card|Record)[]|table, lasts?: string"),
    ("Result", "win?: Player|Player[], lose?: Player, draw?: boolean"),
];

macro_rules! host_fns {
    ($($path:literal, $signature:literal, [$($takes:expr),*], $waits:expr, $call:path, $doc:literal;)*) => {
        &[$(HostFn { path: $path, signature: $signature, takes: &[$($takes),*], doc: $doc, waits: $waits, call: $call }),*]
    };
}

/// All host functions.
pub static TABLE: &[HostFn] = host_fns! {
    // ---- read ----
    "cards", "(filter: table): Card[]", [FILTER], Waits::Never, read::cards, "All cards that match a filter, in the order of their zones. `first = n` and `last = n` cut the list. A list has no fields: read them of one of its cards, as in `list[1].name`.";
    "spaces", "(filter: table): Space[]", [&[Filter(Class::Zone)]], Waits::Never, read::spaces, "All spaces that match a filter: `spaces{ spaces = \"ring\", owner = \"me\", free = true }`.";
    "count", "(filter: table): integer", [FILTER], Waits::Never, read::count, "How many cards match a filter.";
    "sum", "(field: string, what: Card[]|table): integer", [&[Word(WordOf::Number)], &[Cards, Filter(Class::Card)]], Waits::Never, read::sum, "The sum of a numeric field over a list of cards, or over the cards that match a filter.";
    "players", "(order?: string): Player[]", [&[Word(WordOf::Order)]], Waits::Never, read::players, "All players in the order of their seats, or in an order of the manifest.";
    "board.step", "(from: Space|Card, direction: string, n?: integer): Space?", [SPACE, &[Word(WordOf::Direction)], &[Int]], Waits::Never, space::step, "The space so many steps straight on.";
    "board.direction", "(from: Space|Card, to: Space|Card): string?", [SPACE, SPACE], Waits::Never, space::direction, "The direction in which something lies straight on, by the shortest way.";
    "board.distance", "(from: Space|Card, to: Space|Card): integer?", [SPACE, SPACE], Waits::Never, space::distance, "How many steps lie between two spaces of one board.";
    "board.turned", "(direction: string, n: integer): string", [&[Word(WordOf::Direction)], &[Int]], Waits::Never, space::turned, "A direction so many turns clockwise.";
    "board.cover", "(cells: integer[][], from: Space|Card, direction: string): Space[]", [&[List], SPACE, &[Word(WordOf::Direction)]], Waits::Never, space::cover, "The spaces that cells cover, seen from a space in a direction.";
    "defs", "(filter: table): string[]", [FILTER], Waits::Never, read::defs, "The printed names of all card definitions that match a filter.";
    "choices", "(use: Use, slot?: string): any[]", [&[Use], &[Word(WordOf::Target)]], Waits::Never, read::choices, "What else a target of a use could legally have been; without a slot its first card target. The present choice is left out.";
    "fits", "(card: Card, field: string, cards: Card[]): boolean", [&[Card], &[Word(WordOf::Rules)], &[Cards]], Waits::Never, read::fits, "Whether a set of cards meets the conditions printed in a field of a card.";
    "abilities", "(what: Card|table, kind?: string): Ability[]", [&[Card, Filter(Class::Card)], &[Word(WordOf::AbilityKind)]], Waits::Never, act_abilities::abilities, "The abilities that a card has, those it was given among them, in order; with `kind` those of one kind. Of a filter: what the definitions that match print. An ability has `kind`, `name`, `id` and `card`, the name of the card that prints it.";
    "may", "(verb: string, card: Card, by?: Player): boolean", [&[Word(WordOf::AskedVerb)], &[Card], &[Player]], Waits::Never, read::may, "Whether nothing forbids the verb for a card.";
    "record", "(name: string): Record?", [&[Word(WordOf::Record)]], Waits::Never, read::record, "The open record of a kind, or nil.";
    "contains", "(list: any[], value: any): boolean", [&[List], &[Any]], Waits::Never, read::contains, "Whether a list holds a value.";
    "sorted_by_entry", "(cards: Card[], first: Player): Card[]", [&[Cards], &[Player]], Waits::Never, read::sorted_by_entry, "Cards in turn order from a player, then in the order in which they entered their zones.";
    // ---- ask ----
    "ask.card", "(spec: AskCard): Card?", [ASK_CARD], Waits::Always, ask::card, "Asks for one card that matches the filter in `spec`. `why` is the prompt, `by` who is asked, `from` a list to choose from, `optional` lets her decline, `secret` hides her answer from the others. `needs` is a list of conditions with words, as of a target: options that do not meet them are refused with the words. `deadline` is a number of seconds, for whoever drives the game with a clock; when they are over `default` counts, or the first legal answer. Without options nil is returned unasked.";
    "ask.cards", "(spec: AskCard): Card[]", [ASK_CARD], Waits::Always, ask::cards, "Asks for several cards: as `ask.card`, with `pick = \"1..3\"` or `\"1..all\"`, and rules about the set such as `sum = { power = \"<= 4\" }`. A choice that is forced is not asked.";
    "ask.space", "(spec: AskSpace): Space?", [ASK_SPACE], Waits::Always, ask::space, "Asks for a space: `spaces` names the zone, and `owner`, `slot`, `free`, `holds` say which of its spaces.";
    "ask.spaces", "(spec: AskSpace): Space[]", [ASK_SPACE], Waits::Always, ask::spaces, "Asks for several spaces: as `ask.space`, with `pick`.";
    "ask.path", "(spec: AskPath): Space[]", [ASK_PATH], Waits::Always, space::path, "Asks for a way of single steps on a board: `card` or `from` is where it begins, `pick` how many steps (fewer if it is blocked), `through = true` lets it pass full spaces. Every space of the way is in the answer.";
    "ask.player", "(spec: AskPlayer): Player?", [ASK_PLAYER], Waits::Always, ask::player, "Asks for a player.";
    "ask.yes", "(spec: AskYes): boolean", [ASK_YES], Waits::Always, ask::yes, "Asks yes or no.";
    "ask.option", "(spec: AskOption): string", [ASK_OPTION], Waits::Always, ask::option, "Asks for one of `options`, which are words or texts.";
    "ask.word", "(spec: AskWord): string", [ASK_WORD], Waits::Always, ask::word, "Asks for any word the catalog knows for the word field `field`.";
    "ask.def", "(spec: AskDef): string", [ASK_DEF], Waits::Always, ask::def, "Asks for any card definition that matches the filter, and returns its printed name.";
    "ask.number", "(spec: AskNumber): integer", [ASK_NUMBER], Waits::Always, ask::number, "Asks for a whole number from `min` to `max`.";
    "ask.order", "(spec: AskOrder): Card[]", [ASK_ORDER], Waits::Always, ask::order, "Asks for an order of `cards`, the first on top.";
    "ask.sealed", "(spec: AskSealed): any[]", [ASK_SEALED], Waits::Always, ask::sealed, "Asks several `players` at once, hidden from each other: one of `options`, or a number from `min` to `max`. Returns one answer a player, in the order of seats.";
    // ---- act: cards ----
    "act.move", "(cards: Card|Card[], to: string|Space, how?: string|HowMove): Card|Card[]?", [CARDS, PLACE, MOVING], Waits::Always, act::move_cards, "Moves cards to a zone: `\"hand\"` is their owner's, `\"opponent.hand\"` somebody's. `how` may hold `position` (`\"top\"` or `\"bottom\"`), `status`, `slot`, `of`, the player whose zone it is, and `face` (`\"down\"`: only its side sees it; `\"blind\"`: nobody does; to reveal it turns it up). A space stands for its zone and slot; without one cards go to the first free. In place of `how` a position may stand alone: `act.move(c, \"deck\", \"top\")`. Returns what really moved.";
    "act.create", "(def: string|Card, to: string|Space, how?: HowCreate): Card?", [DEF, PLACE, CREATING], Waits::Always, make::create, "Makes a card that was not in the game: by the id of its definition, or as a copy of a card with what is stored on it. `how` may hold `owner`, `of`, the player whose zone it is, left out: the owner's, `slot` and `values`, a table of stored numbers. Left out, the owner is the player of the script.";
    "act.transform", "(card: Card, def: string|Card)", [&[Card], DEF], Waits::Always, make::transform, "Makes a card another one, where it lies. What is stored on it begins anew.";
    "act.swap", "(card: Card, other: Card): Card?", [&[Card], &[Card]], Waits::Always, act::swap, "Two cards of one kind of zone change places; they keep all that they have.";
    "act.draw", "(player: Player, n?: integer)", [&[Player], &[Int]], Waits::Always, act::draw, "A player draws, one card after the other; nothing if `n` is not above 0.";
    "act.shuffle", "(player: Player, zone: string)", [&[Player], &[Word(WordOf::Zone)]], Waits::IfAnswered(event::SHUFFLED), act::shuffle, "Shuffles a zone of a player.";
    "act.arrange", "(player: Player, zone: string, cards: Card[], where?: string)", [&[Player], &[Word(WordOf::Zone)], &[Cards], WHERE], Waits::IfAnswered(event::ARRANGED), act::arrange, "Puts cards of a zone on its top (or, with `\"bottom\"`, under it) in this order.";
    "act.reveal", "(cards: Card|Card[], lasts?: string)", [CARDS, LASTS], Waits::IfAnswered(event::REVEALED), act::reveal, "Shows cards to everybody, for good or until `lasts` ends: then they are turned back.";
    "act.look", "(player: Player, cards: Card|Card[])", [&[Player], CARDS], Waits::IfAnswered(event::LOOKED), act::look, "Lets a player see cards.";
    "act.status", "(cards: Card|Card[], status: string): Card|Card[]?", [CARDS, &[Word(WordOf::Status)]], Waits::Always, act::status, "Gives cards a status.";
    // ---- act: values ----
    "act.change", "(what: Card|Player|Space|Game|(Card|Player|Space)[], counter: string, n: integer)", [NUMBERED, &[Word(WordOf::Counter)], &[Int]], Waits::IfAnswered(event::CHANGED), act::change, "Adds to a counter of a player, a space or the game, or to a stored number of a card; of a list as one batch. It stays within its bounds.";
    "act.set", "(what: Card|Player|Space|Game|(Card|Player|Space)[], counter: string, n: integer)", [NUMBERED, &[Word(WordOf::Counter)], &[Int]], Waits::IfAnswered(event::SET), act::set, "Sets a counter or a stored number: as `act.change`.";
    "act.modify", "(what: Card|Player|(Card|Player)[]|table, field: string, by: integer|string|By, lasts?: string)", [&[Card, Cards, Player, Players, Filter(Class::Card)], &[Word(WordOf::Modified)], CHANGE, LASTS], Waits::IfAnswered(event::MODIFIED), lasting::modify, "Changes a value for a time: of cards, of a player, or of whatever matches a filter. `by` is a number, a word to add, or `{ set = n }`, `{ printed_of = card }`. It lasts as long as the card stays, or until `lasts` ends: a level, a phase, a record, `\"use\"`, `\"game\"`.";
    // ---- act: permissions ----
    "act.forbid", "(verb: string, what: Permission)", [&[Word(WordOf::Verb)], PERMISSION], Waits::IfAnswered(event::PERMITTED), lasting::forbid, "Forbids a verb for a time. `what` may hold `card`, `use` (a filter), `by` (a player), `lasts`.";
    "act.permit", "(verb: string, what: Permission)", [&[Word(WordOf::Verb)], PERMISSION], Waits::IfAnswered(event::PERMITTED), lasting::permit, "Permits a verb for a time: as `act.forbid`.";
    "act.grant", "(who: Card|Player|(Card|Player)[], ability: string|Ability, how?: HowGrant)", [&[Card, Cards, Player], ABILITY, GRANTING], Waits::IfAnswered(event::MODIFIED), act_abilities::grant_ability, "Gives a card or a player an ability: one that `abilities` returned, `\"card/ability\"` of a definition, or one of the manifest's `abilities`. `how` may hold `lasts` and `uses`.";
    "act.lose_ability", "(cards: Card|Card[], ability?: string|Ability, lasts?: string)", [CARDS, ABILITY, LASTS], Waits::IfAnswered(event::MODIFIED), act_abilities::lose_ability, "Mutes an ability of cards, or all they have: as long as they stay, or until `lasts` ends.";
    "act.restore", "(cards: Card|Card[], which?: string)", [CARDS, &[OneOf(&["printed"])]], Waits::IfAnswered(event::MODIFIED), act_abilities::restore_abilities, "Lets muted abilities of cards work again. With `\"printed\"` only those that the cards print: what was given to them and lost stays lost.";
    // ---- act: uses and records ----
    "act.cancel", "(use: Use)", [&[Use]], Waits::Always, act_uses::cancel, "Cancels a use. One that cannot be cancelled goes on.";
    "act.retarget", "(use: Use, slot_or_new: any, new?: any)", [&[Use], &[Word(WordOf::Target), Card, Cards, Player, Players, Space, List], &[Any]], Waits::Always, act_uses::retarget, "Makes a use affect another card, or another of what its target is. With the slot left out its first card target changes. A use without such a target stays as it is; a slot that it does not have is an error.";
    "act.untarget", "(use: Use, cards: Card|Card[])", [&[Use], CARDS], Waits::Always, act_uses::untarget, "Takes cards out of the targets of a use: it goes on without them.";
    "act.settle", "(use: Use, to: string, where?: string)", [&[Use], &[Word(WordOf::Place)], WHERE], Waits::IfAnswered(event::SETTLES), act_uses::settle, "Where the card of a use goes when it is settled; with `\"top\"` on top of what lies there.";
    "act.open", "(record: string, fields?: table)", [&[Word(WordOf::Record)], &[Fields]], Waits::Never, act_records::open, "Opens a record. `fields` are those that the manifest declares.";
    "act.close", "(record: string|Record)", [&[Word(WordOf::Record), Record]], Waits::Always, act_records::close, "Closes a record, or the open one of a kind.";
    "act.put", "(list: string|Record, values_or_field: any, value?: any)", [RECORD_LIST, RECORD_VALUE, &[Any]], Waits::IfAnswered(event::JOINED), act_records::put, "Puts cards into a list of an open record: `act.put(\"attempt.acting\", c)`. `act.put(record, \"field\", value)` does it to one of several, and sets fields that are no lists; without a value it empties such a field.";
    "act.take", "(list: string|Record, values_or_field: any, values?: any)", [RECORD_LIST, RECORD_VALUE, &[Any]], Waits::IfAnswered(event::LEFT), act_records::take, "Takes cards out of a list of an open record: as `act.put`.";
    "act.result", "(how: Result)", [RESULT], Waits::Always, act::result, "Ends the game: `{ win = player }` (or a list of players who share it), `{ lose = player }` or `{ draw = true }`.";
    "act.lose", "(players: Player|Player[])", [&[Player, Players]], Waits::Always, act::lose, "Players lose the game. Who is left alone wins; if nobody is left it is a draw.";
    "act.first", "(player: Player)", [&[Player]], Waits::IfAnswered(event::MADE_FIRST), act::first, "Makes a player the first of the game, and it her turn.";
    "act.active", "(player: Player)", [&[Player]], Waits::IfAnswered(event::MADE_ACTIVE), act::active, "Makes it the turn of a player.";
    // ---- chance ----
    "roll.number", "(low: integer, high: integer): integer", [&[Int], &[Int]], Waits::Never, act::roll_number, "A random whole number from `low` to `high`.";
    "roll.pick", "(list: any[], n?: integer): any", [&[List], &[Int]], Waits::Never, act::roll_pick, "A random element of a list, nil of an empty one; with `n` a list of so many, or of all if there are fewer.";
    // ---- agenda ----
    "agenda.next", "(step: string, args?: table)", [&[Word(WordOf::Step)], &[Names]], Waits::Never, agenda::next, "A step that runs when this script has ended.";
    "agenda.after", "(step: string, args?: table)", [&[Word(WordOf::Step)], &[Names]], Waits::Never, agenda::after, "A step that runs when this use is settled. A step that no use runs in has no such moment: there it is an error.";
    "agenda.use", "(ability: Ability|string, how?: HowUse)", [ABILITY, USING], Waits::Never, act_abilities::agenda_use, "An ability that is used when this script has ended: by `how.by`, as that of `how.card`. It is declared like any other: its player chooses its mode and its targets, and pays what the ability itself asks for. What its kind of use costs is not paid; what cannot be declared has no effect. It goes through the steps of its kind of use, so windows open and replies are possible; its card stays where it lies.";
    "agenda.extra", "(level: string, player: Player)", [&[Word(WordOf::Level)], &[Player]], Waits::Never, agenda::extra, "A level that comes after this one besides the usual ones: an extra turn.";
    "agenda.window", "(window: string)", [&[Word(WordOf::Window)]], Waits::Never, agenda::window, "A window that opens when this script has ended.";
    "note", "(text: string)", [&[Text]], Waits::Never, act::note, "A remark for the log.";
};

/// The parts of `act.together(fn)`, which is Lua: a Rust function cannot call what may wait.
pub(super) static TOGETHER: &[HostFn] = host_fns! {
    "act.together", "(fn: fun())", [&[Function]], Waits::Never, act::together_begin, "";
    "finish", "", [], Waits::Always, act::together_end, "";
};

/// `act.together`, for stubs and the reference page.
pub const TOGETHER_DOC: (&str, &str, &str) = (
    "act.together",
    "(fn: fun()): any[]",
    "Runs `fn`, and proposes all events it proposed as one batch: simultaneous. Nothing may be asked or drawn in it. Returns what happened.",
);

/// Parameters of the function that a declared event becomes: `act.retire(cards)`.
pub const EVENT_SIGNATURE: &str = "(what: Card|Card[]): Card|Card[]?";

#[cfg(test)]
mod tests {
    use super::{SHAPES, TABLE};
    use crate::script::takes::Takes;

    /// What is checked while a script loads, and while it runs, are the same keys.
    #[test]
    fn tables_have_the_same_keys_before_and_while_they_run() {
        let keys = |shape: &str| -> Vec<String> {
            let parts = shape.split(", ").filter(|p| *p != "...");
            parts.map(|p| p.split(':').next().unwrap_or("").trim_end_matches('?').to_string()).collect()
        };
        for f in TABLE {
            for (takes, (name, _)) in f.takes.iter().zip(f.parameters()) {
                let (inside, _) = f.signature.rsplit_once("): ").unwrap_or((f.signature, ""));
                let shape = SHAPES.iter().find(|(shape, _)| {
                    let ty = inside.split(&format!("{name}: ")).nth(1).or(inside.split(&format!("{name}?: ")).nth(1));
                    ty.is_some_and(|ty| ty.split([',', ')']).next().unwrap_or("").split('|').any(|t| t == *shape))
                });
                let parts = takes.iter().find_map(|t| match t {
                    Takes::Parts(parts) | Takes::Asks(_, parts) => Some(parts),
                    _ => None,
                });
                match (shape, parts) {
                    (Some((shape, said)), Some(parts)) => {
                        let mut said = keys(said);
                        let mut known: Vec<String> = parts.iter().map(|p| p.name.to_string()).collect();
                        said.sort();
                        known.sort();
                        assert_eq!(said, known, "{shape} of {}", f.path);
                    }
                    (shape, parts) => assert_eq!(shape.is_some(), parts.is_some(), "`{name}` of {}", f.path),
                }
            }
        }
    }

    #[test]
    fn each_parameter_of_a_signature_says_what_it_takes() {
        for f in TABLE {
            assert_eq!(f.parameters().count(), f.takes.len(), "{}{}", f.path, f.signature);
            let left_out: Vec<bool> = f.parameters().map(|(_, optional)| optional).collect();
            assert!(left_out.is_sorted(), "{}: what may be left out comes last", f.path);
        }
    }
}
