//! Kinds: the kind of thing that a name in a file stands for, by the key above it.
//!
//! The declarations of keys say only "a name". A test lists every name that no line here covers.

use intermezzo::script::api::takes::WordOf;

/// The kinds of named objects.
#[allow(clippy::enum_variant_names)] // a kind of ability is called so
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A game.
    Game,
    /// A pack.
    Pack,
    /// A card, by its id.
    Card,
    /// A ready-made deck.
    Deck,
    /// A list of a deck.
    DeckList,
    /// A card type.
    Type,
    /// A zone.
    Zone,
    /// A status.
    Status,
    /// A level of the flow.
    Level,
    /// A phase.
    Phase,
    /// A timing.
    Timing,
    /// A window.
    Window,
    /// An event, or another verb that permissions name.
    Event,
    /// A record.
    Record,
    /// A step that a script registers.
    Step,
    /// A list of the flow.
    List,
    /// A kind of use, or an action.
    Use,
    /// A kind of ability.
    AbilityKind,
    /// An ability that no card prints.
    Ability,
    /// An option.
    Option,
    /// A field of an object: printed, computed, counted.
    Field,
    /// A filter with a name.
    Filter,
    /// An area of a board.
    Area,
    /// A space of a board that has a name.
    Mark,
    /// An order of players.
    Order,
    /// A kind of pip.
    Pip,
    /// A word of a field of words.
    Word,
    /// A flag of an ability.
    Flag,
    /// A target of an ability.
    Target,
    /// A base position of scenarios.
    Base,
    /// A player.
    Seat,
    /// A module of scripts, by the name of its file.
    Module,
    /// A function of a module.
    Function,
    /// An ability of a card, or one of its modes, by its id.
    CardAbility,
    /// A word in an expression: whatever has this name.
    Loose,
}

impl ObjectKind {
    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            ObjectKind::Game => "game",
            ObjectKind::Pack => "pack",
            ObjectKind::Card => "card",
            ObjectKind::Deck => "deck",
            ObjectKind::DeckList => "list of a deck",
            ObjectKind::Type => "card type",
            ObjectKind::Zone => "zone",
            ObjectKind::Status => "status",
            ObjectKind::Level => "level",
            ObjectKind::Phase => "phase",
            ObjectKind::Timing => "timing",
            ObjectKind::Window => "window",
            ObjectKind::Event => "event",
            ObjectKind::Record => "record",
            ObjectKind::Step => "step",
            ObjectKind::List => "list of the flow",
            ObjectKind::Use => "kind of use",
            ObjectKind::AbilityKind => "kind of ability",
            ObjectKind::Ability => "ability",
            ObjectKind::Option => "option",
            ObjectKind::Field => "field",
            ObjectKind::Filter => "filter",
            ObjectKind::Area => "area",
            ObjectKind::Mark => "space",
            ObjectKind::Order => "order of players",
            ObjectKind::Pip => "kind of pip",
            ObjectKind::Word => "word",
            ObjectKind::Flag => "flag",
            ObjectKind::Target => "target",
            ObjectKind::Base => "base position",
            ObjectKind::Seat => "player",
            ObjectKind::Module => "module",
            ObjectKind::Function => "function",
            ObjectKind::CardAbility => "ability of a card",
            ObjectKind::Loose => "name",
        }
    }

    /// A thing of the kind, in words: `a card`, `an ability`.
    pub fn one(self) -> String {
        let words = self.words();
        let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {words}")
    }

    /// True if names of this kind are the same only with the same owner: the module of a function, the card of a
    /// target.
    pub fn is_owned(self) -> bool {
        matches!(self, ObjectKind::Function | ObjectKind::CardAbility | ObjectKind::Target)
    }

    /// True if a mention of this kind can refer to a name of another kind.
    pub fn may_be(self, other: ObjectKind) -> bool {
        self == other
            || matches!(self, ObjectKind::Loose) && !matches!(other, ObjectKind::Module) && !other.is_owned()
            || matches!(
                (self, other),
                (ObjectKind::Field, ObjectKind::Filter)
                    | (ObjectKind::Zone, ObjectKind::Area)
                    | (ObjectKind::Word, ObjectKind::Status)
            )
    }
}

