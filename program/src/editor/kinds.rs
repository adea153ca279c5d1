//! Kinds: the kind of thing that a name in a file stands for, by the key above it.
//!
//! The declarations of keys say only "a name". A test lists every name that no line here covers.

use intermezzo::script::api::takes::WordOf;

/// The kinds of named objects.
#[allow(clippy::enum_variant_names)] // a kind of ability is called so
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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

impl Kind {
    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Pack => "pack",
            Kind::Card => "card",
            Kind::Deck => "deck",
            Kind::DeckList => "list of a deck",
            Kind::Type => "card type",
            Kind::Zone => "zone",
            Kind::Status => "status",
            Kind::Level => "level",
            Kind::Phase => "phase",
            Kind::Timing => "timing",
            Kind::Window => "window",
            Kind::Event => "event",
            Kind::Record => "record",
            Kind::Step => "step",
            Kind::List => "list of the flow",
            Kind::Use => "kind of use",
            Kind::AbilityKind => "kind of ability",
            Kind::Ability => "ability",
            Kind::Option => "option",
            Kind::Field => "field",
            Kind::Filter => "filter",
            Kind::Area => "area",
            Kind::Mark => "space",
            Kind::Order => "order of players",
            Kind::Pip => "kind of pip",
            Kind::Word => "word",
            Kind::Flag => "flag",
            Kind::Target => "target",
            Kind::Base => "base position",
            Kind::Seat => "player",
            Kind::Module => "module",
            Kind::Function => "function",
            Kind::CardAbility => "ability of a card",
            Kind::Loose => "name",
        }
    }

    /// A thing of the kind, in words: `a card`, `an ability`.
    pub fn one(self) -> String {
        let words = self.words();
        let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {words}")
    }

    /// True if the owner tells names of this kind apart: the module of a function, the card of a target.
    pub fn is_owned(self) -> bool {
        matches!(self, Kind::Function | Kind::CardAbility | Kind::Target)
    }

    /// True if a mention of this kind can refer to a name of another kind.
    pub fn may_be(self, other: Kind) -> bool {
        self == other
            || matches!(self, Kind::Loose) && !matches!(other, Kind::Module) && !other.is_owned()
            || matches!(
                (self, other),
                (Kind::Field, Kind::Filter) | (Kind::Zone, Kind::Area) | (Kind::Word, Kind::Status)
            )
    }
}

