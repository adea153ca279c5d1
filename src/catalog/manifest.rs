//! Manifest: a game's own declarations, compiled into rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::reader::{entries, known_keys, text};
use super::words::Words;
use super::{Nodes, ScriptSource};
use crate::data::{Data, Node, Span};
use crate::error::Problems;
use crate::kernel::filter::parse::{Parser, Scope};
use crate::kernel::filter::{CardField, Class, Cond};
use crate::kernel::rules::*;
use crate::kernel::sym::Sym;
use crate::kernel::value::*;

/// Rules while they are being compiled.
pub(super) struct Builder {
    pub rules: Rules,
    pub scripts: Vec<ScriptSource>,
    pub steps: BTreeMap<String, ScriptId>,
    pub known_steps: BTreeMap<String, (Arc<str>, u32)>,
    pub use_names: Vec<Sym>,
    pub window_names: Vec<Sym>,
    pub def_ids: Vec<Sym>,
    pub option_names: Vec<Sym>,
    pub lists: BTreeMap<String, ListId>,
    pub fields: Vec<FieldSpec>,
    /// Fixed words of a word field: others are refused.
    pub fixed_words: Vec<(u8, Vec<Sym>)>,
    /// What each timing needs an ability to say.
    pub timing_needs: Vec<(Sym, Vec<String>)>,
    /// Types whose cards are nothing without an ability.
    pub needs_abilities: u32,
    /// Shapes of texts, and how many abilities a type may print.
    pub patterns: Vec<super::patterns::Pattern>,
    pub most_abilities: Vec<(usize, usize)>,
    /// Kinds of use for printed abilities, by type.
    pub kind_of_type: Vec<Option<UseKindId>>,
    /// Kinds of use for kinds of ability.
    pub use_of_kind: Vec<(Sym, UseKindId)>,
    /// What abilities of a kind say unless they say it themselves.
    pub ability_kinds: BTreeMap<String, Node>,
    pub places: Vec<Arc<str>>,
}

/// A printed field: its kind, which types have it, and whether they must.
pub(super) struct FieldSpec {
    pub name: Sym,
    pub field: CardField,
    pub single: bool,
    pub kind: String,
    pub types: u32,
    pub required: bool,
}

const KEYS: [&str; 24] = [
    "game",
    "title",
    "players",
    "levels",
    "options",
    "statuses",
    "zones",
    "draw",
    "types",
    "words",
    "timings",
    "attributes",
    "counters",
    "tallies",
    "records",
    "filters",
    "events",
    "payments",
    "uses",
    "actions",
    "windows",
    "flow",
    "rules",
    "decks",
];

const ZONE_KEYS: [&str; 13] = [
    "per", "shared", "seen_by", "enters", "only", "distinct", "on_empty", "slots", "capacity", "resets", "board",
    "keeps", "newest",
];

/// Words that the kernel and the scripts know by name.
const WORDS: [&str; 49] = [
    "subject",
    "targets",
    "is_group",
    "put_by",
    "players",
    "answer",
    "slot",
    "space",
    "column",
    "row",
    "last_winner",
    "active",
    "first",
    "phase",
    "batch",
    "user",
    "x",
    "paid",
    "reply_to",
    "cancelled",
    "kind",
    "timing",
    "mode",
    "ability",
    "seat",
    "pay",
    "cost",
    "answers",
    "choose",
    "use",
    "cancel",
    "me",
    "card",
    "to",
    "from",
    "player",
    "position",
    "status",
    "name",
    "by",
    "cards",
    "zone",
    "object",
    "what",
    "lasts",
    "id",
    "type",
    "owner",
    "controller",
];

