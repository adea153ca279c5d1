//! Record: what decided a game. The same record gives the same log on any machine.
//!
//! A record is JSON with a version. Answers are content: cards by number, abilities and words by
//! name. It keeps the hash of its catalog, and the texts of files that differ from the built-in
//! ones, so that a game with an edited card still replays.

mod strict;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Game, Start, Table};
use crate::catalog::{Catalog, Deck, Files};
use crate::error::{Error, Result};
use crate::kernel::model::value::{AbilityId, Card, RecId, Status, UseId};
use crate::kernel::{Answer, Choice, Rules, Seat, Value};

/// The version of the format.
pub const VERSION: u32 = 1;

/// Why the record of a fork is no whole one.
const FORKED: &str =
    "the record begins in the middle of a game, as that of a fork does: only the record of the first table replays";

/// One thing that decided the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// An answer.
    Answer {
        /// Whose.
        seat: Seat,
        /// Which question it answers.
        question: u32,
        /// The answer.
        answer: Given,
    },
    /// A changed catalog was adopted here: files that changed since the one before.
    Reload {
        /// The hash of the new catalog.
        hash: String,
        /// Changed files; `None`: removed.
        files: BTreeMap<String, Option<Arc<str>>>,
    },
    /// A seat gave up.
    Concede {
        /// Whose.
        seat: Seat,
    },
    /// A script that failed was left to fizzle.
    Continue,
    /// The wall clock or the memory limit ended it. Always last.
    Abort {
        /// Why.
        reason: String,
    },
}

/// An answer as it was given: under the rules of its moment, or by name as it was read.
///
/// Abilities and words are numbered anew by every catalog, so an answer is worth something only
/// together with the rules it was given under.
#[derive(Clone, Debug)]
pub enum Given {
    /// Given at this table.
    Here(Answer, Arc<Rules>),
    /// Read from a file.
    Named(Json),
}

/// The rules that numbers in a record were given under; never compared.
#[derive(Clone)]
pub struct Under(pub Arc<Rules>);

impl PartialEq for Under {
    fn eq(&self, _: &Under) -> bool {
        true
    }
}

impl std::fmt::Debug for Under {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rules of {}", self.0.schema.game)
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Given) -> bool {
        self.named() == other.named()
    }
}

impl Given {
    /// The answer by name.
    fn named(&self) -> Json {
        match self {
            Given::Here(answer, rules) => answer_json(rules, answer),
            Given::Named(json) => json.clone(),
        }
    }

    /// The answer under these rules; `None` if they do not know what it names.
    pub fn under(&self, rules: &Arc<Rules>) -> Option<Answer> {
        match self {
            Given::Here(answer, own) if Arc::ptr_eq(own, rules) => Some(answer.clone()),
            other => answer_from(rules, &other.named()),
        }
    }
}

/// Everything that decided a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game.
    pub game: String,
    /// The hash of the catalog it started with.
    pub catalog: String,
    /// The seed.
    pub seed: u64,
    /// Options that differ from the defaults.
    pub(crate) options: Vec<(String, Value)>,
    /// How many play.
    pub players: u8,
    /// What each seat brought.
    pub decks: Vec<Deck>,
    /// Whether it began with any decks, as tests of rules do: a file never says so.
    pub any_decks: bool,
    /// Files that differ from the built-in pack at the start.
    pub files: BTreeMap<String, Option<Arc<str>>>,
    /// The packs in play.
    pub packs: Vec<String>,
    /// The rules it started with: decks and options are numbered by them.
    pub(crate) rules: Under,
    /// What happened since.
    pub(crate) entries: Vec<Entry>,
}

impl Record {
    /// A record that begins now.
    pub(crate) fn new(catalog: &Catalog, setup: Start) -> Record {
        let packs = catalog.files.packs.clone();
        // Tables of one catalog share what makes it differ.
        let changed = || difference(&built_in_with(&catalog.rules.schema.game, &packs), &catalog.files);
        let files = catalog.changed.get_or_init(changed).clone();
        Record {
            game: catalog.rules.schema.game.to_string(),
            catalog: catalog.hash.clone(),
            seed: setup.seed,
            options: setup.options,
            players: setup.players.unwrap_or(catalog.rules.schema.seats),
            decks: setup.decks,
            any_decks: false,
            files,
            packs,
            rules: Under(catalog.rules.clone()),
            entries: Vec::new(),
        }
    }

