//! Function table: all host functions. Wrappers, stubs, the reference page and the checks are made from it.

use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::script::api::function::{HostFn, Waits};
use crate::script::api::takes::Takes::*;
use crate::script::api::takes::*;
use crate::script::host::act::{abilities, cards, creation, numbers, players, records, uses};
use crate::script::host::{act, agenda, ask, boards, queries, random_picks, timed_effects};

macro_rules! host_fns {
    ($($path:literal, $signature:literal, [$($takes:expr),*], $waits:expr, $call:path, $doc:literal;)*) => {
        &[$(HostFn { path: $path, signature: $signature, takes: &[$($takes),*], doc: $doc, waits: $waits, call: $call }),*]
    };
}

/// All host functions.
pub static TABLE: &[HostFn] = host_fns! {
    // ---- read ----
    "cards", "(filter: table): Card[]", [FILTER], Waits::Never, queries::cards, "Lists all cards that match a filter, in the order of their zones or of `ordered_by`. `first = n` and `last = n` cut the list. A list has no fields: read them of one of its cards, as in `list[1].name`.";
    "spaces", "(filter: table): Space[]", [&[Filter(Class::Zone)]], Waits::Never, queries::spaces, "Lists all spaces that match a filter: `spaces{ spaces = \"ring\", owner = \"me\", free = true }`.";
    "count", "(filter: table): integer", [FILTER], Waits::Never, queries::count, "Counts the cards that match a filter.";
    "sum", "(field: string, what: Card[]|table): integer", [&[Word(WordOf::Number)], &[Cards, Filter(Class::Card)]], Waits::Never, queries::sum, "Adds up a numeric field over a list of cards, or over the cards that match a filter.";
    "players", "(order?: string): Player[]", [&[Word(WordOf::Order)]], Waits::Never, queries::players, "Lists all players in the order of their seats. `order` names another order of the manifest.";
    "board.step", "(from: Space|Card, direction: string, n?: integer): Space?", [SPACE, &[Word(WordOf::Direction)], &[Int]], Waits::Never, boards::step, "Returns the space that lies `n` steps away in a direction, or nil if there is none. Without `n` it is one step.";
    "board.direction", "(from: Space|Card, to: Space|Card): string?", [SPACE, SPACE], Waits::Never, boards::direction, "Returns the direction in which another space lies straight on, by the shortest way, or nil if it does not.";
    "board.distance", "(from: Space|Card, to: Space|Card): integer?", [SPACE, SPACE], Waits::Never, boards::distance, "Counts the steps between two spaces. Returns nil if they are not on one board.";
    "board.turned", "(direction: string, n: integer): string", [&[Word(WordOf::Direction)], &[Int]], Waits::Never, boards::turned, "Returns the direction that is `n` turns clockwise of another.";
    "board.cover", "(cells: integer[][], from: Space|Card, direction: string): Space[]", [&[List], SPACE, &[Word(WordOf::Direction)]], Waits::Never, boards::cover, "Lists the spaces that cells cover. The cells are counted from a space that looks in a direction.";
    "defs", "(filter: table): string[]", [FILTER], Waits::Never, queries::defs, "Lists the printed names of all card definitions that match a filter.";
    "choices", "(use: Use, target?: string): any[]", [&[Use], &[Word(WordOf::Target)]], Waits::Never, queries::choices, "Lists what else a target of a use could legally have been. Without `target` it is the first target that is a card. The present choice is left out.";
    "fits", "(card: Card, field: string, cards: Card[]): boolean", [&[Card], &[Word(WordOf::Rules)], &[Cards]], Waits::Never, queries::fits, "Tells whether a set of cards meets the conditions printed in a field of a card.";
    "abilities", "(what: Card|table, kind?: string): Ability[]", [&[Card, Filter(Class::Card)], &[Word(WordOf::AbilityKind)]], Waits::Never, abilities::abilities, "Lists the abilities that a card has, in order, with those it was given. `kind` keeps those of one kind. With a filter it lists what the matching definitions print. An ability has `kind`, `name`, `id` and `card`, the name of the card that prints it.";
    "may", "(verb: string, card: Card, by?: Player): boolean", [&[Word(WordOf::AskedVerb)], &[Card], &[Player]], Waits::Never, queries::may, "Tells whether nothing forbids a verb for a card. `by` is the player who would do it; without it, the player of the script.";
    "record", "(name: string): Record?", [&[Word(WordOf::Record)]], Waits::Never, queries::record, "Returns the open record of a kind, or nil.";
    "contains", "(list: any[], value: any): boolean", [&[List], &[Any]], Waits::Never, queries::contains, "Tells whether a list holds a value.";
    "sorted_by_entry", "(cards: Card[], first: Player): Card[]", [&[Cards], &[Player]], Waits::Never, queries::sorted_by_entry, "Sorts cards in turn order from a player, then in the order in which they entered their zones.";
    // ---- ask ----
    "ask.card", "(spec: AskCard): Card?", [ASK_CARD], Waits::Always, ask::card, "Asks for one card that matches the filter in `spec`. `why` is the prompt, and `by` the player who is asked. `from` is a list to choose from. `optional` lets the player decline. `secret` hides the answer from the others. `needs` is a list of conditions with words, as in a target: an option that does not meet one is refused with its words. `deadline` is a number of seconds, for a program that drives the game with a clock. When they are over, `default` counts, or else the first legal answer. If there are no options, nobody is asked and nil is returned.";
    "ask.cards", "(spec: AskCard): Card[]", [ASK_CARD], Waits::Always, ask::cards, "Asks for several cards, as `ask.card` does for one. `pick` says how many: `\"1..3\"`, `\"1..all\"`. Rules about the set such as `sum = { power = \"<= 4\" }` may stand beside it. If there is only one legal choice, it is made without asking.";
    "ask.space", "(spec: AskSpace): Space?", [ASK_SPACE], Waits::Always, ask::space, "Asks for a space. `spaces` names the zone; `owner`, `slot`, `free` and `holds` say which of its spaces.";
    "ask.spaces", "(spec: AskSpace): Space[]", [ASK_SPACE], Waits::Always, ask::spaces, "Asks for several spaces, as `ask.space` does for one. `pick` says how many.";
    "ask.path", "(spec: AskPath): Space[]", [ASK_PATH], Waits::Always, boards::path, "Asks for a way on a board, in single steps. `card` or `from` is where it begins. `pick` says how many steps it has; a way that is blocked has fewer. `through = true` lets it pass full spaces. Every space of the way is in the answer.";
    "ask.player", "(spec: AskPlayer): Player?", [ASK_PLAYER], Waits::Always, ask::player, "Asks for a player.";
    "ask.yes", "(spec: AskYes): boolean", [ASK_YES], Waits::Always, ask::yes, "Asks yes or no.";
    "ask.option", "(spec: AskOption): string", [ASK_OPTION], Waits::Always, ask::option, "Asks for one of `options`, which are words or texts.";
    "ask.word", "(spec: AskWord): string", [ASK_WORD], Waits::Always, ask::word, "Asks for a word of the word field `field`. The options are all words of it that the catalog knows.";
    "ask.def", "(spec: AskDef): string", [ASK_DEF], Waits::Always, ask::def, "Asks for a card definition that matches the filter, and returns its printed name.";
    "ask.number", "(spec: AskNumber): integer", [ASK_NUMBER], Waits::Always, ask::number, "Asks for a whole number from `min` to `max`.";
    "ask.order", "(spec: AskOrder): Card[]", [ASK_ORDER], Waits::Always, ask::order, "Asks for an order of `cards`. The first of the answer is on top.";
    "ask.sealed", "(spec: AskSealed): any[]", [ASK_SEALED], Waits::Always, ask::sealed, "Asks several `players` at once, without showing one the answer of another. Each chooses one of `options`, or a number from `min` to `max`. Returns one answer for each player who is still in the game, in the order of seats.";
    // ---- act: cards ----
    "act.move", "(cards: Card|Card[], to: string|Space, how?: string|HowMove): Card|Card[]?", [CARDS, PLACE, MOVING], Waits::Always, cards::move_cards, "Moves cards to a zone. `\"hand\"` is the hand of their owner, `\"opponent.hand\"` that of somebody else. A space stands for its zone and slot; without one, cards go to the first free space. `how` may hold `position` (`\"top\"` or `\"bottom\"`), `status`, `slot`, `of` (the player whose zone it is) and `face`. With `face = \"down\"` only the side of the card sees it, with `\"blind\"` nobody does; `act.reveal` turns it up. A position may stand in place of `how`: `act.move(c, \"deck\", \"top\")`. Returns what really moved.";
    "act.create", "(def: string|Card, to: string|Space, how?: HowCreate): Card?", [DEF, PLACE, CREATING], Waits::Always, creation::create, "Makes a card that was not in the game. `def` is the id of its definition, or a card to copy with what is stored on it. `how.owner` is its owner; without it, the player of the script. `how.of` is the player whose zone it comes to; without it, the owner. `how` may also hold `slot`, and `values`, a table of stored numbers.";
    "act.transform", "(card: Card, def: string|Card)", [&[Card], DEF], Waits::Always, creation::transform, "Turns a card into another one, where it lies. What is stored on it begins anew.";
    "act.swap", "(card: Card, other: Card): Card?", [&[Card], &[Card]], Waits::Always, cards::swap, "Lets two cards in zones of one kind change places. They keep all that they have.";
    "act.draw", "(player: Player, n?: integer)", [&[Player], &[Int]], Waits::Always, cards::draw, "Lets a player draw `n` cards, one after the other. Without `n` it is one card. If `n` is less than 1, nothing happens.";
    "act.shuffle", "(player: Player, zone: string)", [&[Player], &[Word(WordOf::Zone)]], Waits::IfAnswered(event::SHUFFLED), cards::shuffle, "Shuffles a zone of a player.";
    "act.arrange", "(player: Player, zone: string, cards: Card[], where?: string)", [&[Player], &[Word(WordOf::Zone)], &[Cards], WHERE], Waits::IfAnswered(event::ARRANGED), cards::arrange, "Puts cards of a zone on its top in this order. With `\"bottom\"` they go under it.";
    "act.reveal", "(cards: Card|Card[], lasts?: string)", [CARDS, LASTS], Waits::IfAnswered(event::REVEALED), cards::reveal, "Shows cards to everybody. They stay shown, or are turned back when `lasts` ends.";
    "act.look", "(player: Player, cards: Card|Card[])", [&[Player], CARDS], Waits::IfAnswered(event::LOOKED), cards::look, "Lets a player see cards.";
    "act.status", "(cards: Card|Card[], status: string): Card|Card[]?", [CARDS, &[Word(WordOf::Status)]], Waits::Always, cards::status, "Gives cards a status.";
    "act.face", "(cards: Card|Card[], to: string): Card|Card[]?", [CARDS, &[OneOf(&["up", "down", "blind"])]], Waits::Always, cards::face, "Turns cards face up or down where they lie. Face `\"down\"` only the side of a card may look at it, `\"blind\"` nobody. They keep all that lies on them.";
    "act.cover", "(card: Card, over: Card): Card?", [&[Card], &[Card]], Waits::Always, cards::cover, "Lets a card take the place of another one of its owner, which then lies beneath it. What lies on the card in that place stays, and it is known as before: the place is returned, which now is the new card.";
    "act.uncover", "(card: Card, to: string|Space): Card?", [&[Card], PLACE], Waits::Always, cards::uncover, "Lets the card beneath a card take its place again. The former top card goes to `to`.";
    // ---- act: values ----
    "act.change", "(what: Card|Player|Space|Game|(Card|Player|Space)[], counter: string, n: integer)", [NUMBERED, &[Word(WordOf::Counter)], &[Int]], Waits::IfAnswered(event::CHANGED), numbers::change, "Adds to a counter of a player, a space or the game, or to a stored number of a card. For a list it is one batch. The number stays within its bounds.";
    "act.set", "(what: Card|Player|Space|Game|(Card|Player|Space)[], counter: string, n: integer)", [NUMBERED, &[Word(WordOf::Counter)], &[Int]], Waits::IfAnswered(event::SET), numbers::set, "Sets a counter or a stored number. Its arguments are those of `act.change`.";
    "act.modify", "(what: Card|Player|(Card|Player)[]|table, field: string, by: integer|string|By, lasts?: string)", [&[Card, Cards, Player, Players, Filter(Class::Card)], &[Word(WordOf::Modified)], CHANGE, LASTS], Waits::IfAnswered(event::MODIFIED), timed_effects::modify, "Changes a value of cards, of a player, or of everything that matches a filter, for a time. `by` is a number or a word to add, `{ set = n }`, `{ times = n }`, `{ at_least = n }`, `{ at_most = n }`, `{ printed_of = card }` or `{ without = word }`. The change lasts as long as the card stays, or until `lasts` ends: a level such as `\"game\"`, a record, `\"phase\"` or `\"use\"`.";
    // ---- act: permissions ----
    "act.forbid", "(verb: string, what: Permission)", [&[Word(WordOf::Verb)], PERMISSION], Waits::IfAnswered(event::PERMITTED), timed_effects::forbid, "Forbids a verb for a time. `what` may hold `card`, `use` (a filter), `by` (a player), `to` and `lasts`.";
    "act.permit", "(verb: string, what: Permission)", [&[Word(WordOf::Verb)], PERMISSION], Waits::IfAnswered(event::PERMITTED), timed_effects::permit, "Permits a verb for a time. Its arguments are those of `act.forbid`.";
    "act.grant", "(who: Card|Player|(Card|Player)[], ability: string|Ability, how?: HowGrant)", [&[Card, Cards, Player], ABILITY, GRANTING], Waits::IfAnswered(event::MODIFIED), abilities::grant_ability, "Gives a card or a player an ability. It is one that `abilities` returned, `\"card/ability\"` of a definition, or one of the manifest's `abilities`. `how` may hold `lasts`, and `uses`, how often it can be used.";
    "act.lose_ability", "(cards: Card|Card[], ability?: string|Ability, lasts?: string)", [CARDS, ABILITY, LASTS], Waits::IfAnswered(event::MODIFIED), abilities::lose_ability, "Takes an ability away from cards, or all their abilities. They have lost it for as long as they stay, or until `lasts` ends.";
    "act.restore", "(cards: Card|Card[], which?: string)", [CARDS, &[OneOf(&["printed"])]], Waits::IfAnswered(event::MODIFIED), abilities::restore_abilities, "Gives abilities that cards have lost back to them. With `\"printed\"` they get back only those that they print: what was given to them and lost stays lost.";
    // ---- act: uses and records ----
    "act.cancel", "(use: Use)", [&[Use]], Waits::Always, uses::cancel, "Cancels a use. A use that cannot be cancelled goes on.";
    "act.retarget", "(use: Use, target_or_new: any, new?: any)", [&[Use], &[Word(WordOf::Target), Card, Cards, Player, Players, Space, List], &[Any]], Waits::Always, uses::retarget, "Makes a use affect another card, or another object of the kind that its target is. Without the name of a target, its first target that is such an object changes: a card, a player, a use or a space. A use without such a target stays as it is. The name of a target that it does not have is an error.";
    "act.untarget", "(use: Use, cards: Card|Card[])", [&[Use], CARDS], Waits::Always, uses::untarget, "Takes cards out of the targets of a use, which goes on without them.";
    "act.take_over", "(use: Use, player: Player)", [&[Use], &[Player]], Waits::IfAnswered(event::TAKEN_OVER), uses::take_over, "Makes a use another player's: what is left of it is done as if that player had used it. A use that is over or cancelled stays as it is.";
    "act.attach", "(cards: Card|Card[], host?: Card)", [CARDS, &[Card]], Waits::Always, uses::attach, "Attaches cards to another card, its host. Without a host they are attached to none any more. They stay where they are, and are attached to nothing when they or their host go to another zone. Nothing is attached to what it carries itself, nor to a card that hangs on 32 others, one on the other.";
    "act.control", "(cards: Card|Card[], player: Player, lasts?: string)", [CARDS, &[Player], LASTS], Waits::Always, uses::control, "Makes cards a player's to use. They stay where they lie, keep all they have, and stay their owner's. It lasts as long as a card stays, or until `lasts` ends; then it is again whose it was. A card that the player does not see stays as it is.";
    "act.settle", "(use: Use, to: string, where?: string)", [&[Use], &[Word(WordOf::Place)], WHERE], Waits::IfAnswered(event::SETTLES), uses::settle, "Says where the card of a use goes when the use is settled. With `\"top\"` it goes on top of what lies there.";
    "act.open", "(record: string, fields?: table)", [&[Word(WordOf::Record)], &[Fields]], Waits::Never, records::open, "Opens a record. `fields` holds fields that the manifest declares.";
    "act.close", "(record: string|Record)", [&[Word(WordOf::Record), Record]], Waits::Always, records::close, "Closes a record, or the open record of a kind.";
    "act.put", "(list: string|Record, values_or_field: any, value?: any)", [RECORD_LIST, RECORD_VALUE, &[Any]], Waits::IfAnswered(event::JOINED), records::put, "Puts cards into a list of an open record: `act.put(\"attempt.acting\", c)`. `act.put(record, \"field\", value)` does the same for one of several open records. It also sets a field that is no list; without a value it empties that field.";
    "act.take", "(list: string|Record, values_or_field: any, values?: any)", [RECORD_LIST, RECORD_VALUE, &[Any]], Waits::IfAnswered(event::LEFT), records::take, "Takes cards out of a list of an open record. Its arguments are those of `act.put`.";
    "act.result", "(how: Result)", [RESULT], Waits::Always, players::result, "Ends the game. `how` is `{ win = player }`, `{ lose = player }` or `{ draw = true }`. `win` and `lose` may be lists of players. Who has lost before does not win by `lose`; if nobody is left, the game is lost.";
    "act.lose", "(players: Player|Player[])", [&[Player, Players]], Waits::Always, players::lose, "Lets players lose the game. A player who is left alone wins. If nobody is left, it is a draw.";
    "act.first", "(player: Player)", [&[Player]], Waits::IfAnswered(event::MADE_FIRST), players::first, "Makes a player the first of the game. It becomes the turn of that player.";
    "act.active", "(player: Player)", [&[Player]], Waits::IfAnswered(event::MADE_ACTIVE), players::active, "Makes it the turn of a player.";
    // ---- chance ----
    "roll.number", "(low: integer, high: integer): integer", [&[Int], &[Int]], Waits::Never, random_picks::number, "Returns a random whole number from `low` to `high`.";
    "roll.pick", "(list: any[], n?: integer): any", [&[List], &[Int]], Waits::Never, random_picks::pick, "Returns a random element of a list, or nil if the list is empty. With `n` it returns a list of `n` elements, or of all if there are fewer.";
    // ---- agenda ----
    "agenda.next", "(step: string, args?: table)", [&[Word(WordOf::Step)], &[Names]], Waits::Never, agenda::next, "Runs a step when this script has ended.";
    "agenda.after", "(step: string, args?: table)", [&[Word(WordOf::Step)], &[Names]], Waits::Never, agenda::after, "Runs a step when this use is settled. Where no use runs there is no such moment, and it is an error.";
    "agenda.use", "(ability: Ability|string, how?: HowUse)", [ABILITY, USING], Waits::Never, abilities::agenda_use, "Uses an ability when this script has ended. `how.by` is the player who uses it, `how.card` the card to which it then belongs. It is declared like any other: its player chooses its mode and its targets, and pays what the ability itself asks for. What its kind of use costs is not paid. If it cannot be declared, it has no effect. It goes through the steps of its kind of use, so windows open and replies are possible. Its card stays where it lies.";
    "agenda.copy", "(use: Use, how?: HowCopy)", [&[Use], COPYING], Waits::Never, uses::copy, "Makes a copy of a use when this script has ended. Nobody used the copy, and it costs nothing. It has the targets, the mode, `x` and `paid` of the use, and goes through the steps of its kind of use, so windows open about it; its card stays where it lies. `how.by` is the player whose copy it is; without it, the player of the script. With `how.choose` that player may choose other targets, if all of them can be chosen. A use that is over or cancelled is not copied.";
    "agenda.aim", "(use: Use, how?: HowAim)", [&[Use], AIMING], Waits::Never, uses::aim, "Lets a player choose the targets of a use anew when this script has ended: cards, players, uses, whatever they are. What may be chosen is what the user of it may choose now, and its present targets among that. `how.by` is the player who chooses; without it, the player of the script. If not all targets can be chosen, the use stays as it is.";
    "agenda.extra", "(level: string, player: Player)", [&[Word(WordOf::Level)], &[Player]], Waits::Never, agenda::extra, "Adds a level after this one, such as an extra turn: one that the flow plays for one player after the other (`alternate: true`).";
    "agenda.window", "(window: string)", [&[Word(WordOf::Window)]], Waits::Never, agenda::window, "Opens a window when this script has ended.";
    "note", "(text: string)", [&[Text]], Waits::Never, act::note, "Writes a remark into the log. Those read it who saw all that the script read before.";
};

/// The parts of `act.together(fn)`, which is Lua: a Rust function cannot call what may wait.
pub(crate) static TOGETHER: &[HostFn] = host_fns! {
    "act.together", "(fn: fun())", [&[Function]], Waits::Never, act::together_begin, "";
    "finish", "", [], Waits::Always, act::together_end, "";
};

/// `act.together`, for stubs and the reference page.
pub const TOGETHER_DOC: (&str, &str, &str) = (
    "act.together",
    "(fn: fun()): any[]",
    "Runs `fn`, and proposes all events of it as one batch: they are simultaneous. Inside `fn` nothing may be asked or drawn. Returns what happened.",
);

#[cfg(test)]
mod tests {
    use super::TABLE;
    use crate::script::api::shapes::SHAPES;
    use crate::script::api::takes::Takes;

    /// Checks while loading and while running use the same keys.
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