/// The kernel's events with their fields, in the order of [`event`].
fn kernel_events() -> Vec<(&'static str, Vec<(&'static str, FieldKind)>)> {
    use FieldKind::*;
    vec![
        (
            "moved",
            vec![("card", Card), ("from", Zone), ("to", Zone), ("position", Int), ("status", Status), ("face", Any)],
        ),
        ("draw", vec![("player", Player)]),
        ("status_changed", vec![("card", Card), ("to", Status)]),
        ("changed", vec![("object", Object), ("name", Any), ("by", Int)]),
        ("shuffled", vec![("zone", Zone)]),
        ("used", vec![("use", Use), ("card", Cards), ("player", Player)]),
        ("cancelled", vec![("use", Use)]),
        ("revealed", vec![("card", Card)]),
        ("looked", vec![("player", Player), ("cards", Cards)]),
        ("arranged", vec![("zone", Zone), ("cards", Cards), ("position", Int)]),
        ("modified", vec![("object", Object), ("what", Any), ("by", Any)]),
        ("permission_changed", vec![("what", Any), ("by", Any)]),
        ("retargeted", vec![("use", Use), ("from", Any), ("to", Any)]),
        ("record_opened", vec![("record", Any), ("kind", Any)]),
        ("record_closed", vec![("record", Any), ("kind", Any)]),
        ("joined", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("left", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("counter_set", vec![("object", Object), ("name", Any), ("to", Int)]),
        ("settles", vec![("use", Use), ("to", Zone), ("position", Int)]),
        ("result", vec![("player", Player)]),
        ("lose", vec![("player", Player)]),
        ("created", vec![("card", Card), ("def", Any), ("to", Zone), ("player", Player), ("values", Any)]),
        ("transformed", vec![("card", Card), ("def", Any)]),
        ("swapped", vec![("card", Card), ("other", Cards)]),
    ]
}

pub(super) fn compile(
    game: &str,
    manifest: &Node,
    nodes: &Nodes,
    words: &[Words],
    steps: &BTreeMap<String, (Arc<str>, u32)>,
    problems: &mut Problems,
) -> Builder {
    let mut keys = KEYS.to_vec();
    keys.extend(["areas", "orders", "requires", "persons", "keeps"]);
    keys.extend(["hints", "table", "checks", "abilities", "ability_kinds", "piles"]);
    known_keys(manifest, &keys, "a manifest", problems);
    let mut b = Builder {
        rules: Rules::default(),
        scripts: Vec::new(),
        steps: BTreeMap::new(),
        known_steps: steps.clone(),
        use_names: Vec::new(),
        window_names: Vec::new(),
        def_ids: Vec::new(),
        option_names: Vec::new(),
        lists: BTreeMap::new(),
        fields: Vec::new(),
        fixed_words: Vec::new(),
        timing_needs: Vec::new(),
        needs_abilities: 0,
        patterns: Vec::new(),
        most_abilities: Vec::new(),
        kind_of_type: Vec::new(),
        use_of_kind: Vec::new(),
        ability_kinds: BTreeMap::new(),
        places: Vec::new(),
    };
    b.intern_all(words);
    b.names(game, manifest, nodes, problems);
    b.fields(manifest, problems);
    b.second_pass(manifest, problems);
    b
}

impl Builder {
    pub fn sym(&mut self, name: &str) -> Sym {
        self.rules.schema.symbols.intern(name)
    }

    pub fn parser<'a>(&'a self, scope: Scope, problems: &'a mut Problems) -> Parser<'a> {
        Parser {
            schema: &self.rules.schema,
            uses: &self.use_names,
            windows: &self.window_names,
            events: &self.rules.events,
            defs: &self.def_ids,
            options: &self.option_names,
            scope,
            problems,
        }
    }

    /// Interns every word of every file first: afterwards an unknown word is a mistake.
    fn intern_all(&mut self, words: &[Words]) {
        for word in WORDS {
            self.sym(word);
        }
        for (name, fields) in kernel_events() {
            self.sym(name);
            for (field, _) in fields {
                self.sym(field);
            }
        }
        for word in words.iter().flat_map(|w| w.iter()) {
            self.rules.schema.symbols.intern_shared(word);
        }
    }

    /// Everything that has a name, so that anything may refer to anything.
    fn names(&mut self, game: &str, manifest: &Node, nodes: &Nodes, problems: &mut Problems) {
        self.rules.schema.game = game.into();
        self.rules.schema.title = text(manifest, "title", "the manifest", problems).into();
        self.rules.schema.players = manifest.field("players").map_or(Players::default(), |n| players(n, problems));
        self.rules.schema.seats = self.rules.schema.players.usual;
        for level in manifest.field("levels").map_or(&[][..], |n| n.items()) {
            let name = self.sym(level.as_str().unwrap_or(""));
            self.rules.schema.levels.push(name);
        }
        for (key, node) in entries(manifest, "options", problems) {
            known_keys(node, &["default", "one_of"], "an option", problems);
            let name = self.sym(&key.name);
            let value = node.field("default").map_or(Value::Nil, |n| self.plain(n));
            if node.field("default").is_none() {
                problems.error("missing", &node.span, format!("the option `{}` needs a `default`", key.name));
            }
            let one_of = node.field("one_of").map_or(&[][..], |n| n.items());
            let one_of: Vec<Value> = one_of.iter().map(|n| self.plain(n)).collect();
            if !one_of.is_empty() && !one_of.contains(&value) {
                let at = &node.field("default").unwrap_or(node).span;
                problems.error("unknown_word", at, format!("the default of `{}` is none of its values", key.name));
            }
            self.option_names.push(name);
            self.rules.options.push((name, value));
            self.rules.option_values.push(one_of);
        }
        for (key, node) in entries(manifest, "statuses", problems) {
            let group = self.sym(&key.name);
            let words = node.field("words").unwrap_or(node);
            let values = words.items().iter().map(|n| self.sym(n.as_str().unwrap_or(""))).collect::<Vec<_>>();
            if values.len() > 16 || self.rules.schema.statuses.len() >= 8 {
                problems.error("too_many", &key.span, "at most 8 status groups of 16 values");
                continue;
            }
            if node.as_map().is_some() {
                known_keys(node, &["words", "quiet"], "a group of statuses", problems);
                let quiet = node.field("quiet").and_then(Node::as_bool) == Some(true);
                self.rules.schema.quiet_statuses |= u8::from(quiet) << self.rules.schema.statuses.len();
            }
            self.rules.schema.statuses.push((group, values));
        }
        self.zone_names(manifest, problems);
        self.rules.schema.lay_out();
        self.area_names(manifest, problems);
        self.order_names(manifest, problems);
        self.type_names(manifest, problems);
        self.record_names(manifest, problems);
        self.event_names(manifest, problems);
        for (key, node) in entries(manifest, "ability_kinds", problems) {
            let name = self.sym(&key.name);
            self.rules.schema.ability_kinds.push(name);
            self.ability_kinds.insert(key.name.clone(), node.clone());
        }
        for section in ["uses", "actions"] {
            for (key, _) in entries(manifest, section, problems) {
                let name = self.sym(&key.name);
                self.use_names.push(name);
            }
        }
        for (key, _) in entries(manifest, "windows", problems) {
            let name = self.sym(&key.name);
            self.window_names.push(name);
        }
        self.find_phases(manifest.field("flow"));
        for path in nodes.keys() {
            if let Some(id) = card_id(game, path) {
                if self.def_ids.contains(&self.rules.schema.symbols.intern(id)) {
                    problems.error("name_taken", &Span::file(path.as_str()), format!("there is a card `{id}` already"));
                    continue;
                }
                let id = self.sym(id);
                self.def_ids.push(id);
            }
        }
        // Definitions are numbered by id, whatever folder they lie in.
        let symbols = &self.rules.schema.symbols;
        self.def_ids.sort_by(|a, b| symbols.name(*a).cmp(symbols.name(*b)));
    }

    /// Kinds of zone, before what they refer to.
    fn zone_names(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, node) in entries(manifest, "zones", problems) {
            known_keys(node, &ZONE_KEYS, "a zone", problems);
            let number = |key: &str| node.field(key).and_then(Node::as_int).map(|n| n.clamp(1, 1024) as u16);
            let name = self.sym(&key.name);
            let seen_by = match node.field("seen_by").and_then(Node::as_str) {
                Some("owner") => SeenBy::Owner,
                Some("nobody") => SeenBy::Nobody,
                Some("all") => SeenBy::All,
                None if node.field("seen_by").is_none() => SeenBy::All,
                other => {
                    let help = crate::data::suggest::help_for(other.unwrap_or(""), ["owner", "nobody", "all"]);
                    let at = &node.field("seen_by").unwrap_or(node).span;
                    problems.error("unknown_word", at, "nobody like this sees a zone").help(help);
                    SeenBy::All
                }
            };
            let only =
                node.field("only").map(|n| n.items().iter().filter_map(Node::as_str).map(|f| self.sym(f)).collect());
            let kind = ZoneKind(self.rules.schema.zones.len() as u8);
            let board = node.field("board").and_then(|n| self.board(kind, n, problems));
            let of_board = board.map(|b| self.rules.schema.boards[b as usize].board.spaces());
            let spaces = of_board.or(number("slots")).unwrap_or(1);
            let capacity_option = node.field("capacity").and_then(|n| self.capacity_option(n, problems));
            self.rules.schema.zones.push(ZoneDef {
                name,
                per_player: node.field("shared").is_none(),
                seen_by,
                spaces,
                board,
                capacity: number("capacity"),
                capacity_option,
                resets: node.field("resets").and_then(Node::as_bool) == Some(true),
                newest_first: node.field("newest").and_then(Node::as_str) == Some("first"),
                keeps_statuses: node.field("keeps").is_some(),
                enters: Vec::new(),
                only,
                distinct_names: node.field("distinct").is_some(),
                on_empty: None,
            });
        }
    }

    /// The option that says how many cards a space holds: `option.hand_size`.
    fn capacity_option(&mut self, node: &Node, problems: &mut Problems) -> Option<Sym> {
        let name = node.as_str()?.strip_prefix("option.").unwrap_or(node.as_str()?).to_string();
        let sym = self.sym(&name);
        if self.option_names.contains(&sym) {
            return Some(sym);
        }
        let known: Vec<String> = self.option_names.iter().map(|o| self.rules.name(*o).to_string()).collect();
        let help = crate::data::suggest::help_for(&name, known.iter().map(String::as_str));
        problems.error("unknown_word", &node.span, format!("the game has no option `{name}`")).help(help);
        None
    }

    /// Card types, timings and counters.
    fn type_names(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, _) in entries(manifest, "types", problems) {
            if key.name != "all" {
                let name = self.sym(&key.name);
                self.rules.schema.types.push(TypeDef { name, live_in: 0, prints: 0 });
            }
        }
        for (key, node) in entries(manifest, "timings", problems) {
            let name = self.sym(&key.name);
            let needs = node.field("needs").map_or(&[][..], |n| n.items());
            let needs = needs.iter().filter_map(|n| n.as_str().map(String::from)).collect();
            known_keys(node, &["needs", "because"], "a timing", problems);
            self.timing_needs.push((name, needs));
        }
        self.counter_names(manifest, problems);
    }

    /// Counters of players, of the game, of spaces: `hp: 20` or `hp: { start: 20, min: 0, max: 30 }`.
    fn counter_names(&mut self, manifest: &Node, problems: &mut Problems) {
        for (of, counters) in entries(manifest, "counters", problems) {
            for (key, node) in counters.as_map().unwrap_or_default() {
                let name = self.sym(&key.name);
                let part = |key: &str| node.field(key).and_then(Node::as_int);
                if node.as_map().is_some() {
                    known_keys(node, &["start", "min", "max", "level", "quiet"], "a counter", problems);
                }
                let level = node.field("level").and_then(|n| self.level(n, problems));
                let start = node.as_int().or_else(|| part("start")).unwrap_or(0);
                let quiet = node.field("quiet").and_then(Node::as_bool) == Some(true);
                let def = CounterDef { name, start, min: part("min"), max: part("max"), level, quiet };
                let schema = &mut self.rules.schema;
                match of.name.as_str() {
                    "player" => schema.counters.push(def),
                    "game" => schema.game_counters.push(def),
                    "space" => schema.space_counters.push(def),
                    other => {
                        let help = crate::data::suggest::help_for(other, ["player", "game", "space"]);
                        let message = format!("`{other}` has no counters");
                        problems.error("unknown_key", &of.span, message).help(help);
                        break;
                    }
                }
            }
        }
    }

    /// Records and their fields.
    fn record_names(&mut self, manifest: &Node, problems: &mut Problems) {
        let records = entries(manifest, "records", problems);
        for (key, node) in records {
            let name = self.sym(&key.name);
            let fields = node.as_map().unwrap_or_default();
            let fields = fields
                .iter()
                .map(|(k, v)| {
                    let kind = match (v.as_str(), v.field("cards")) {
                        (Some("stays"), _) => RecordField::Stays,
                        (Some("player"), _) => RecordField::Player,
                        (Some("players"), _) => RecordField::Players,
                        (Some("word"), _) => RecordField::Word,
                        (Some("int"), _) => RecordField::Int,
                        (Some("spaces"), _) => RecordField::Spaces,
                        (Some("any"), _) => RecordField::Any,
                        (Some("card"), _) => RecordField::Card,
                        _ if v.field("records").is_some() => {
                            let inner = v.field("records").and_then(Node::as_str).unwrap_or("");
                            let place = records.iter().position(|(k, _)| k.name == inner);
                            if place.is_none() {
                                let help =
                                    crate::data::suggest::help_for(inner, records.iter().map(|(k, _)| k.name.as_str()));
                                problems
                                    .error("unknown_word", &v.span, format!("there is no record `{inner}`"))
                                    .help(help);
                            }
                            RecordField::Records(RecKind(place.unwrap_or(0) as u8))
                        }
                        (_, Some(zone)) => {
                            RecordField::Cards(zone.as_str().and_then(|z| self.rules.schema.zone_kind(z)))
                        }
                        (Some("cards"), _) => RecordField::Cards(None),
                        (other, _) => {
                            let known = ["player", "players", "word", "int", "card", "cards"];
                            let help = crate::data::suggest::help_for(other.unwrap_or(""), known);
                            let message = "a field of a record is a kind, { cards: zone } or { records: record }";
                            problems.error("unknown_word", &v.span, message).help(help);
                            RecordField::Cards(None)
                        }
                    };
                    (self.rules.schema.symbols.intern(&k.name), kind)
                })
                .collect();
            self.rules.schema.records.push(RecordDef { name, fields });
        }
    }

    /// The kernel's events, then the manifest's own.
    fn event_names(&mut self, manifest: &Node, problems: &mut Problems) {
        for (name, fields) in kernel_events() {
            let name = self.sym(name);
            let fields = fields.into_iter().map(|(f, k)| (self.sym(f), k)).collect();
            self.rules.events.push(EventDef { name, fields, needs: None, does: Vec::new(), text: None });
        }
        debug_assert_eq!(self.rules.events.len(), event::COUNT as usize);
        for (key, node) in entries(manifest, "events", problems) {
            known_keys(node, &["fields", "does", "needs", "text", "quiet"], "an event", problems);
            let name = self.sym(&key.name);
            if self.rules.events.iter().any(|e| e.name == name) {
                problems.error("name_taken", &key.span, format!("there is an event `{}` already", key.name));
            }
            let fields = entries(node, "fields", problems)
                .iter()
                .map(|(k, v)| {
                    let kind = match v.as_str() {
                        Some("card") => FieldKind::Card,
                        Some("cards") => FieldKind::Cards,
                        Some("player") => FieldKind::Player,
                        Some("int") => FieldKind::Int,
                        Some("use") => FieldKind::Use,
                        _ => FieldKind::Any,
                    };
                    (self.rules.schema.symbols.intern(&k.name), kind)
                })
                .collect();
            // Nothing to say is told as nothing.
            let quiet = node.field("quiet").and_then(Node::as_bool) == Some(true);
            let text = node.field("text").and_then(Node::as_str).or(quiet.then_some("")).map(Into::into);
            self.rules.events.push(EventDef { name, fields, needs: None, does: Vec::new(), text });
        }
    }

    fn find_phases(&mut self, node: Option<&Node>) {
        match node.map(|n| &n.value) {
            Some(Data::List(list)) => list.iter().for_each(|n| self.find_phases(Some(n))),
            Some(Data::Map(map)) => {
                for (key, value) in map {
                    if key.name == "phase"
                        && let Some(name) = value.as_str()
                    {
                        let sym = self.sym(name);
                        self.rules.schema.phases.push(sym);
                    }
                    self.find_phases(Some(value));
                }
            }
            _ => {}
        }
    }

    /// A plain value: a number, a word, true or false.
    pub fn plain(&mut self, node: &Node) -> Value {
        match &node.value {
            Data::Int(n) => Value::Int(*n),
            Data::Bool(b) => Value::Bool(*b),
            Data::Text(t) => Value::Word(self.sym(t)),
            _ => Value::Nil,
        }
    }

    /// What refers to names: filters, amounts, events, windows, flow.
    fn second_pass(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, node) in entries(manifest, "filters", problems) {
            let name = self.sym(&key.name);
            let filter = self.parser(Scope::default(), problems).filter(node, Class::Card);
            self.rules.schema.filters.push((name, filter));
        }
        self.zones_and_types(manifest, problems);
        for (class_key, node) in entries(manifest, "attributes", problems) {
            let class = if class_key.name == "player" { Class::Player } else { Class::Card };
            for (key, def) in node.as_map().unwrap_or_default() {
                if let (Some(amount), Some(attr)) = (def.field("amount"), self.rules.schema.attr(class, &key.name)) {
                    let amount = self.parser(Scope::default(), problems).amount(amount);
                    self.rules.schema.attrs[attr.index()].base = AttrBase::Amount(amount);
                }
            }
        }
        self.payments(manifest, problems);
        self.areas(manifest, problems);
        self.orders(manifest, problems);
        self.events(manifest, problems);
        self.flow(manifest, problems);
        self.windows(manifest, problems);
        self.uses(manifest, problems);
        self.kinds(manifest, problems);
        for (key, node) in entries(manifest, "tallies", problems) {
            known_keys(node, &["of", "match", "per", "add"], "a tally", problems);
            let name = self.sym(&key.name);
            let of = self.event_id(node.field("of").unwrap_or(node), problems).unwrap_or(event::MOVED);
            let matches = self.matches(node.field("match"), of, problems);
            let per_use = node.field("per").and_then(Node::as_str) == Some("use");
            let per =
                node.field("per").filter(|_| !per_use).and_then(|n| self.level(n, problems)).unwrap_or(LevelId(0));
            let add = node.field("add").and_then(|n| {
                let names: Vec<Sym> = self.rules.events[of.index()].fields.iter().map(|(name, _)| *name).collect();
                self.parser(Scope::default(), problems).one_of(n, "field of the event", &names).map(|i| i as u8)
            });
            self.rules.tallies.push(Tally { name, of, matches, add, per, per_use });
        }
        for (i, node) in manifest.field("rules").map_or(&[][..], |n| n.items()).iter().enumerate() {
            let ids = self.ability(node, None, i, u32::MAX, problems);
            self.rules.game_abilities.extend(ids);
        }
        for (key, node) in entries(manifest, "abilities", problems) {
            let id = self.sym(&key.name);
            self.grantable(id, node, problems);
        }
        for node in manifest.field("checks").map_or(&[][..], |n| n.items()) {
            self.check(node, problems);
        }
        self.other_steps();
        for (key, node) in entries(manifest, "timings", problems) {
            let name = self.sym(&key.name);
            for because in node.field("because").map_or(&[][..], |n| n.items()) {
                let (cond, words) = match because.as_str() {
                    Some(words) => (Cond::Const(true), words),
                    None => {
                        let cond = because.field("if").map(|n| self.parser(Scope::default(), problems).cond(n));
                        let words = because.field("because").and_then(Node::as_str).unwrap_or("");
                        (cond.unwrap_or(Cond::Const(true)), words)
                    }
                };
                self.rules.timing_words.push((name, cond, words.into()));
            }
        }
        for node in manifest.field("requires").map_or(&[][..], |n| n.items()) {
            known_keys(node, &["if", "because"], "a requirement", problems);
            let cond = self.parser(Scope::default(), problems).cond(node.field("if").unwrap_or(node));
            let because = text(node, "because", "a requirement", problems).into();
            self.rules.requires.push((cond, because));
        }
        self.persons(manifest, problems);
        self.keeps(manifest, problems);
        for verb in ["choose", "use", "cancel"] {
            let sym = self.sym(verb);
            match verb {
                "choose" => self.rules.choose = Some(sym),
                "use" => self.rules.use_verb = Some(sym),
                _ => self.rules.cancel = Some(sym),
            }
        }
    }

    fn check(&mut self, node: &Node, problems: &mut Problems) {
        known_keys(node, &["id", "run", "match", "do", "one_by_one", "order", "if"], "a check", problems);
        let name = self.sym(node.field("id").and_then(Node::as_str).unwrap_or("check"));
        let run = match node.field("run").and_then(Node::as_str) {
            Some("use") => SettleLevel::Use,
            Some("draw") => SettleLevel::Draw,
            Some("step") => SettleLevel::Step,
            Some("whole_use") => SettleLevel::WholeUse,
            Some("window") => SettleLevel::Window,
            Some("batch") | None => SettleLevel::Batch,
            Some(other) => {
                let help = crate::data::suggest::help_for(other, ["batch", "draw", "step", "use", "window"]);
                let at = &node.field("run").unwrap_or(node).span;
                problems.error("unknown_word", at, format!("a check runs at no level `{other}`")).help(help);
                SettleLevel::Batch
            }
        };
        let what = self.parser(Scope::default(), problems).selection(node.field("match").unwrap_or(node), Class::Card);
        let does = self.proposals(node.field("do").unwrap_or(node), &Scope::default(), problems);
        let one_by_one = node.field("one_by_one").and_then(Node::as_bool).unwrap_or(false);
        let if_ = node.field("if").map(|n| self.parser(Scope::default(), problems).cond(n));
        let mut order = Vec::new();
        for by in node.field("order").map_or(&[][..], |n| n.items()) {
            match by.as_str() {
                Some("active_first") => order.push(CheckOrder::ActiveFirst),
                Some("slot") => order.push(CheckOrder::Slot),
                Some("slot_descending") => order.push(CheckOrder::SlotDescending),
                other => {
                    let known = ["active_first", "slot", "slot_descending"];
                    let help = crate::data::suggest::help_for(other.unwrap_or(""), known);
                    problems.error("unknown_word", &by.span, "unknown order of a check").help(help);
                }
            }
        }
        self.rules.checks.push(Check { name, run, what, does, one_by_one, if_, order });
    }

    fn events(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, node) in entries(manifest, "events", problems) {
            let name = self.sym(&key.name);
            let Some(at) = self.rules.events.iter().position(|e| e.name == name) else { continue };
            let scope = Scope { event: Some(EventId(at as u16)), ..Scope::default() };
            if let Some(needs) = node.field("needs") {
                let filter = self.parser(scope.clone(), problems).filter(needs, Class::Card);
                self.rules.events[at].needs = Some(filter);
            }
            if let Some(does) = node.field("does") {
                let does = self.proposals(does, &scope, problems);
                self.rules.events[at].does = does;
            }
        }
    }

    pub fn level(&mut self, node: &Node, problems: &mut Problems) -> Option<LevelId> {
        let levels = self.rules.schema.levels.clone();
        self.parser(Scope::default(), problems).one_of(node, "level", &levels).map(|i| LevelId(i as u8))
    }

    pub fn event_id(&mut self, node: &Node, problems: &mut Problems) -> Option<EventId> {
        let names: Vec<Sym> = self.rules.events.iter().map(|e| e.name).collect();
        self.parser(Scope::default(), problems).one_of(node, "event", &names).map(|i| EventId(i as u16))
    }

    /// The step called so, which some Lua file must register.
    pub fn step(&mut self, node: &Node, problems: &mut Problems) -> Option<ScriptId> {
        let name = node.as_str()?;
        if let Some(id) = self.steps.get(name) {
            return Some(*id);
        }
        let Some((file, line)) = self.known_steps.get(name).cloned() else {
            let help = crate::data::suggest::help_for(name, self.known_steps.keys().map(String::as_str));
            problems.error("unknown_word", &node.span, format!("no script registers the step `{name}`")).help(help);
            return None;
        };
        Some(self.known_step(name, file, line))
    }

    /// Steps that only scripts name: what they queue must be a step of the game too.
    fn other_steps(&mut self) {
        for (name, (file, line)) in self.known_steps.clone() {
            if !self.steps.contains_key(&name) {
                self.known_step(&name, file, line);
            }
        }
    }

    fn known_step(&mut self, name: &str, file: Arc<str>, line: u32) -> ScriptId {
        let id = ScriptId(self.scripts.len() as u16);
        self.scripts.push(ScriptSource { file, line, column: 1, source: name.into(), is_step: true });
        self.rules.scripts.push(ScriptInfo { name: format!("step {name}").into(), def: None });
        self.steps.insert(name.into(), id);
        id
    }
}