    /// A record of nothing, for forks.
    pub(super) fn empty(rules: Arc<Rules>) -> Record {
        Record {
            game: String::new(),
            catalog: String::new(),
            seed: 0,
            options: Vec::new(),
            players: 0,
            decks: Vec::new(),
            any_decks: false,
            files: BTreeMap::new(),
            packs: Vec::new(),
            rules: Under(rules),
            entries: Vec::new(),
        }
    }

    /// That it tells how its game began.
    ///
    /// # Errors
    ///
    /// A record of a fork, which tells only what happened since.
    pub(super) fn has_beginning(&self) -> Result<()> {
        match self.game.is_empty() {
            true => Err(Error::usage(FORKED)),
            false => Ok(()),
        }
    }

    /// What it started from.
    pub(super) fn setup(&self) -> Start {
        Start { seed: self.seed, decks: self.decks.clone(), options: self.options.clone(), players: Some(self.players) }
    }

    /// The options as other rules number their words; `None` if they do not know one.
    pub(super) fn options_under(&self, rules: &Arc<Rules>) -> Option<Vec<(String, Value)>> {
        let old = &self.rules.0;
        let option =
            |(name, value): &(String, Value)| Some((name.clone(), value_from(rules, &value_json(old, value))?));
        self.options.iter().map(option).collect()
    }

    /// A table that begins as it began, from other decks or its own.
    pub(super) fn begin(&self, game: &Game, setup: Start) -> Result<Table> {
        let position = match self.any_decks {
            true => game.begin_with_any_decks(setup),
            false => game.begin(setup),
        };
        position.map(Table::start)
    }

    /// Whether the table it was made at stopped at faults: else nobody could go on after one.
    fn on_fault(&self) -> super::OnFault {
        match self.entries.iter().any(|e| matches!(e, Entry::Continue | Entry::Reload { .. })) {
            true => super::OnFault::Stop,
            false => super::OnFault::Fizzle,
        }
    }

    /// Plays the entries again on an engine whose catalog is that of the last reload.
    ///
    /// `None` if an answer does not fit: then the engine is not the one that was recorded.
    pub(super) fn replay_on(&self, engine: &Game) -> Option<Table> {
        let mut table = self.begin(engine, self.setup()).ok()?;
        table.on_fault(self.on_fault());
        table.record.files = self.files.clone();
        table.record.catalog = self.catalog.clone();
        for entry in &self.entries {
            match entry {
                Entry::Answer { seat, answer, .. } => {
                    let answer = answer.under(&table.world().rules)?;
                    table.submit(*seat, answer).ok()?;
                }
                Entry::Reload { .. } => table.record.entries.push(entry.clone()),
                Entry::Concede { seat } => table.concede(*seat).ok()?,
                Entry::Continue => table.let_fizzle(),
                Entry::Abort { .. } => break,
            }
        }
        Some(table)
    }

    /// Replays the whole record, with every catalog it went through.
    ///
    /// # Errors
    ///
    /// The record of a fork, a catalog that does not load or is not the recorded one, or an answer that does not fit.
    pub fn replay(&self) -> Result<Table> {
        self.has_beginning()?;
        let mut files = built_in_with(&self.game, &self.packs);
        change(&mut files, &self.files);
        let engine = engine_of(&self.game, &files, &self.catalog)?;
        let mut table = self.begin(&engine, self.setup())?;
        table.on_fault(self.on_fault());
        for (i, entry) in self.entries.iter().enumerate() {
            if let Some(Entry::Abort { reason }) = self.entries.get(i + 1) {
                // What the clock or the memory limit cut off is not run again.
                table.record.entries.push(entry.clone());
                table.stop(reason.clone());
                break;
            }
            if matches!(entry, Entry::Answer { .. } | Entry::Concede { .. }) {
                table.went_on();
            }
            match entry {
                Entry::Answer { seat, question, answer } => {
                    let asked = table.asked(*seat).map_err(|e| at_entry(i, e))?.question();
                    if asked != *question {
                        return Err(Error::refused(format!(
                            "entry {i} of the record answers another question than is asked"
                        )));
                    }
                    let unknown =
                        || Error::refused(format!("entry {i} of the record names what its catalog does not have"));
                    let answer = answer.under(&table.world().rules).ok_or_else(unknown)?;
                    table.submit(*seat, answer).map_err(|e| at_entry(i, e))?;
                }
                Entry::Reload { hash, files: changed } => {
                    change(&mut files, changed);
                    // What changes nothing is not built again.
                    let engine = match *hash == table.game().catalog.hash && changed.is_empty() {
                        true => table.game().clone(),
                        false => engine_of(&self.game, &files, hash)?,
                    };
                    table.adopt(&engine)?;
                }
                Entry::Concede { seat } => table.concede(*seat).map_err(|e| at_entry(i, e))?,
                Entry::Continue if table.fault.is_none() => {
                    return Err(Error::refused(format!("entry {i} of the record goes on, and nothing had failed")));
                }
                Entry::Continue => table.let_fizzle(),
                Entry::Abort { .. } => break,
            }
        }
        Ok(table)
    }