/// The kind of name in a text under a key of a section.
pub fn of_value(section: &str, key: &str) -> Option<ObjectKind> {
    Some(match (section, key) {
        // Cards that are expected in a zone may be called by any of their names.
        ("an expectation", "zone" | "holds" | "view") => ObjectKind::Loose,
        ("an expectation", "active" | "asked") => ObjectKind::Seat,
        (_, "window") => ObjectKind::Window,
        ("an ability" | "a kind of ability" | "mute" | "lose" | "`use`" | "`grant`", "kind") => ObjectKind::AbilityKind,
        ("an ability" | "a kind of ability", "flags") | ("mute" | "lose", "flag") => ObjectKind::Flag,
        ("an ability" | "a kind of ability", "grant") => ObjectKind::Loose,
        ("an ability" | "a kind of ability", "after" | "instead") => ObjectKind::Event,
        (_, "timing") | ("a window", "offers") => ObjectKind::Timing,
        (_, "verb" | "permitted") => ObjectKind::Event,
        ("an ability" | "a kind of ability" | "an action", "from") => ObjectKind::Zone,
        (_, "phase") => ObjectKind::Phase,
        (_, "once" | "repeat" | "level" | "levels") => ObjectKind::Level,
        ("a kind of ability" | "triggers", "use") => ObjectKind::Use,
        ("replacements", "order") => ObjectKind::Flag,
        ("a modification" | "`by`", "without") => ObjectKind::Word,
        ("a card", "type") => ObjectKind::Type,
        ("a card", "*") => ObjectKind::Word,
        ("a list of a deck" | "a pile" | "the zones of drawing", "to") | ("the zones of drawing", "from") => {
            ObjectKind::Zone
        }
        ("a list of a deck" | "a pile", "holds") | ("a kind of use", "for") => ObjectKind::Type,
        ("a list of a deck", "out_of") | ("a likeness", "list") | (_, "of")
            if section.contains("hint") || section.contains("deck") || section == "a likeness" =>
        {
            ObjectKind::DeckList
        }
        ("a list of a deck", "same") | ("a likeness", "field") => ObjectKind::Field,
        ("a likeness", "or") | ("a hint with `distinct`", "except") => ObjectKind::Word,
        ("a likeness", "if") | ("who is asked by an option", "option") => ObjectKind::Option,
        ("a hint with `distinct`", "distinct") | ("a hint with `named_in`", "named_in") => ObjectKind::Field,
        ("a hint with `count`", "count") => ObjectKind::Type,
        ("a deck", "game") | ("a scenario", "game") | ("a pack", "extends") | ("a manifest", "game") => {
            ObjectKind::Game
        }
        ("a deck", "*") => ObjectKind::Card,
        ("a step `step`", "step") | ("a window", "then") => ObjectKind::Step,
        ("a step `run`", "run") | ("a list with what it is given", "list") | ("a zone", "on_empty") => ObjectKind::List,
        ("a step `shuffle`", "shuffle") => ObjectKind::Zone,
        ("payments", "pools") => ObjectKind::Pip,
        ("`modify`", "field") => ObjectKind::Field,
        ("what scripts keep", "player") | ("a line of the table", "player" | "game" | "show" | "sort") => {
            ObjectKind::Field
        }
        ("a look of some cards", "tint") => ObjectKind::Field,
        ("a zone", "enters") => ObjectKind::Status,
        ("a zone", "only") | ("a board", "facing") | ("a pile", "copies") => ObjectKind::Field,
        ("an expectation", "abilities") => ObjectKind::Ability,
        (_, "zone" | "spaces" | "live_in") => ObjectKind::Zone,
        ("a manifest", "statuses") | (_, "status") => ObjectKind::Status,
        ("a status group" | "a group of statuses", "words") => ObjectKind::Status,
        ("a manifest", "words") => ObjectKind::Word,
        ("a tally", "of") => ObjectKind::Event,
        ("a tally", "per" | "add") => ObjectKind::Loose,
        (_, "cards") if section.contains("record") => ObjectKind::Zone,
        // A level, or a kind of record.
        ("a step `leave`", "leave") => ObjectKind::Loose,
        (_, "records" | "record") => ObjectKind::Record,
        ("a scenario", "packs") | ("a pack", "conflicts") => ObjectKind::Pack,
        ("a pack", "replaces") => ObjectKind::Card,
        (_, "card") if section.starts_with("a patch") => ObjectKind::Card,
        ("a card in a zone", "card" | "printed" | "host") => ObjectKind::Card,
        ("an effect that lasts", "card" | "source") => ObjectKind::Card,
        ("an effect that lasts", "field") => ObjectKind::Field,
        ("an effect that lasts", "forbid" | "permit") => ObjectKind::Event,
        ("an effect that lasts", "grant" | "lose") => ObjectKind::Ability,
        (_, "type") => ObjectKind::Type,
        ("a filter of cards" | "a selection of cards", "def") => ObjectKind::Card,
        (_, "def") => ObjectKind::Card,
        (_, "ability") => ObjectKind::AbilityKind,
        (_, "fulfils" | "word" | "same" | "sequence")
        | ("a sum", "sum")
        | ("a number of words", "distinct")
        | ("groups", "by") => ObjectKind::Field,
        (_, "mark") => ObjectKind::Mark,
        ("a filter of uses", "kind") => ObjectKind::Use,
        (_, "*") if section.contains("of cards") => ObjectKind::Word,
        ("any card", "fields") => ObjectKind::Word,
        ("a scenario" | "a base position", "from") => ObjectKind::Base,
        ("a scenario", "start") => ObjectKind::Deck,
        _ => return None,
    })
}

