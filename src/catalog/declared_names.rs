//! Declared names: everything in a manifest that has a name, declared before anything refers to it.

use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::card_paths::{card_id, pack_of};
use super::kernel_words::kernel_events;
use super::keys::abilities::ABILITY;
use super::keys::manifest::Manifest;
use super::keys::manifest::{GameEvent, GameOption, PlayerNumbers};
use super::keys::places::ZoneKeys;
use super::keys::types::{CounterKeys, StatusGroup};
use super::keys::windows::TimingKeys;
use super::{Nodes, limits, option_checks};
use crate::data::{Data, Node, Span};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::word_versions;
use crate::kernel::rules::*;

impl Builder {
    /// Declares everything that has a name, so that anything may refer to anything.
    pub(super) fn names(&mut self, game: &str, manifest: &Manifest, nodes: &Nodes, problems: &mut Problems) {
        self.rules.schema.game = game.into();
        if let Some(named) = manifest.game.filter(|n| n.as_str() != Some(game)) {
            let help = crate::data::suggest::help_for(named.as_str().unwrap_or(""), [game]);
            problems.error("unknown_word", &named.span, "`game` must be the name of the folder").help(help);
        }
        if let Some(node) = manifest.title {
            let title = node.as_str().unwrap_or("");
            limits::title("the title", title, &node.span, "the pages of the game say more of it", problems);
            self.rules.schema.title = title.into();
        }
        self.rules.schema.players = manifest.players.map_or(Players::default(), |n| self.players(n, problems));
        self.rules.schema.seats = self.rules.schema.players.usual;
        for level in manifest.levels {
            let name = self.sym(level.as_str().unwrap_or(""));
            self.rules.schema.levels.push(name);
        }
        for (key, node) in manifest.options {
            let option = GameOption::of(node);
            let name = self.sym(&key.name);
            let value = option.default.map_or(Value::Nil, |n| self.plain(n));
            let one_of = option.one_of;
            let one_of: Vec<Value> = one_of.iter().map(|n| self.plain(n)).collect();
            option_checks::check(&key.name, &value, &one_of, node, problems);
            let bounds = (option.least.unwrap_or(i64::MIN), option.most.unwrap_or(i64::MAX));
            self.rules.option_bounds.push(bounds);
            self.option_names.push(name);
            self.rules.options.push((name, value));
            self.rules.option_values.push(one_of);
        }
        for (key, node) in manifest.statuses {
            let name = self.sym(&key.name);
            let group = StatusGroup::of(node);
            let words = group.words.unwrap_or(node);
            let values = words.items().iter().map(|n| self.sym(n.as_str().unwrap_or(""))).collect::<Vec<_>>();
            if node.as_map().is_some() {
                let quiet = group.quiet;
                self.rules.schema.quiet_statuses |= u8::from(quiet) << self.rules.schema.statuses.len();
            }
            self.rules.schema.statuses.push((name, values));
        }
        self.zone_names(manifest, problems);
        let schema = &mut self.rules.schema;
        super::limits::spaces(schema, manifest, problems);
        schema.lay_out();
        self.area_names(manifest);
        self.order_names(manifest);
        self.type_names(manifest, problems);
        self.record_names(manifest, problems);
        self.event_names(manifest, problems);
        for (key, node) in manifest.ability_kinds {
            let name = self.sym(&key.name);
            self.rules.schema.ability_kinds.push(name);
            self.ability_kinds.insert(key.name.clone(), node.clone());
        }
        for (key, _) in manifest.uses.iter().chain(manifest.actions) {
            let name = self.sym(&key.name);
            self.use_names.push(name);
        }
        for (key, _) in manifest.windows {
            let name = self.sym(&key.name);
            self.window_names.push(name);
        }
        manifest.flow.iter().for_each(|(_, list)| self.find_phases(Some(list)));
        let mut first: FxHashMap<&str, &Span> = FxHashMap::default();
        for (path, node) in nodes {
            if let Some(id) = card_id(game, path) {
                if let Some(first) = first.get(id) {
                    let problem = problems.error("name_taken", &node.span, format!("there is a card `{id}` already"));
                    let id_is = "the id of a card is the name of its file: give one of the two files another name";
                    // A pack may replace a card that is not its own, if its header says so.
                    let pack = pack_of(path).filter(|pack| pack_of(&first.file) != Some(*pack));
                    let help = pack.map(|pack| {
                        format!("{id_is}, or let the pack.yaml of `{pack}` say `replaces: [{id}]`: then its card takes the place of the other one")
                    });
                    problem.also(first, "the first one").help(help.unwrap_or_else(|| id_is.into()));
                    continue;
                }
                first.insert(id, &node.span);
                let id = self.sym(id);
                self.def_ids.push(id);
            }
        }
        // Definitions get their numbers in the order of their ids, whatever folder they lie in.
        let symbols = &self.rules.schema.symbols;
        self.def_ids.sort_by(|a, b| symbols.name(*a).cmp(symbols.name(*b)));
    }

