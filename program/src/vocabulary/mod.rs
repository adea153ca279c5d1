//! Vocabulary: the words that a game has for its cards, scripts and scenarios, each with its meaning.
//!
//! `intermezzo list` prints one kind of words, and the page of a game all of them.

mod fields;
pub mod page;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use intermezzo::catalog::Catalog;
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::model::schema::{RecordField, SeenBy};
use intermezzo::kernel::model::symbols::Sym;

/// A kind of words that a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// Card types.
    Types,
    /// Fields of cards, players and the game.
    Fields,
    /// Zones.
    Zones,
    /// Statuses of cards.
    Statuses,
    /// Levels and phases of the flow.
    Phases,
    /// The actions that a player may take without an ability of a card.
    Actions,
    /// Timings of abilities and actions.
    Timings,
    /// Kinds of use.
    Uses,
    /// Kinds of ability.
    Kinds,
    /// Records.
    Records,
    /// Events.
    Events,
}

impl WordKind {
    /// All kinds, in the order of a game's page.
    pub const ALL: [WordKind; 11] = [
        WordKind::Types,
        WordKind::Fields,
        WordKind::Zones,
        WordKind::Statuses,
        WordKind::Phases,
        WordKind::Timings,
        WordKind::Actions,
        WordKind::Uses,
        WordKind::Kinds,
        WordKind::Events,
        WordKind::Records,
    ];

    /// The kind as a heading, and the use of its words in files in one sentence: WORD stands for a word.
    pub fn heading(self) -> (&'static str, &'static str) {
        match self {
            WordKind::Types => (
                "Types",
                "`type: WORD` of a card, and `{ type: WORD }` in filters; then the keys of such a card, with `?` where one may be left out.",
            ),
            WordKind::Fields => (
                "Fields",
                "`card.NAME` is a key of a card's file where it is printed, `it.NAME` in amounts, `card.NAME` in scripts; of players `me.NAME`.",
            ),
            WordKind::Zones => (
                "Zones",
                "`{ zone: WORD }` in filters, `to: WORD` of moves, `WORD:` of a player in `setup` of scenarios.",
            ),
            WordKind::Statuses => {
                ("Statuses", "`{ status: WORD }` in filters, and as an event `{ status: { card: it, to: WORD } }`.")
            }
            WordKind::Phases => {
                ("Levels and phases", "`phase: WORD` of an ability; of levels `once: WORD` and `until: WORD`.")
            }
            WordKind::Timings => ("Timings", "`timing: WORD` of an ability: the windows that offer it."),
            WordKind::Actions => ("Actions", "Steps of scenarios, `amy: WORD`, and what is typed at the table."),
            WordKind::Uses => (
                "Kinds of use",
                "`kind: WORD` of an ability, and in filters of what is used; then the word with which the transcript tells it.",
            ),
            WordKind::Kinds => {
                ("Kinds of ability", "`kind: WORD` of an ability: what the manifest says once for all cards.")
            }
            WordKind::Events => (
                "Events",
                "`after: WORD` of an ability, `do: [{ WORD: ... }]`, `act.WORD(...)` in scripts; then their fields.",
            ),
            WordKind::Records => {
                ("Records", "What the game keeps while something lasts, with its fields: `record.WORD`.")
            }
        }
    }
}

/// A word with its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct GameWord {
    /// The word.
    pub id: String,
    /// The meaning of the word, on one line.
    pub title: String,
    /// Further facts about the word, for programs.
    pub more: Map<String, Value>,
}