/// The kind of name in a text under a key of a section.
pub fn of_value(section: &str, key: &str) -> Option<Kind> {
    Some(match (section, key) {
        // Expected contents of a zone: cards, by any of their names.
        ("an expectation", "zone" | "holds" | "view") => Kind::Loose,
        ("an expectation", "active" | "asked") => Kind::Seat,
        (_, "window") => Kind::Window,
        ("an ability" | "a kind of ability" | "mute" | "lose" | "`use`" | "`grant`", "kind") => Kind::AbilityKind,
        ("an ability" | "a kind of ability", "flags") | ("mute" | "lose", "flag") => Kind::Flag,
        ("an ability" | "a kind of ability", "grant") => Kind::Loose,
        ("an ability" | "a kind of ability", "after" | "instead") => Kind::Event,
        (_, "timing") | ("a window", "offers") => Kind::Timing,
        (_, "verb" | "permitted") => Kind::Event,
        ("an ability" | "a kind of ability" | "an action", "from") => Kind::Zone,
        (_, "phase") => Kind::Phase,
        (_, "once" | "repeat" | "level" | "levels") => Kind::Level,
        ("a kind of ability" | "triggers", "use") => Kind::Use,
        ("replacements", "order") => Kind::Flag,
        ("a modification" | "`by`", "without") => Kind::Word,
        ("a card", "type") => Kind::Type,
        ("a card", "*") => Kind::Word,
        ("a list of a deck" | "a pile" | "the zones of drawing", "to") | ("the zones of drawing", "from") => Kind::Zone,
        ("a list of a deck" | "a pile", "holds") | ("a kind of use", "for") => Kind::Type,
        ("a list of a deck", "out_of") | ("a likeness", "list") | (_, "of")
            if section.contains("hint") || section.contains("deck") || section == "a likeness" =>
        {
            Kind::DeckList
        }
        ("a list of a deck", "same") | ("a likeness", "field") => Kind::Field,
        ("a likeness", "or") | ("a hint with `distinct`", "except") => Kind::Word,
        ("a likeness", "if") | ("who is asked by an option", "option") => Kind::Option,
        ("a hint with `distinct`", "distinct") | ("a hint with `named_in`", "named_in") => Kind::Field,
        ("a hint with `count`", "count") => Kind::Type,
        ("a deck", "game") | ("a scenario", "game") | ("a pack", "extends") | ("a manifest", "game") => Kind::Game,
        ("a deck", "*") => Kind::Card,
        ("a step `step`", "step") | ("a window", "then") => Kind::Step,
        ("a step `run`", "run") | ("a list with what it is given", "list") | ("a zone", "on_empty") => Kind::List,
        ("a step `shuffle`", "shuffle") => Kind::Zone,
        ("payments", "pools") => Kind::Pip,
        ("`modify`", "field") => Kind::Field,
        ("what scripts keep", "player") | ("a line of the table", "player" | "game" | "show" | "sort") => Kind::Field,
        ("a look of some cards", "tint") => Kind::Field,
        ("a zone", "enters") => Kind::Status,
        ("a zone", "only") | ("a board", "facing") | ("a pile", "copies") => Kind::Field,
        ("an expectation", "abilities") => Kind::Ability,
        (_, "zone" | "spaces" | "live_in") => Kind::Zone,
        ("a manifest", "statuses") | (_, "status") => Kind::Status,
        ("a status group" | "a group of statuses", "words") => Kind::Status,
        ("a manifest", "words") => Kind::Word,
        ("a tally", "of") => Kind::Event,
        ("a tally", "per" | "add") => Kind::Loose,
        (_, "cards") if section.contains("record") => Kind::Zone,
        (_, "records" | "record") => Kind::Record,
        ("a scenario", "packs") | ("a pack", "conflicts") => Kind::Pack,
        ("a pack", "replaces") => Kind::Card,
        (_, "card") if section.starts_with("a patch") => Kind::Card,
        ("a card in a zone", "card" | "printed" | "host") => Kind::Card,
        ("an effect that lasts", "card" | "source") => Kind::Card,
        ("an effect that lasts", "field") => Kind::Field,
        ("an effect that lasts", "forbid" | "permit") => Kind::Event,
        ("an effect that lasts", "grant" | "lose") => Kind::Ability,
        (_, "type") => Kind::Type,
        ("a filter of cards" | "a selection of cards", "def") => Kind::Card,
        (_, "def") => Kind::Card,
        (_, "ability") => Kind::AbilityKind,
        (_, "fulfils" | "word") | ("a sum", "sum") | ("a number of words", "distinct") | ("groups", "by") => {
            Kind::Field
        }
        (_, "mark") => Kind::Mark,
        ("a filter of uses", "kind") => Kind::Use,
        (_, "*") if section.contains("of cards") => Kind::Word,
        ("any card", "fields") => Kind::Word,
        ("a scenario" | "a base position", "from") => Kind::Base,
        ("a scenario", "start") => Kind::Deck,
        _ => return None,
    })
}

/// The kind of name that a special parser reads, found by the words that describe its syntax.
pub fn of_told(words: &str) -> Option<Kind> {
    Some(match words {
        "the name of a step" => Kind::Step,
        "the id of a card" => Kind::Card,
        "a player" | "players" | "a seat" | "a seat, or a list of such" => Kind::Seat,
        "the id of a deck, or a deck" => Kind::Deck,
        "a list of words" => Kind::Word,
        "a duration" | "the name of an ability" => Kind::Loose,
        _ => return None,
    })
}

/// True if the keys under a key of a section belong to the engine, and so name nothing of a game.
pub fn is_of_engine(section: &str, key: &str, depth: usize) -> bool {
    matches!((section, key, depth), ("a manifest", "attributes" | "counters", 0) | ("a check", "match", 0))
}