    /// Declares kinds of zone, before the things that refer to zones.
    fn zone_names(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, node) in manifest.zones {
            let zone = ZoneKeys::of(node);
            let name = self.sym(&key.name);
            let kind = ZoneKind::of(self.rules.schema.zones.len());
            let board = zone.board.and_then(|n| self.board(kind, n, problems));
            let of_board = board.map(|b| self.rules.schema.boards[b as usize].board.spaces());
            let number = |n: Option<i64>| n.and_then(|n| u16::try_from(n).ok());
            let (is_each, is_shared) = (zone.per.is_some(), zone.shared);
            if is_each && is_shared {
                problems.error("wrong_kind", &node.span, "a zone belongs to each player or is shared, not both");
            }
            let capacity_option = zone.capacity.and_then(|n| self.capacity_option(n, problems));
            let only = zone.only.map(|n| n.items().iter().filter_map(Node::as_str).map(|f| self.sym(f)).collect());
            let seats = zone.per.map_or(ALL_SEATS, |n| self.seats_of_role(n, problems));
            self.rules.schema.zones.push(ZoneDef {
                name,
                per_player: !is_shared,
                seats,
                seen_by: seen_by(zone.seen_by),
                spaces: of_board.or(number(zone.slots)).unwrap_or(1),
                board,
                capacity: number(zone.capacity.and_then(Node::as_int)),
                capacity_option,
                resets: zone.resets,
                beneath: zone.beneath,
                newest_first: zone.newest == Some("first"),
                quiet: zone.quiet,
                keeps_statuses: zone.keeps.is_some(),
                keeps_all: zone.keeps == Some("all"),
                enters: Vec::new(),
                only,
                distinct_names: zone.distinct.is_some(),
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

    /// Declares card types, timings and counters.
    fn type_names(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, _) in manifest.types {
            if key.name != "all" {
                let name = self.sym(&key.name);
                self.rules.schema.types.push(TypeDef { name, live_in: IdSet::EMPTY, prints: IdSet::EMPTY });
            }
        }
        for (key, node) in manifest.timings {
            let timing = TimingKeys::of(node);
            let name = self.sym(&key.name);
            let needs = timing.needs;
            let is_key = |need: &&Node| {
                let known = need.as_str().is_none_or(|name| ABILITY.key(name).is_some());
                if !known {
                    let name = need.as_str().unwrap_or_default();
                    let message = format!("abilities have no key `{name}`, so none could have it");
                    let help = crate::data::suggest::help_for(name, ABILITY.names());
                    problems.error("unknown_word", &need.span, message).help(help);
                }
                known
            };
            let needs = needs.iter().filter(is_key).filter_map(|n| n.as_str().map(String::from)).collect();
            self.timing_needs.push((name, needs));
        }
        self.counter_names(manifest, problems);
    }

    /// Declares counters of players, of the game, of spaces: `hp: 20` or `hp: { start: 20, min: 0, max: 30 }`.
    fn counter_names(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (of, counters) in manifest.counters {
            let role = self.rules.schema.symbols.find(&of.name).and_then(|name| self.rules.schema.role(name));
            let seats = role.map_or(ALL_SEATS, |role| role.seats);
            for (key, node) in counters.as_map().unwrap_or_default() {
                let counter = CounterKeys::of(node);
                let name = self.sym(&key.name);
                let level = counter.level.and_then(|n| self.level(n, problems));
                let quiet = counter.quiet;
                let begins = node.as_int().or(counter.start);
                let (min, max) = (counter.min, counter.max);
                bounds(&key.name, begins, (min, max), node, problems);
                let seen_by = seen_by(counter.seen_by);
                if seen_by != SeenBy::All && ["game", "space"].contains(&of.name.as_str()) {
                    let at = node.field("seen_by").unwrap_or(node);
                    let message = "only the counters of players are hidden from others: this one is everybody's";
                    problems.error("unknown_key", &at.span, message).help("leave `seen_by` out");
                }
                let def = CounterDef { name, start: begins.unwrap_or(0), min, max, level, quiet, seen_by, seats };
                let schema = &mut self.rules.schema;
                match of.name.as_str() {
                    "player" => schema.counters.push(def),
                    "game" => schema.game_counters.push(def),
                    "space" => schema.space_counters.push(def),
                    _ if seats != ALL_SEATS => schema.counters.push(def),
                    other => {
                        let roles = schema.roles.iter().map(|role| &**schema.symbols.name(role.name));
                        let known = ["player", "game", "space"].into_iter().chain(roles);
                        let help = crate::data::suggest::help_for(other, known);
                        let message = format!("`{other}` has no counters");
                        problems.error("unknown_key", &of.span, message).help(help);
                        break;
                    }
                }
            }
        }
    }

    /// Declares records and their fields.
    fn record_names(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let records = manifest.records;
        for (key, node) in records {
            super::taken_names::is_free(&key.name, "a record", &key.span, problems);
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
                            RecordField::Records(RecKind::of(place.unwrap_or(0)))
                        }
                        (_, Some(zone)) => {
                            let kind = zone.as_str().and_then(|z| self.rules.schema.zone_kind(z));
                            if kind.is_none() {
                                let known = self.rules.schema.zones.iter().map(|z| &**self.rules.name(z.name));
                                let known: Vec<&str> = known.collect();
                                let name = zone.as_str().unwrap_or("");
                                let help = crate::data::suggest::help_for(name, known.iter().copied());
                                let message = format!("there is no zone `{name}`");
                                problems.error("unknown_word", &zone.span, message).help(help);
                            }
                            RecordField::Cards(kind)
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
            let is_from_pack = key.span.file.starts_with("packs/");
            self.rules.schema.records.push(RecordDef { name, fields, is_from_pack });
        }
    }

    /// Declares the kernel's events, then the manifest's own.
    fn event_names(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (name, fields) in kernel_events() {
            let name = self.known_sym(name);
            let fields = fields.into_iter().map(|(f, k)| (self.known_sym(f), k)).collect();
            let (optional, needs, does, text) = (0, None, Vec::new(), None);
            self.rules.events.push(EventDef { name, fields, optional, needs, does, text, is_bounded: false });
        }
        debug_assert_eq!(self.rules.events.len(), event::COUNT as usize);
        for (key, node) in manifest.events {
            let said = GameEvent::of(node);
            let name = self.sym(&key.name);
            if self.rules.events.iter().any(|e| e.name == name) {
                problems.error("name_taken", &key.span, format!("there is an event `{}` already", key.name));
            }
            let came_later = word_versions::since(&key.name) > self.rules.schema.language;
            if super::item_names::is_taken(&key.name) && !came_later {
                let message = format!("`{}` means something else in a list of things to do", key.name);
                let help = match word_versions::since(&key.name) {
                    1 => "give the event another name".to_string(),
                    since => format!("give the event another name, or write `language: {}`", since - 1),
                };
                problems.error("name_taken", &key.span, message).help(help);
            }
            let mut optional = 0;
            let fields = said
                .fields
                .iter()
                .enumerate()
                .map(|(i, (k, v))| {
                    super::taken_names::is_free(&k.name, "a field of an event", &k.span, problems);
                    let word = v.as_str().unwrap_or("");
                    let (word, may_be_nothing) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
                    optional |= (may_be_nothing as u32) << i.min(31);
                    let kind = match word {
                        "card" => FieldKind::Card,
                        "cards" => FieldKind::Cards,
                        "player" => FieldKind::Player,
                        "int" => FieldKind::Int,
                        "use" => FieldKind::Use,
                        "object" => FieldKind::Object,
                        "zone" | "any" => FieldKind::Any,
                        _ => {
                            let known = ["card", "cards", "player", "object", "int", "use", "zone", "any"];
                            let help = crate::data::suggest::help_for(word, known);
                            let message = "a field of an event is a kind, with `?` where it may be nothing";
                            problems.error("unknown_word", &v.span, message).help(help);
                            FieldKind::Any
                        }
                    };
                    (self.rules.schema.symbols.intern(&k.name), kind)
                })
                .collect::<Vec<(Sym, FieldKind)>>();
            if let Some((text, place)) = said.text.and_then(|n| Some((n.as_str()?, &n.span))) {
                let known: Vec<&str> = fields.iter().map(|(n, _)| &**self.rules.name(*n)).collect();
                let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(part, _)| part));
                for part in parts.filter(|part| !known.contains(part)) {
                    let help = crate::data::suggest::help_for(part, known.iter().copied());
                    let message = format!("the event `{}` has no field `{part}`", key.name);
                    problems.error("unknown_word", place, message).help(help);
                }
            }
            // An empty sentence means that the event has no line in the transcript, as `quiet` does.
            let quiet = said.quiet;
            let text = said.text.and_then(Node::as_str).or(quiet.then_some("")).map(Into::into);
            let (needs, does, is_bounded) = (None, Vec::new(), self.hiding.is_bounded(&key.span.file));
            self.rules.events.push(EventDef { name, fields, optional, needs, does, text, is_bounded });
        }
    }