/// The id of the card that a path declares.
pub(super) fn card_id<'p>(game: &str, path: &'p str) -> Option<&'p str> {
    let path = in_pack(path);
    let rest = path.strip_prefix("cards/")?.strip_prefix(game)?.strip_prefix('/')?;
    if rest == "game.yaml" || rest.starts_with("decks/") {
        return None;
    }
    rest.rsplit('/').next()?.strip_suffix(".yaml")
}

/// How many may play: `2`, `"3..6"` or `{ least: 3, most: 6, usual: 4 }`.
fn players(node: &Node, problems: &mut Problems) -> Players {
    let range = node.as_str().and_then(|t| t.split_once("..")).map(|(a, b)| (a.parse().ok(), b.parse().ok()));
    let (least, most, usual) = match (node.as_int(), range) {
        (Some(n), _) => (Some(n), Some(n), None),
        (_, Some((least, most))) => (least, most, None),
        _ => {
            known_keys(node, &["least", "most", "usual"], "the number of players", problems);
            let number = |key: &str| node.field(key).and_then(Node::as_int);
            (number("least"), number("most"), number("usual"))
        }
    };
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    let usual = usual.unwrap_or(least);
    if 1 <= least && least <= usual && usual <= most && most <= 8 {
        return Players { least: least as u8, most: most as u8, usual: usual as u8 };
    }
    let help = "`2`, `\"3..6\"` or `{ least: 3, most: 6, usual: 4 }`";
    problems.error("wrong_kind", &node.span, "a number of players from 1 to 8 expected").help(help);
    Players::default()
}

/// A path without the folder of its pack.
pub(super) fn in_pack(path: &str) -> &str {
    path.strip_prefix("packs/").and_then(|rest| rest.split_once('/')).map_or(path, |(_, inner)| inner)
}