    /// The record as a text: JSON, in one line.
    pub fn to_text(&self) -> String {
        self.to_json().to_string()
    }

    /// Reads a record from a text.
    ///
    /// # Errors
    ///
    /// A text that is not a record of this version, or names something that the game does not have.
    pub fn from_text(text: &str) -> Result<Record> {
        let json = serde_json::from_str(text).map_err(|e| Error::usage(format!("this is no record: {e}")))?;
        Record::from_json(&json)
    }

    /// The record as JSON.
    pub(crate) fn to_json(&self) -> Json {
        let rules = &*self.rules.0;
        let value = |v: &Value| value_json(rules, v);
        let decks: Vec<Json> = self
            .decks
            .iter()
            .map(|d| {
                let lists: Vec<Vec<&str>> = d
                    .lists
                    .iter()
                    .map(|l| l.iter().map(|def| &**rules.name(rules.defs[def.index()].id)).collect())
                    .collect();
                json!({ "name": d.name, "lists": lists })
            })
            .collect();
        let entries: Vec<Json> = self.entries.iter().map(entry_json).collect();
        let options: serde_json::Map<String, Json> = self.options.iter().map(|(n, v)| (n.clone(), value(v))).collect();
        json!({
            "intermezzo_record": VERSION, "engine": env!("CARGO_PKG_VERSION"), "game": self.game, "catalog": self.catalog,
            "packs": self.packs, "seed": self.seed, "options": options, "players": self.players, "decks": decks, "files": files_json(&self.files), "entries": entries,
        })
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// A text that is not a record of this version, or names something the catalog does not have. What no record has,
    /// a key that it does not know or a number that does not fit, is refused, so that what is read is all that is there.
    pub(crate) fn from_json(json: &Json) -> Result<Record> {
        if json["intermezzo_record"] != VERSION {
            return Err(Error::usage(format!("not a record of version {VERSION}")));
        }
        strict::keys(json, &KEYS).map_err(Error::usage)?;
        let bad = |what: &str| Error::usage(format!("the record has no usable `{what}`"));
        let text = |key: &str| json[key].as_str().map(String::from).ok_or_else(|| bad(key));
        let game = text("game")?;
        if game.is_empty() {
            return Err(Error::usage(FORKED));
        }
        let changed = strict::files(&json["files"]).ok_or_else(|| bad("files"))?;
        let packs = strict::list(&json["packs"], |p| p.as_str().map(String::from)).ok_or_else(|| bad("packs"))?;
        let mut files = built_in_with(&game, &packs);
        change(&mut files, &changed);
        let (catalog, _) = Catalog::load(&game, &files).map_err(Error::load)?;
        let rules = &catalog.rules;
        let decks = strict::list(&json["decks"], |d| deck_from(rules, d));
        let decks = decks.ok_or_else(|| match unknown_card(rules, &json["decks"]) {
            Some(id) => Error::usage(format!("`decks` of the record: {}", no_card(rules, id))),
            None => bad("decks"),
        })?;
        let mut options = Vec::new();
        for (name, v) in json["options"].as_object().ok_or_else(|| bad("options"))? {
            options.push((name.clone(), value_from(rules, v).ok_or_else(|| bad("options"))?));
        }
        let mut entries = Vec::new();
        for (i, entry) in json["entries"].as_array().ok_or_else(|| bad("entries"))?.iter().enumerate() {
            if matches!(entries.last(), Some(Entry::Abort { .. })) {
                return Err(Error::usage(format!("entry {i} of the record comes after the game was ended")));
            }
            let read = entry_from(entry, rules.schema.players.most);
            entries.push(read.ok_or_else(|| Error::usage(format!("entry {i} of the record means nothing")))?);
        }
        let players = match &json["players"] {
            Json::Null => rules.schema.seats,
            n => strict::number::<u8>(n).ok_or_else(|| bad("players"))?,
        };
        Ok(Record {
            game,
            catalog: text("catalog")?,
            seed: json["seed"].as_u64().ok_or_else(|| bad("seed"))?,
            options,
            players,
            decks,
            any_decks: false,
            files: changed,
            packs,
            rules: Under(rules.clone()),
            entries,
        })
    }
}

/// Everything that a record says.
const KEYS: [&str; 11] = [
    "intermezzo_record",
    "engine",
    "game",
    "catalog",
    "packs",
    "seed",
    "options",
    "players",
    "decks",
    "files",
    "entries",
];

/// What was refused, with the entry of the record that asked for it.
fn at_entry(entry: usize, error: Error) -> Error {
    Error::refused(format!("entry {entry} of the record does not fit: {error}"))
}

fn no_card(rules: &Rules, id: &str) -> String {
    let near = crate::data::suggest::nearest(id, rules.defs.iter().map(|d| &**rules.name(d.id)));
    format!("there is no card `{id}`{}", near.map_or(String::new(), |n| format!(" (did you mean `{n}`?)")))
}

/// The first card in lists of decks that the game does not have.
fn unknown_card<'j>(rules: &Rules, decks: &'j Json) -> Option<&'j str> {
    let lists = decks.as_array()?.iter().filter_map(|deck| deck["lists"].as_array()).flatten();
    let mut cards = lists.filter_map(Json::as_array).flatten().filter_map(Json::as_str);
    cards.find(|id| rules.def_by_id(id).is_none())
}