    fn find_phases(&mut self, node: Option<&Node>) {
        match node.map(|n| &n.value) {
            Some(Data::List(list)) => list.iter().for_each(|n| self.find_phases(Some(n))),
            Some(Data::Map(map)) => {
                for (key, value) in map {
                    if key.name == "phase"
                        && let Some(name) = value.as_str().filter(|name| !name.trim().is_empty())
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
}

/// The players who see something: all, by default.
pub(super) fn seen_by(word: Option<&str>) -> SeenBy {
    match word {
        Some("owner") => SeenBy::Owner,
        Some("nobody") => SeenBy::Nobody,
        _ => SeenBy::All,
    }
}

/// Reports bounds that no number is within, and a number that begins outside of them.
pub(super) fn bounds(
    name: &str,
    start: Option<i64>,
    within: (Option<i64>, Option<i64>),
    at: &Node,
    problems: &mut Problems,
) {
    let message = match (start, within) {
        (_, (Some(min), Some(max))) if min > max => {
            format!("no number is at least {min} and at most {max}, as `{name}` must be")
        }
        (Some(n), (Some(min), _)) if n < min => format!("`{name}` begins at {n}, and is at least {min}"),
        (Some(n), (_, Some(max))) if n > max => format!("`{name}` begins at {n}, and is at most {max}"),
        _ => return,
    };
    problems.error("wrong_kind", &at.span, message);
}

/// The permitted numbers of players: `2`, `"3..6"` or `{ least: 3, most: 6, usual: 4 }`.
pub(super) fn numbers_of_players(node: &Node, problems: &mut Problems) -> Players {
    let (least, most, usual) = match range(node) {
        Some((least, most)) => (Some(least), Some(most), None),
        None => {
            let said = PlayerNumbers::of(node);
            (said.least, said.most, said.usual)
        }
    };
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    let usual = usual.unwrap_or(least);
    if 1 <= least && least <= usual && usual <= most && most <= 8 {
        return Players { least: least as u8, most: most as u8, usual: usual as u8 };
    }
    // Malformed numbers, and numbers out of range, were reported before.
    if problems.list().iter().any(|p| p.span == node.span) {
        return Players::default();
    }
    let help = "`2`, `\"3..6\"`, `{ least: 3, most: 6, usual: 4 }`, or roles: `{ warden: 1, ghost: \"1..3\" }`";
    let message = match (least, most) {
        _ if least > most && most > 0 => format!("no number of players is at least {least} and at most {most}"),
        (1..=8, 1..=8) => format!("the usual number of players is from {least} to {most}, not {usual}"),
        _ => "a number of players from 1 to 8 expected".into(),
    };
    problems.error("wrong_kind", &node.span, message).help(help);
    Players::default()
}

/// The least and the greatest number of `3` or of `3..6`; `None` for anything else.
pub(super) fn range(node: &Node) -> Option<(i64, i64)> {
    let of_text = || node.as_str()?.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    node.as_int().map(|n| (n, n)).or_else(of_text)
}
