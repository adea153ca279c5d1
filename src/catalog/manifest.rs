//! Manifest: a game's own declarations, compiled into rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decks::{Deck, DeckRules};
use super::reader::{entries, known_keys, text};
use super::{Catalog, Files, Nodes, ScriptSource, TableLine};
use crate::data::{Data, Node, Span};
use crate::error::Problems;
use crate::kernel::filter::parse::{Parser, Scope};
use crate::kernel::filter::{Amount, CardField, Class, PlayerField};
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
    /// Kinds of use for printed abilities, by type.
    pub kind_of_type: Vec<Option<UseKindId>>,
    pub places: Vec<Arc<str>>,
}

/// A printed field: its kind, which types have it, and whether they must.
pub(super) struct FieldSpec {
    pub name: Sym,
    pub field: CardField,
    pub single: bool,
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

/// Words that the kernel and the scripts know by name.
const WORDS: [&str; 38] = [
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
        ("moved", vec![("card", Card), ("from", Zone), ("to", Zone), ("position", Int), ("status", Status)]),
        ("draw", vec![("player", Player)]),
        ("status_changed", vec![("card", Card), ("to", Status)]),
        ("changed", vec![("player", Player), ("name", Any), ("by", Int)]),
        ("shuffled", vec![("zone", Zone)]),
        ("used", vec![("use", Use), ("card", Cards), ("player", Player)]),
        ("cancelled", vec![("use", Use)]),
        ("revealed", vec![("card", Card)]),
        ("looked", vec![("player", Player), ("cards", Cards)]),
        ("arranged", vec![("zone", Zone), ("cards", Cards), ("position", Int)]),
        ("modified", vec![("object", Any), ("what", Any), ("by", Any)]),
        ("permission_changed", vec![("what", Any), ("by", Any)]),
        ("retargeted", vec![("use", Use), ("from", Any), ("to", Any)]),
        ("record_opened", vec![("record", Any)]),
        ("record_closed", vec![("record", Any)]),
        ("joined", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("left", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("counter_set", vec![("player", Player), ("name", Any), ("to", Int)]),
        ("settles", vec![("use", Use), ("to", Zone)]),
        ("result", vec![("player", Player)]),
        ("lose", vec![("player", Player)]),
    ]
}

pub(super) fn compile(
    game: &str,
    manifest: &Node,
    nodes: &Nodes,
    steps: &BTreeMap<String, (Arc<str>, u32)>,
    problems: &mut Problems,
) -> Builder {
    let mut keys = KEYS.to_vec();
    keys.extend(["hints", "table", "checks", "abilities"]);
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
        kind_of_type: Vec::new(),
        places: Vec::new(),
    };
    b.intern_all(manifest, nodes);
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
    fn intern_all(&mut self, manifest: &Node, nodes: &Nodes) {
        for word in WORDS {
            self.sym(word);
        }
        for (name, fields) in kernel_events() {
            self.sym(name);
            for (field, _) in fields {
                self.sym(field);
            }
        }
        self.intern(manifest);
        nodes.values().for_each(|n| self.intern(n));
    }

    fn intern(&mut self, node: &Node) {
        match &node.value {
            // Long texts are prose.
            Data::Text(text) if text.len() <= 80 && !text.contains('\n') => {
                self.sym(text);
                // Parts of references are words too: `option.games`.
                if text.contains('.') && !text.contains(' ') {
                    for part in text.split('.') {
                        self.sym(part);
                    }
                }
            }
            Data::List(list) => list.iter().for_each(|n| self.intern(n)),
            Data::Map(map) => map.iter().for_each(|(k, v)| {
                self.sym(&k.name);
                self.intern(v);
            }),
            _ => {}
        }
    }

    /// Everything that has a name, so that anything may refer to anything.
    fn names(&mut self, game: &str, manifest: &Node, nodes: &Nodes, problems: &mut Problems) {
        self.rules.schema.game = game.into();
        self.rules.schema.title = text(manifest, "title", "the manifest", problems).into();
        self.rules.schema.seats = manifest.field("players").and_then(Node::as_int).unwrap_or(2).clamp(1, 8) as u8;
        for level in manifest.field("levels").map_or(&[][..], |n| n.items()) {
            let name = self.sym(level.as_str().unwrap_or(""));
            self.rules.schema.levels.push(name);
        }
        for (key, node) in entries(manifest, "options", problems) {
            known_keys(node, &["default", "one_of"], "an option", problems);
            let name = self.sym(&key.name);
            let value = node.field("default").map_or(Value::Nil, |n| self.plain(n));
            self.option_names.push(name);
            self.rules.options.push((name, value));
        }
        for (key, node) in entries(manifest, "statuses", problems) {
            let group = self.sym(&key.name);
            let values = node.items().iter().map(|n| self.sym(n.as_str().unwrap_or(""))).collect::<Vec<_>>();
            if values.len() > 16 || self.rules.schema.statuses.len() >= 4 {
                problems.error("too_many", &key.span, "at most 4 status groups of 16 values");
                continue;
            }
            self.rules.schema.statuses.push((group, values));
        }
        for (key, node) in entries(manifest, "zones", problems) {
            let keys = ["per", "shared", "seen_by", "enters", "only", "distinct", "on_empty"];
            known_keys(node, &keys, "a zone", problems);
            let name = self.sym(&key.name);
            let seen_by = match node.field("seen_by").and_then(Node::as_str) {
                Some("owner") => SeenBy::Owner,
                Some("nobody") => SeenBy::Nobody,
                _ => SeenBy::All,
            };
            let only =
                node.field("only").map(|n| n.items().iter().filter_map(Node::as_str).map(|f| self.sym(f)).collect());
            self.rules.schema.zones.push(ZoneDef {
                name,
                per_player: node.field("shared").is_none(),
                seen_by,
                enters: Vec::new(),
                only,
                distinct_names: node.field("distinct").is_some(),
                on_empty: None,
            });
        }
        for (key, _) in entries(manifest, "types", problems) {
            if key.name != "all" {
                let name = self.sym(&key.name);
                self.rules.schema.types.push(TypeDef { name, live_in: 0 });
            }
        }
        for (key, node) in entries(manifest, "timings", problems) {
            let name = self.sym(&key.name);
            let needs = node.field("needs").map_or(&[][..], |n| n.items());
            let needs = needs.iter().filter_map(|n| n.as_str().map(String::from)).collect();
            self.timing_needs.push((name, needs));
        }
        for (key, node) in
            entries(manifest, "counters", problems).iter().flat_map(|(_, n)| n.as_map().unwrap_or_default())
        {
            let name = self.sym(&key.name);
            self.rules.schema.counters.push((name, node.as_int().unwrap_or(0)));
        }
        for (key, node) in entries(manifest, "records", problems) {
            let name = self.sym(&key.name);
            let fields = node.as_map().unwrap_or_default();
            let fields = fields
                .iter()
                .map(|(k, v)| {
                    let kind = match (v.as_str(), v.field("cards")) {
                        (Some("player"), _) => RecordField::Player,
                        (Some("int"), _) => RecordField::Int,
                        (_, Some(zone)) => {
                            RecordField::Cards(zone.as_str().and_then(|z| self.rules.schema.zone_kind(z)))
                        }
                        _ => RecordField::Cards(None),
                    };
                    (self.rules.schema.symbols.intern(&k.name), kind)
                })
                .collect();
            self.rules.schema.records.push(RecordDef { name, fields });
        }
        for (name, fields) in kernel_events() {
            let name = self.sym(name);
            let fields = fields.into_iter().map(|(f, k)| (self.sym(f), k)).collect();
            self.rules.events.push(EventDef { name, fields, needs: None, does: Vec::new(), text: None });
        }
        debug_assert_eq!(self.rules.events.len(), event::COUNT as usize);
        for (key, node) in entries(manifest, "events", problems) {
            known_keys(node, &["fields", "does", "needs", "text"], "an event", problems);
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
            let text = node.field("text").and_then(Node::as_str).map(Into::into);
            self.rules.events.push(EventDef { name, fields, needs: None, does: Vec::new(), text });
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

    /// Printed fields, attributes, counters and tallies, under the names rules use.
    fn fields(&mut self, manifest: &Node, problems: &mut Problems) {
        for (name, field) in [
            ("name", CardField::Name),
            ("id", CardField::Id),
            ("type", CardField::Type),
            ("zone", CardField::Zone),
            ("owner", CardField::Owner),
            ("controller", CardField::Controller),
        ] {
            let sym = self.sym(name);
            self.rules.schema.card_fields.push((sym, field));
        }
        for (i, (group, _)) in self.rules.schema.statuses.clone().into_iter().enumerate() {
            let status = format!("status_{}", self.rules.name(group));
            let status = self.sym(&status);
            self.rules.schema.card_fields.push((status, CardField::Status(i as u8)));
        }
        for (type_key, node) in entries(manifest, "types", problems) {
            known_keys(node, &["live_in", "fields", "needs_abilities"], "a card type", problems);
            let types = match self.type_index(&type_key.name) {
                Some(i) => 1 << i,
                None => u32::MAX,
            };
            if node.field("needs_abilities").and_then(Node::as_bool) == Some(true) {
                self.needs_abilities |= types;
            }
            for (key, kind) in entries(node, "fields", problems) {
                let spec = kind.as_str().unwrap_or("");
                self.field(&key.name, spec.trim_end_matches('?'), !spec.ends_with('?'), types, kind, problems);
            }
        }
        for (key, node) in entries(manifest, "words", problems) {
            let words: Vec<Sym> = node.items().iter().map(|n| self.sym(n.as_str().unwrap_or(""))).collect();
            let name = self.sym(&key.name);
            match self.rules.schema.card_field(name) {
                Some(CardField::Words(slot)) => self.fixed_words.push((slot, words)),
                _ => {
                    problems.error("unknown_word", &key.span, format!("no type has a word field `{}`", key.name));
                }
            }
        }
        self.attributes(manifest, problems);
        for (i, (name, _)) in self.rules.schema.counters.clone().into_iter().enumerate() {
            self.rules.schema.player_fields.push((name, PlayerField::Counter(i as u8)));
        }
        for (i, (key, _)) in entries(manifest, "tallies", problems).iter().enumerate() {
            let name = self.sym(&key.name);
            self.rules.schema.player_fields.push((name, PlayerField::Tally(i as u8)));
        }
        for (name, field) in [("name", PlayerField::Name), ("seat", PlayerField::Seat), ("lost", PlayerField::Lost)] {
            let sym = self.sym(name);
            self.rules.schema.player_fields.push((sym, field));
        }
    }

    pub fn type_index(&self, name: &str) -> Option<usize> {
        let sym = self.rules.schema.symbols.find(name)?;
        self.rules.schema.types.iter().position(|t| t.name == sym)
    }

    fn field(&mut self, name: &str, kind: &str, required: bool, types: u32, at: &Node, problems: &mut Problems) {
        let sym = self.sym(name);
        if let Some(spec) = self.fields.iter_mut().find(|f| f.name == sym) {
            spec.types |= types;
            return;
        }
        let schema = &mut self.rules.schema;
        let field = match kind {
            "int" => {
                let slot = schema.int_slots as u8;
                schema.int_slots += 1;
                let base = AttrBase::Printed(slot);
                schema.attrs.push(AttrDef { name: sym, of: Class::Card, base, min: None, max: None });
                CardField::Attr(AttrId(schema.attrs.len() as u8 - 1))
            }
            "word" | "words" => {
                schema.words.push(WordField { name: sym, with_name: false, known: Vec::new() });
                CardField::Words(schema.words.len() as u8 - 1)
            }
            "cost" => {
                schema.costs.push(sym);
                CardField::Cost(schema.costs.len() as u8 - 1)
            }
            "rules" => {
                schema.set_rules.push(sym);
                CardField::Rules(schema.set_rules.len() as u8 - 1)
            }
            "text" => {
                schema.texts.push(sym);
                CardField::Text(schema.texts.len() as u8 - 1)
            }
            _ => {
                let help = "kinds of field: int, word, words, cost, rules, text; `?` at the end: may be missing";
                problems.error("unknown_word", &at.span, format!("unknown kind of field `{kind}`")).help(help);
                return;
            }
        };
        schema.card_fields.push((sym, field));
        self.fields.push(FieldSpec { name: sym, field, single: kind == "word", types, required });
    }

    fn attributes(&mut self, manifest: &Node, problems: &mut Problems) {
        for (class_key, node) in entries(manifest, "attributes", problems) {
            let class = if class_key.name == "player" { Class::Player } else { Class::Card };
            for (key, def) in node.as_map().unwrap_or_default() {
                known_keys(def, &["min", "max", "amount", "words"], "an attribute", problems);
                let name = self.sym(&key.name);
                let bounds = (def.field("min").and_then(Node::as_int), def.field("max").and_then(Node::as_int));
                if def.field("words").is_some() {
                    self.rules.schema.words.push(WordField { name, with_name: true, known: Vec::new() });
                    let slot = self.rules.schema.words.len() as u8 - 1;
                    self.rules.schema.card_fields.push((name, CardField::Words(slot)));
                } else if let Some(attr) = self.rules.schema.attr(class, &key.name) {
                    let attr = &mut self.rules.schema.attrs[attr.index()];
                    (attr.min, attr.max) = bounds;
                } else {
                    let base = AttrBase::Amount(Amount::Int(0));
                    let schema = &mut self.rules.schema;
                    schema.attrs.push(AttrDef { name, of: class, base, min: bounds.0, max: bounds.1 });
                    let id = AttrId(schema.attrs.len() as u8 - 1);
                    match class {
                        Class::Player => schema.player_fields.push((name, PlayerField::Attr(id))),
                        _ => schema.card_fields.push((name, CardField::Attr(id))),
                    }
                }
            }
        }
        if self.rules.events.len() > 64 {
            problems.error("too_many", &manifest.span, "at most 43 events besides the kernel's own");
        }
        if self.rules.schema.attrs.len() > 64 {
            problems.error("too_many", &manifest.span, "at most 64 attributes");
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
        self.events(manifest, problems);
        self.flow(manifest, problems);
        self.windows(manifest, problems);
        self.uses(manifest, problems);
        for (key, node) in entries(manifest, "tallies", problems) {
            known_keys(node, &["of", "match", "per"], "a tally", problems);
            let name = self.sym(&key.name);
            let of = self.event_id(node.field("of").unwrap_or(node), problems).unwrap_or(event::MOVED);
            let matches = self.matches(node.field("match"), of, problems);
            let per = node.field("per").and_then(|n| self.level(n, problems)).unwrap_or(LevelId(0));
            self.rules.tallies.push(Tally { name, of, matches, per });
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
        known_keys(node, &["id", "run", "match", "do", "one_by_one"], "a check", problems);
        let name = self.sym(node.field("id").and_then(Node::as_str).unwrap_or("check"));
        let run = match node.field("run").and_then(Node::as_str) {
            Some("use") => SettleLevel::Use,
            Some("step") => SettleLevel::Step,
            Some("window") => SettleLevel::Window,
            _ => SettleLevel::Batch,
        };
        let what = self.parser(Scope::default(), problems).selection(node.field("match").unwrap_or(node), Class::Card);
        let does = self.proposals(node.field("do").unwrap_or(node), &Scope::default(), problems);
        let one_by_one = node.field("one_by_one").and_then(Node::as_bool).unwrap_or(false);
        self.rules.checks.push(Check { name, run, what, does, one_by_one });
    }

    fn zones_and_types(&mut self, manifest: &Node, problems: &mut Problems) {
        for (i, (_, node)) in entries(manifest, "zones", problems).iter().enumerate() {
            if let Some(enters) = node.field("enters") {
                let statuses = self.parser(Scope::default(), problems).statuses(enters);
                self.rules.schema.zones[i].enters = statuses;
            }
        }
        for (key, node) in entries(manifest, "types", problems) {
            if let (Some(i), Some(zones)) = (self.type_index(&key.name), node.field("live_in")) {
                let mask = self.parser(Scope::default(), problems).zones(zones);
                self.rules.schema.types[i].live_in = mask;
            }
        }
        if let Some(draw) = manifest.field("draw") {
            known_keys(draw, &["from", "to"], "draw", problems);
            let zone = |key: &str| draw.field(key).and_then(Node::as_str).and_then(|n| self.rules.schema.zone_kind(n));
            match (zone("from"), zone("to")) {
                (Some(from), Some(to)) => self.rules.draw = Some((from, to)),
                _ => {
                    problems.error("unknown_word", &draw.span, "draw needs `from` and `to`, both zones");
                }
            }
        }
    }

    fn payments(&mut self, manifest: &Node, problems: &mut Problems) {
        let Some(node) = manifest.field("payments") else { return };
        known_keys(node, &["cards", "does", "kinds"], "payments", problems);
        for (key, filter) in entries(node, "kinds", problems) {
            let name = self.sym(&key.name);
            let filter = self.parser(Scope::default(), problems).filter(filter, Class::Card);
            self.rules.schema.pips.push((name, filter));
        }
        if self.rules.schema.pips.len() > 8 {
            problems.error("too_many", &node.span, "at most 8 kinds of pip");
            self.rules.schema.pips.truncate(8);
        }
        if let Some(cards) = node.field("cards") {
            let sel = self.parser(Scope::default(), problems).selection(cards, Class::Card);
            self.rules.schema.payers = Some(sel);
        }
        if let Some(does) = node.field("does") {
            self.rules.schema.paying = self.proposals(does, &Scope::default(), problems);
        }
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

    fn windows(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, node) in entries(manifest, "windows", problems) {
            let keys =
                ["protocol", "players", "offers", "max", "passes", "ask", "may_pass", "close_if", "decision", "then"];
            known_keys(node, &keys, "a window", problems);
            let name = self.sym(&key.name);
            let protocol = match node.field("protocol").and_then(Node::as_str) {
                Some("free") => Protocol::Free,
                Some("alternate") => Protocol::Alternate,
                Some("interrupt") => Protocol::Interrupt,
                Some("each") => Protocol::Each,
                Some("sealed") => Protocol::Sealed,
                other => {
                    let known = ["free", "alternate", "interrupt", "each", "sealed"];
                    let help = crate::data::suggest::help_for(other.unwrap_or(""), known);
                    let message = format!("unknown protocol `{}`", other.unwrap_or(""));
                    problems.error("unknown_word", &key.span, message).help(help);
                    Protocol::Free
                }
            };
            let mut p = self.parser(Scope::default(), problems);
            let players = node.field("players").map_or(crate::kernel::filter::Order::Active, |n| p.order(n));
            let offers = node.field("offers").map_or(Vec::new(), |n| p.syms(n));
            let max = node.field("max").map(|n| p.amount(n));
            let close_if = node.field("close_if").map(|n| p.cond(n));
            let ask = match node.field("ask") {
                None if protocol == Protocol::Interrupt => AskPolicy::CanAct,
                None => AskPolicy::Always,
                Some(n) => match (n.as_str(), n.field("option")) {
                    (Some("can_act"), _) => AskPolicy::CanAct,
                    (Some("might_act"), _) => AskPolicy::MightAct,
                    (_, Some(option)) => {
                        let options = p.options;
                        let found = p.one_of(option, "option", options);
                        found.map_or(AskPolicy::Always, |i| AskPolicy::Option(options[i]))
                    }
                    _ => AskPolicy::Always,
                },
            };
            let sealed =
                node.field("decision").map(|n| match (n.field("number").and_then(Node::as_str), n.field("words")) {
                    (Some(range), _) => {
                        let (low, high) = range.split_once("..").unwrap_or((range, range));
                        let span = &n.span;
                        let low = crate::kernel::filter::amount::parse(&mut p, low, span);
                        SealedAsk::Number(low, crate::kernel::filter::amount::parse(&mut p, high, span))
                    }
                    (_, Some(words)) => SealedAsk::Words(p.syms(words)),
                    _ => SealedAsk::Words(Vec::new()),
                });
            let passes = node.field("passes").and_then(Node::as_int).unwrap_or(1).clamp(1, 100) as u8;
            let may_pass = node.field("may_pass").and_then(Node::as_bool).unwrap_or(true);
            let then = node.field("then").and_then(|n| self.step(n, problems));
            self.rules.windows.push(WindowDef {
                name,
                protocol,
                players,
                offers,
                max,
                passes,
                ask,
                may_pass,
                close_if,
                sealed,
                then,
            });
        }
    }

    fn uses(&mut self, manifest: &Node, problems: &mut Problems) {
        self.kind_of_type = vec![None; self.rules.schema.types.len()];
        for section in ["uses", "actions"] {
            for (key, node) in entries(manifest, section, problems) {
                let mut keys =
                    vec!["for", "from", "to", "text", "cost", "steps", "timing", "turn", "phase", "needs", "targets"];
                keys.extend(["do", "script", "once", "x", "if", "uncancellable"]);
                known_keys(node, &keys, "a kind of use", problems);
                let name = self.sym(&key.name);
                let id = UseKindId(self.rules.uses.len() as u8);
                let label = node.field("text").and_then(Node::as_str).unwrap_or(&key.name);
                let to = node.field("to").map(|n| self.parser(Scope::default(), problems).dest(n));
                // An action's own cost is its ability's; a printed ability has one of its own.
                let cost = match (section, node.field("cost")) {
                    (_, Some(cost)) => self.costs(cost, &Scope::default(), problems),
                    _ => Vec::new(),
                };
                let steps = match node.field("steps") {
                    Some(steps) => self.use_steps(steps, problems),
                    None => vec![UseStep::Resolve],
                };
                self.rules.uses.push(UseKind { name, text: label.into(), to, cost, steps });
                if section == "uses" {
                    if let Some(types) = node.field("for") {
                        let mask = self.parser(Scope::default(), problems).types(types);
                        for i in 0..self.kind_of_type.len() {
                            if mask & (1 << i) != 0 {
                                self.kind_of_type[i] = Some(id);
                            }
                        }
                    }
                } else {
                    self.action(name, id, node, problems);
                }
            }
        }
    }

    fn use_steps(&mut self, node: &Node, problems: &mut Problems) -> Vec<UseStep> {
        let mut out = Vec::new();
        for item in node.items() {
            if item.as_str() == Some("resolve") {
                out.push(UseStep::Resolve);
            } else if let Some(window) = item.field("window") {
                let windows = self.window_names.clone();
                let found = self.parser(Scope::default(), problems).one_of(window, "window", &windows);
                out.extend(found.map(|i| UseStep::Window(WindowId(i as u8))));
            } else if let Some(dest) = item.field("settle") {
                out.push(UseStep::Settle(self.parser(Scope::default(), problems).dest(dest)));
            } else if let Some(list) = item.field("do") {
                let list = self.list(list, "use", &Scope::default(), problems);
                out.push(UseStep::Do(list));
            } else {
                problems.error("unknown_word", &item.span, "a stage is `resolve`, { window }, { do } or { settle }");
            }
        }
        out
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
        let id = ScriptId(self.scripts.len() as u16);
        self.scripts.push(ScriptSource { file, line, column: 1, source: name.into(), is_step: true });
        self.rules.scripts.push(ScriptInfo { name: format!("step {name}").into(), def: None });
        self.steps.insert(name.into(), id);
        Some(id)
    }

    /// Computes the tables that speed up play, and hands everything over.
    pub fn finish(
        mut self,
        manifest: &Node,
        files: Files,
        decks: BTreeMap<String, Deck>,
        deck_rules: DeckRules,
        problems: &mut Problems,
    ) -> Catalog {
        self.index();
        self.rules.names = Names {
            uses: self.use_names.clone(),
            windows: self.window_names.clone(),
            defs: self.def_ids.clone(),
            options: self.option_names.clone(),
        };
        let mut table = Vec::new();
        for node in manifest.field("table").map_or(&[][..], |n| n.items()) {
            known_keys(node, &["zone", "show", "stack"], "a line of the table", problems);
            let show = node.field("show").map_or(&[][..], |n| n.items());
            table.push(TableLine {
                zone: text(node, "zone", "a line of the table", problems).into(),
                show: show.iter().filter_map(|n| n.as_str().map(String::from)).collect(),
                stack: node.field("stack").and_then(Node::as_bool).unwrap_or(false),
            });
        }
        let is_lib = |p: &str| p.starts_with("scripts/lib/");
        let mut lua: Vec<(&String, &Arc<str>)> = files.texts.iter().filter(|(p, _)| p.ends_with(".lua")).collect();
        lua.sort_by_key(|(p, _)| (!is_lib(p), p.to_string()));
        let module = |(p, t): (&String, &Arc<str>)| ScriptSource {
            file: p.as_str().into(),
            line: 1,
            column: 1,
            source: t.clone(),
            is_step: false,
        };
        let modules = lua.into_iter().filter(|(p, _)| !p.starts_with("scripts/_meta/")).map(module).collect();
        let hash = files.hash();
        Catalog {
            rules: Arc::new(self.rules),
            scripts: self.scripts,
            modules,
            decks,
            deck_rules,
            table,
            files,
            hash,
            places: self.places,
        }
    }

    fn index(&mut self) {
        let rules = &mut self.rules;
        rules.replaced = vec![false; rules.events.len()];
        rules.watched = vec![false; rules.events.len()];
        for ability in &rules.abilities {
            match ability.form {
                AbilityForm::After(e) => rules.watched[e.index()] = true,
                AbilityForm::Instead(e) => rules.replaced[e.index()] = true,
                AbilityForm::While if ability.def.is_some() => rules.live_zones |= ability.from,
                AbilityForm::Timing(_) if ability.def.is_some() => rules.timed_zones |= ability.from,
                _ => {}
            }
            for one in &ability.statics {
                match one {
                    Static::Attr { attr, .. } => rules.static_attrs |= 1 << attr.0,
                    Static::Word { field, .. } => rules.static_words |= 1 << field,
                    Static::Cost { .. } => rules.static_costs = true,
                    Static::Permission(p) => rules.static_permissions.push((p.verb, p.forbids)),
                }
            }
        }
        rules.listen_zones = vec![0; rules.events.len()];
        for def in &mut rules.defs {
            for id in &def.listeners {
                let ability = &rules.abilities[id.index()];
                if let AbilityForm::After(e) | AbilityForm::Instead(e) = ability.form {
                    def.listens |= 1 << e.0;
                    if !ability.is_about_itself(&rules.events) {
                        def.listens_to_others |= 1 << e.0;
                        rules.listen_zones[e.index()] |= ability.from;
                    }
                }
            }
        }
        for field in 0..rules.schema.words.len() {
            let symbols = &rules.schema.symbols;
            let mut known: Vec<Sym> = rules.defs.iter().flat_map(|d| d.words[field].iter().copied()).collect();
            known.sort_by(|a, b| symbols.name(*a).cmp(symbols.name(*b)));
            known.dedup();
            rules.schema.words[field].known = known;
        }
    }
}

/// The id of the card that a path declares.
pub(super) fn card_id<'p>(game: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix("cards/")?.strip_prefix(game)?.strip_prefix('/')?;
    if rest == "game.yaml" || rest.starts_with("decks/") {
        return None;
    }
    rest.rsplit('/').next()?.strip_suffix(".yaml")
}