fn deck_from(rules: &Rules, json: &Json) -> Option<Deck> {
    strict::keys(json, &["name", "lists"]).ok()?;
    let card = |id: &Json| id.as_str().and_then(|id| rules.def_by_id(id));
    let lists = strict::list(&json["lists"], |list| strict::list(list, card))?;
    Some(Deck { name: json["name"].as_str()?.into(), lists, ..Deck::default() })
}

/// The built-in files of a game with these packs in play.
fn built_in_with(game: &str, packs: &[String]) -> Files {
    Files { packs: packs.to_vec(), ..Files::built_in() }.of_game(game)
}

fn engine_of(game: &str, files: &Files, hash: &str) -> Result<Game> {
    let (catalog, _) = Catalog::load(game, files).map_err(Error::load)?;
    if catalog.hash != hash {
        let message = format!("the record was made with catalog {hash}, and this is {}", catalog.hash);
        return Err(Error::usage(message));
    }
    Game::new(Arc::new(catalog)).map_err(|errors| Error::usage(errors.first().map_or(String::new(), |e| e.to_string())))
}

/// The files of `new` that differ from `old`.
pub(super) fn difference(old: &Files, new: &Files) -> BTreeMap<String, Option<Arc<str>>> {
    let mut out = BTreeMap::new();
    for (path, text) in &new.texts {
        if old.texts.get(path) != Some(text) {
            out.insert(path.clone(), Some(text.clone()));
        }
    }
    for path in old.texts.keys().filter(|p| !new.texts.contains_key(*p)) {
        out.insert(path.clone(), None);
    }
    out
}

fn change(files: &mut Files, changed: &BTreeMap<String, Option<Arc<str>>>) {
    for (path, text) in changed {
        match text {
            Some(text) => files.texts.insert(path.clone(), text.clone()),
            None => files.texts.remove(path),
        };
    }
}