/// The kind of name that a special parser reads, found by the words that describe its syntax.
pub fn of_syntax(words: &str) -> Option<ObjectKind> {
    Some(match words {
        "the name of a step" => ObjectKind::Step,
        "the id of a card" => ObjectKind::Card,
        "a player" | "players" | "a seat" | "a seat, or a list of such" => ObjectKind::Seat,
        "the id of a deck, or a deck" => ObjectKind::Deck,
        "a list of words" => ObjectKind::Word,
        "a field of words or a way" => ObjectKind::Field,
        "a duration" | "the name of an ability" => ObjectKind::Loose,
        _ => return None,
    })
}

/// True if the keys under a key of a section belong to the engine, and so name nothing of a game.
pub fn is_of_engine(section: &str, key: &str, depth: usize) -> bool {
    matches!((section, key, depth), ("a manifest", "attributes" | "counters", 0) | ("a check", "match", 0))
}

/// The kind of name that an author uses as a key, and true if the name is declared here. `depth` counts nested maps of
/// names, from 0.
pub fn of_key(section: &str, key: &str, depth: usize) -> Option<(ObjectKind, bool)> {
    Some(match (section, key, depth) {
        ("a manifest", "zones", 0) => (ObjectKind::Zone, true),
        ("a manifest", "types", 0) => (ObjectKind::Type, true),
        ("a manifest", "statuses" | "tallies", 0) => (ObjectKind::Field, true),
        ("a manifest", "words", 0) => (ObjectKind::Field, false),
        ("a manifest", "options", 0) => (ObjectKind::Option, true),
        ("a manifest", "attributes" | "counters" | "records", 1) => (ObjectKind::Field, true),
        ("a manifest", "records", 0) => (ObjectKind::Record, true),
        ("a manifest", "areas", 0) => (ObjectKind::Area, true),
        ("a manifest", "orders", 0) => (ObjectKind::Order, true),
        ("a manifest", "filters", 0) => (ObjectKind::Filter, true),
        ("a manifest", "events", 0) => (ObjectKind::Event, true),
        ("a manifest", "uses" | "actions", 0) => (ObjectKind::Use, true),
        ("a manifest", "timings", 0) => (ObjectKind::Timing, true),
        ("a manifest", "windows", 0) => (ObjectKind::Window, true),
        ("a manifest", "flow", 0) => (ObjectKind::List, true),
        ("a manifest", "abilities", 0) => (ObjectKind::Ability, true),
        ("a manifest", "ability_kinds", 0) => (ObjectKind::AbilityKind, true),
        ("a manifest", "decks" | "piles", 0) => (ObjectKind::DeckList, true),
        ("payments", "kinds", 0) => (ObjectKind::Pip, true),
        ("payments", "pools", 0) => (ObjectKind::Field, false),
        ("a card type", "fields", 0) => (ObjectKind::Field, true),
        ("an event", "fields", 0) => (ObjectKind::Field, true),
        ("a board", "marks", 0) => (ObjectKind::Mark, true),
        ("an ability" | "a mode" | "an action" | "a kind of ability", "targets", 0) => (ObjectKind::Target, true),
        ("an ability" | "a kind of ability", "modify", 0) => (ObjectKind::Field, false),
        (_, "match", 0) => (ObjectKind::Field, false),
        (_, "fields", 0) if section.starts_with("any ") => (ObjectKind::Field, false),
        (_, "printed" | "distinct", 0) => (ObjectKind::Field, false),
        ("a list of a deck", "sum", 0) | ("rules about a set" | "a selection of cards" | "a role", "sum", 0) => {
            (ObjectKind::Field, false)
        }
        ("a list of a deck", "least", 0) => (ObjectKind::Type, false),
        ("a condition" | "a scenario", "option" | "options", 0) => (ObjectKind::Option, false),
        ("a step `open`", "open", 0) => (ObjectKind::Record, false),
        ("a pack", "needs", 0) => (ObjectKind::Pack, false),
        ("a card", "*", 0) => (ObjectKind::Field, false),
        ("a deck", "*", 0) => (ObjectKind::DeckList, false),
        ("base positions", "*", 0) => (ObjectKind::Base, true),
        ("a filter of cards" | "a selection of cards" | "a filter of players" | "a filter of records", "*", 0) => {
            (ObjectKind::Field, false)
        }
        ("a condition", "*", 0) => (ObjectKind::Loose, false),
        _ => return None,
    })
}