/// The kind of name that an author uses as a key, and true if the name is declared here. `depth` counts nested maps of
/// names, from 0.
pub fn of_key(section: &str, key: &str, depth: usize) -> Option<(Kind, bool)> {
    Some(match (section, key, depth) {
        ("a manifest", "zones", 0) => (Kind::Zone, true),
        ("a manifest", "types", 0) => (Kind::Type, true),
        ("a manifest", "statuses" | "tallies", 0) => (Kind::Field, true),
        ("a manifest", "words", 0) => (Kind::Field, false),
        ("a manifest", "options", 0) => (Kind::Option, true),
        ("a manifest", "attributes" | "counters" | "records", 1) => (Kind::Field, true),
        ("a manifest", "records", 0) => (Kind::Record, true),
        ("a manifest", "areas", 0) => (Kind::Area, true),
        ("a manifest", "orders", 0) => (Kind::Order, true),
        ("a manifest", "filters", 0) => (Kind::Filter, true),
        ("a manifest", "events", 0) => (Kind::Event, true),
        ("a manifest", "uses" | "actions", 0) => (Kind::Use, true),
        ("a manifest", "timings", 0) => (Kind::Timing, true),
        ("a manifest", "windows", 0) => (Kind::Window, true),
        ("a manifest", "flow", 0) => (Kind::List, true),
        ("a manifest", "abilities", 0) => (Kind::Ability, true),
        ("a manifest", "ability_kinds", 0) => (Kind::AbilityKind, true),
        ("a manifest", "decks" | "piles", 0) => (Kind::DeckList, true),
        ("payments", "kinds", 0) => (Kind::Pip, true),
        ("payments", "pools", 0) => (Kind::Field, false),
        ("a card type", "fields", 0) => (Kind::Field, true),
        ("an event", "fields", 0) => (Kind::Field, true),
        ("a board", "marks", 0) => (Kind::Mark, true),
        ("an ability" | "a mode" | "an action" | "a kind of ability", "targets", 0) => (Kind::Target, true),
        ("an ability" | "a kind of ability", "modify", 0) => (Kind::Field, false),
        (_, "match", 0) => (Kind::Field, false),
        (_, "fields", 0) if section.starts_with("any ") => (Kind::Field, false),
        (_, "printed" | "distinct", 0) => (Kind::Field, false),
        ("a list of a deck", "sum", 0) | ("rules about a set" | "a selection of cards" | "a role", "sum", 0) => {
            (Kind::Field, false)
        }
        ("a list of a deck", "least", 0) => (Kind::Type, false),
        ("a condition" | "a scenario", "option" | "options", 0) => (Kind::Option, false),
        ("a step `open`", "open", 0) => (Kind::Record, false),
        ("a pack", "needs", 0) => (Kind::Pack, false),
        ("a card", "*", 0) => (Kind::Field, false),
        ("a deck", "*", 0) => (Kind::DeckList, false),
        ("base positions", "*", 0) => (Kind::Base, true),
        ("a filter of cards" | "a selection of cards" | "a filter of players" | "a filter of records", "*", 0) => {
            (Kind::Field, false)
        }
        ("a condition", "*", 0) => (Kind::Loose, false),
        _ => return None,
    })
}

/// The kind of name in a text that a script gives to a host function.
pub fn of_word(word: WordOf) -> Kind {
    match word {
        WordOf::Zone => Kind::Zone,
        WordOf::Status | WordOf::Direction => Kind::Status,
        WordOf::Verb | WordOf::AskedVerb => Kind::Event,
        WordOf::Counter | WordOf::Modified | WordOf::Number | WordOf::Words | WordOf::Rules | WordOf::RecordField => {
            Kind::Field
        }
        WordOf::InField => Kind::Word,
        WordOf::Record => Kind::Record,
        WordOf::Level => Kind::Level,
        WordOf::Window => Kind::Window,
        WordOf::Step => Kind::Step,
        WordOf::Order => Kind::Order,
        WordOf::AbilityKind => Kind::AbilityKind,
        WordOf::Def => Kind::Card,
        WordOf::Target => Kind::Target,
        WordOf::Player => Kind::Seat,
        WordOf::Place | WordOf::Lasting | WordOf::RecordList | WordOf::Ability => Kind::Loose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{FileKind, shapes};
    use intermezzo::data::keys::{Shape, Told};

    /// Names that are nobody else's: an id that only its own map has, a name that only its own list knows.
    const FREE: [(&str, &str); 18] = [
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
        // Authors name each effect that lasts as they like.
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
        let is_name = |shape: &Shape| matches!(shape, Shape::Word | Shape::Told(Told { words: "a name", .. }));
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