fn files_json(files: &BTreeMap<String, Option<Arc<str>>>) -> Json {
    files
        .iter()
        .map(|(p, t)| (p.clone(), t.as_ref().map_or(Json::Null, |t| Json::from(&**t))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// An ability by name: `card/ability`, or the name of an action.
fn ability_name(rules: &Rules, id: AbilityId) -> String {
    let ability = &rules.abilities[id.index()];
    match ability.def {
        Some(def) => format!("{}/{}", rules.name(rules.defs[def.index()].id), rules.name(ability.id)),
        None => rules.name(ability.id).to_string(),
    }
}

fn ability_by_name(rules: &Rules, name: &str) -> Option<AbilityId> {
    (0..rules.abilities.len()).map(AbilityId::of).find(|id| ability_name(rules, *id) == name)
}

fn answer_json(rules: &Rules, answer: &Answer) -> Json {
    match answer {
        Answer::Pass => json!("pass"),
        Answer::Act(choice) => json!({ "use": ability_name(rules, choice.ability), "card": choice.card.map(|c| c.0) }),
        Answer::Values(values) => values.iter().map(|v| value_json(rules, v)).collect(),
    }
}

fn answer_from(rules: &Rules, json: &Json) -> Option<Answer> {
    Some(match json {
        Json::String(s) if s == "pass" => Answer::Pass,
        Json::Array(list) => Answer::Values(list.iter().map(|v| value_from(rules, v)).collect::<Option<Vec<_>>>()?),
        used => {
            strict::keys(used, &["use", "card"]).ok()?;
            let card = match &used["card"] {
                Json::Null => None,
                n => Some(Card(strict::number(n)?)),
            };
            Answer::Act(Choice { ability: ability_by_name(rules, used["use"].as_str()?)?, card })
        }
    })
}

fn entry_json(entry: &Entry) -> Json {
    match entry {
        Entry::Answer { seat, question, answer } => {
            json!({ "seat": seat.0, "question": question, "answer": answer.named() })
        }
        Entry::Reload { hash, files } => json!({ "reload": hash, "files": files_json(files) }),
        Entry::Concede { seat } => json!({ "concede": seat.0 }),
        Entry::Continue => json!("continue"),
        Entry::Abort { reason } => json!({ "abort": reason }),
    }
}

fn entry_from(json: &Json, players: u8) -> Option<Entry> {
    if json == "continue" {
        return Some(Entry::Continue);
    }
    let has = |keys: &[&str]| strict::keys(json, keys).is_ok();
    let seat = |key: &str| strict::number(&json[key]).filter(|n| *n < players).map(Seat);
    if has(&["reload", "files"]) {
        return Some(Entry::Reload { hash: json["reload"].as_str()?.into(), files: strict::files(&json["files"])? });
    }
    if has(&["concede"]) {
        return Some(Entry::Concede { seat: seat("concede")? });
    }
    if has(&["abort"]) {
        return Some(Entry::Abort { reason: json["abort"].as_str()?.into() });
    }
    if !has(&["seat", "question", "answer"]) || !strict::is_answer(&json["answer"]) {
        return None;
    }
    let answer = Given::Named(json["answer"].clone());
    Some(Entry::Answer { seat: seat("seat")?, question: strict::number(&json["question"])?, answer })
}

fn value_json(rules: &Rules, value: &Value) -> Json {
    match value {
        Value::Int(n) => json!(n),
        Value::Bool(b) => json!(b),
        Value::Word(w) => json!({ "word": &**rules.name(*w) }),
        Value::Text(t) => json!({ "text": &**t }),
        Value::Card(c) => json!({ "card": c.0 }),
        Value::Seat(s) => json!({ "seat": s.0 }),
        Value::Zone(zone) => {
            let space = rules.schema.layout[zone.index()];
            let name = &**rules.name(rules.schema.zones[space.kind.index()].name);
            json!({ "zone": name, "of": space.seat.0, "place": space.place })
        }
        Value::Def(d) => json!({ "def": &**rules.name(rules.defs[d.index()].id) }),
        Value::Status(s) => json!({ "status": s.0 }),
        Value::Record(r) => json!({ "record": r.0 }),
        Value::Ability(a) => json!({ "ability": ability_name(rules, *a) }),
        Value::Use(u) => json!({ "use": u.0 }),
        Value::List(list) => list.iter().map(|v| value_json(rules, v)).collect(),
        _ => Json::Null,
    }
}

fn value_from(rules: &Rules, json: &Json) -> Option<Value> {
    let map = match json {
        Json::Null => return Some(Value::Nil),
        Json::Bool(b) => return Some(Value::Bool(*b)),
        Json::Number(n) => return Some(Value::Int(n.as_i64()?)),
        Json::Array(_) => return Some(Value::List(strict::list(json, |v| value_from(rules, v))?)),
        Json::String(_) => return None,
        Json::Object(map) => map,
    };
    if let Some(name) = map.get("zone") {
        strict::keys(json, &["zone", "of", "place"]).ok()?;
        let of = strict::number(&json["of"]).filter(|n| *n < rules.schema.seats)?;
        let first = rules.schema.zone(rules.schema.zone_kind(name.as_str()?)?, Seat(of));
        return Some(Value::Zone(rules.schema.space_at(first, strict::number::<u16>(&json["place"])? as i64)?));
    }
    let mut entries = map.iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else { return None };
    Some(match key.as_str() {
        "word" => Value::Word(rules.schema.symbols.find(value.as_str()?)?),
        "text" => Value::Text(value.as_str()?.into()),
        "def" => Value::Def(rules.def_by_id(value.as_str()?)?),
        "ability" => Value::Ability(ability_by_name(rules, value.as_str()?)?),
        "record" => Value::Record(RecId(strict::number(value)?)),
        "use" => Value::Use(UseId(strict::number(value)?)),
        "card" => Value::Card(Card(strict::number(value)?)),
        "seat" => Value::Seat(Seat(strict::number(value)?)),
        "status" => Value::Status(Status(strict::number(value)?)),
        _ => return None,
    })
}