/// The kind of name in a text that a script gives to a host function.
pub fn of_word(word: WordOf) -> ObjectKind {
    match word {
        WordOf::Zone => ObjectKind::Zone,
        WordOf::Status | WordOf::Direction => ObjectKind::Status,
        WordOf::Verb | WordOf::AskedVerb => ObjectKind::Event,
        WordOf::Counter | WordOf::Modified | WordOf::Number | WordOf::Words | WordOf::Rules | WordOf::RecordField => {
            ObjectKind::Field
        }
        WordOf::InField => ObjectKind::Word,
        WordOf::Record => ObjectKind::Record,
        WordOf::Level => ObjectKind::Level,
        WordOf::Window => ObjectKind::Window,
        WordOf::Step => ObjectKind::Step,
        WordOf::Order => ObjectKind::Order,
        WordOf::AbilityKind => ObjectKind::AbilityKind,
        WordOf::Def => ObjectKind::Card,
        WordOf::Target => ObjectKind::Target,
        WordOf::Player => ObjectKind::Seat,
        WordOf::Place | WordOf::Lasting | WordOf::RecordList | WordOf::Ability => ObjectKind::Loose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{FileKind, shapes};
    use intermezzo::data::keys::{Shape, Syntax};

    /// The section and key of names that nothing else refers to: an id that only its own map has, a name that only its
    /// own list knows.
    const FREE: [(&str, &str); 21] = [
        ("an ability", "id"),
        ("a kind of ability", "id"),
        ("a mode", "id"),
        ("a timing", "needs"),
        ("a decision of `words`", "words"),
        ("a card in a zone", "as"),
        ("a card in a zone", "owner"),
        ("a chance result", "of"),
        ("a chance result", "pick"),
        ("rules about a set", "meets"),
        ("a selection of cards", "meets"),
        ("a check", "id"),
        // The roles of players are offered as words for a player, and cannot be renamed.
        ("a list of a deck", "role"),
        ("a zone", "per"),
        ("an action", "role"),
        // Authors give each lasting effect any name that they like.
        ("`modify`", "called"),
        ("`grant`", "called"),
        ("`lose_ability`", "called"),
        ("a permission for a time", "called"),
        ("`end`", "called"),
        ("an effect that lasts", "called"),
    ];

    #[test]
    fn of_each_name_that_is_declared_it_is_known_what_it_names() {
        let kinds =
            [FileKind::Manifest, FileKind::Card, FileKind::Deck, FileKind::Pack, FileKind::Scenario, FileKind::Bases];
        let is_name = |shape: &Shape| matches!(shape, Shape::Word | Shape::Syntax(Syntax { words: "a name", .. }));
        let mut unknown = Vec::new();
        for section in kinds.into_iter().filter_map(shapes::root).flat_map(|root| root.with_parts()) {
            for key in section.keys {
                let named = match &key.shape {
                    Shape::Items(of) => is_name(of),
                    shape => is_name(shape),
                };
                let known = of_value(section.what, key.name).is_some() || FREE.contains(&(section.what, key.name));
                if named && !known {
                    unknown.push(format!("{}: {}", section.what, key.name));
                }
            }
        }
        unknown.sort();
        unknown.dedup();
        assert!(unknown.is_empty(), "{unknown:#?}");
    }
}