impl GameWord {
    fn new(id: impl Into<String>, title: impl Into<String>) -> GameWord {
        GameWord { id: id.into(), title: title.into(), more: Map::new() }
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> GameWord {
        self.more.insert(key.into(), value.into());
        self
    }

    /// The word as JSON.
    pub fn json(&self) -> Value {
        let mut out = json!({ "id": self.id, "title": self.title });
        if let Value::Object(map) = &mut out {
            map.extend(self.more.clone());
        }
        out
    }
}

/// The words of a kind, in the order of the manifest.
pub fn words(catalog: &Catalog, kind: WordKind) -> Vec<GameWord> {
    match kind {
        WordKind::Types => types(catalog),
        WordKind::Fields => fields::fields(catalog),
        WordKind::Zones => zones(catalog),
        WordKind::Statuses => statuses(catalog),
        WordKind::Phases => phases(catalog),
        WordKind::Timings => timings(catalog),
        WordKind::Actions => actions(catalog),
        WordKind::Uses => uses(catalog),
        WordKind::Kinds => kinds(catalog),
        WordKind::Events => events(catalog),
        WordKind::Records => records(catalog),
    }
}

fn name(catalog: &Catalog, sym: Sym) -> String {
    catalog.rules.name(sym).to_string()
}

fn names(catalog: &Catalog, syms: impl IntoIterator<Item = Sym>) -> Vec<String> {
    syms.into_iter().map(|sym| name(catalog, sym)).collect()
}

fn types(catalog: &Catalog) -> Vec<GameWord> {
    let one = |at: usize, ty: Sym| {
        let cards = catalog.rules.defs.iter().filter(|def| def.types.iter().any(|of| of.index() == at)).count();
        let ty = name(catalog, ty);
        let keys = catalog.printed_fields(Some(&ty));
        let said =
            |(key, kind, needed): &(String, String, bool)| format!("{key}: {kind}{}", if *needed { "" } else { "?" });
        let fields = keys.iter().map(said).collect::<Vec<_>>().join(", ");
        GameWord::new(ty, if fields.is_empty() { "no fields of its own".into() } else { fields })
            .with("cards", cards)
            .with("fields", keys.iter().map(|(key, ..)| key.clone()).collect::<Vec<_>>())
    };
    catalog.rules.schema.types.iter().enumerate().map(|(at, ty)| one(at, ty.name)).collect()
}

fn zones(catalog: &Catalog) -> Vec<GameWord> {
    let one = |zone: &intermezzo::kernel::model::schema::ZoneDef| {
        let roles = catalog.rules.schema.roles.iter().find(|role| role.seats == zone.seats);
        let owner = match roles {
            Some(role) => format!("one for each {}", name(catalog, role.name)),
            None if zone.per_player => "one for each player".into(),
            None => "shared".into(),
        };
        let seen = match zone.seen_by {
            SeenBy::Nobody => "nobody sees its cards",
            SeenBy::Owner => "its player sees its cards",
            SeenBy::All => "everybody sees its cards",
        };
        let spaces = if zone.spaces > 1 { format!(", {} spaces", zone.spaces) } else { String::new() };
        GameWord::new(name(catalog, zone.name), format!("{owner}, {seen}{spaces}"))
            .with("per_player", zone.per_player)
            .with("spaces", zone.spaces)
    };
    catalog.rules.schema.zones.iter().map(one).collect()
}

fn statuses(catalog: &Catalog) -> Vec<GameWord> {
    let groups = catalog.rules.schema.statuses.iter();
    let of_group = |(group, values): &(Sym, Vec<Sym>)| -> Vec<GameWord> {
        let (group, all) = (name(catalog, *group), names(catalog, values.iter().copied()));
        let first = all.first().cloned().unwrap_or_default();
        let title = |word: &str| match word == first {
            true => format!("of `{group}`: how a card begins"),
            false => format!(
                "of `{group}`, beside {}",
                all.iter().filter(|o| *o != word).cloned().collect::<Vec<_>>().join(", ")
            ),
        };
        all.iter().map(|word| GameWord::new(word.clone(), title(word)).with("group", group.clone())).collect()
    };
    groups.flat_map(of_group).collect()
}

fn phases(catalog: &Catalog) -> Vec<GameWord> {
    let schema = &catalog.rules.schema;
    let levels = schema.levels.iter().map(|level| GameWord::new(name(catalog, *level), "a level").with("is", "level"));
    let phases = schema.phases.iter().map(|phase| GameWord::new(name(catalog, *phase), "a phase").with("is", "phase"));
    levels.chain(phases).collect()
}

fn timings(catalog: &Catalog) -> Vec<GameWord> {
    let rules = &catalog.rules;
    let one = |timing: Sym| {
        let mut windows: Vec<String> = rules
            .windows
            .iter()
            .filter(|window| window.offers.contains(&timing))
            .map(|w| name(catalog, w.name))
            .collect();
        windows.dedup();
        let said = match windows.as_slice() {
            [] => "no window offers it".to_string(),
            windows => format!("offered in {}", windows.join(", ")),
        };
        let because = rules.timing_words.iter().rfind(|(of, ..)| *of == timing).map(|(.., why)| why.text());
        let title = because.map_or(said.clone(), |why| format!("{said}; else: {why}"));
        GameWord::new(name(catalog, timing), title).with("windows", windows)
    };
    let offered = rules.windows.iter().flat_map(|window| window.offers.iter().copied());
    let mut all: Vec<Sym> = rules.names.timings.clone();
    for timing in offered {
        if !all.contains(&timing) {
            all.push(timing);
        }
    }
    all.into_iter().map(one).collect()
}

fn actions(catalog: &Catalog) -> Vec<GameWord> {
    let rules = &catalog.rules;
    let one = |id: &intermezzo::kernel::model::value::AbilityId| {
        let action = &rules.abilities[id.index()];
        let timing = match action.form {
            AbilityForm::Timing(timing) => name(catalog, timing),
            _ => String::new(),
        };
        let mut parts: Vec<String> = Vec::new();
        if !timing.is_empty() {
            parts.push(format!("timing {timing}"));
        }
        if !action.from.is_empty() {
            let zones =
                rules.schema.kinds(action.from).map(|kind| name(catalog, rules.schema.zones[kind.index()].name));
            parts.push(format!("with a card of {}", zones.collect::<Vec<_>>().join(" or ")));
        }
        if !action.targets.is_empty() {
            let targets = action.targets.iter().map(|target| name(catalog, target.name));
            parts.push(format!("chooses {}", targets.collect::<Vec<_>>().join(", ")));
        }
        if !action.text.is_empty() {
            parts.push(action.text.to_string());
        }
        GameWord::new(name(catalog, action.id), parts.join("; ")).with("timing", timing)
    };
    // An action with modes is several abilities of one name, and is listed once.
    let mut seen = BTreeSet::new();
    rules.actions.iter().map(one).filter(|word| seen.insert(word.id.clone())).collect()
}

fn uses(catalog: &Catalog) -> Vec<GameWord> {
    catalog.rules.uses.iter().map(|kind| GameWord::new(name(catalog, kind.name), kind.text.to_string())).collect()
}

fn kinds(catalog: &Catalog) -> Vec<GameWord> {
    let rules = &catalog.rules;
    let one = |kind: &Sym| {
        let of_kind =
            rules.abilities.iter().filter(|ability| ability.def.is_some() && ability.kind_word == Some(*kind));
        let cards: BTreeSet<_> = of_kind.map(|ability| ability.def.map(|def| def.index())).collect();
        let title = match cards.len() {
            0 => "no card has one yet".to_string(),
            1 => "1 card has one".into(),
            n => format!("{n} cards have one"),
        };
        GameWord::new(name(catalog, *kind), title).with("cards", cards.len())
    };
    rules.schema.ability_kinds.iter().map(one).collect()
}

fn events(catalog: &Catalog) -> Vec<GameWord> {
    let one = |event: &intermezzo::kernel::rules::EventDef| {
        let fields: Vec<(String, &str, bool)> = event
            .fields
            .iter()
            .enumerate()
            .map(|(at, (field, kind))| (name(catalog, *field), kind.word(), event.optional >> at & 1 == 1))
            .collect();
        let field_words = |(field, kind, optional): &(String, &str, bool)| {
            format!("{field}: {kind}{}", if *optional { "?" } else { "" })
        };
        let types: Map<String, Value> = fields.iter().map(|(field, kind, _)| (field.clone(), json!(kind))).collect();
        GameWord::new(name(catalog, event.name), fields.iter().map(field_words).collect::<Vec<_>>().join(", "))
            .with("fields", fields.iter().map(|(field, ..)| field.clone()).collect::<Vec<_>>())
            .with("types", types)
            .with("text", event.text.as_deref().unwrap_or(""))
    };
    catalog.rules.events.iter().map(one).collect()
}

fn records(catalog: &Catalog) -> Vec<GameWord> {
    let schema = &catalog.rules.schema;
    let kind = |field: &RecordField| match field {
        RecordField::Player => "player".to_string(),
        RecordField::Players => "players".into(),
        RecordField::Word => "word".into(),
        RecordField::Int => "int".into(),
        RecordField::Card => "card".into(),
        RecordField::Cards(None) => "cards".into(),
        RecordField::Cards(Some(zone)) => format!("cards of {}", name(catalog, schema.zones[zone.index()].name)),
        RecordField::Records(of) => format!("records {}", name(catalog, schema.records[of.index()].name)),
        RecordField::Spaces => "spaces".into(),
        RecordField::Any => "any".into(),
        RecordField::Stays => "cards that stay".into(),
    };
    let one = |record: &intermezzo::kernel::model::schema::RecordDef| {
        let fields = record.fields.iter().map(|(field, of)| (name(catalog, *field), kind(of)));
        let fields: Vec<(String, String)> = fields.collect();
        let title = fields.iter().map(|(field, of)| format!("{field}: {of}")).collect::<Vec<_>>().join(", ");
        GameWord::new(name(catalog, record.name), title)
            .with("fields", fields.into_iter().map(|(field, _)| field).collect::<Vec<_>>())
    };
    schema.records.iter().map(one).collect()
}
