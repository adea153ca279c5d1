//! Header: the first line of a record, which says how its game began; and the strict reading of whole records.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::entry_names::{entry_from, entry_json, value_from, value_json};
use super::opening_texts::{Find, are_of, is_hash};
use super::{Entry, FORKED, Record, Under, VERSION, start_files, strict_json};
use crate::catalog::pack::LONGEST_VERSION;
use crate::catalog::{Catalog, Deck, Files};
use crate::error::{Error, Result};
use crate::kernel::Rules;

/// The keys of a record's first line. In version 1 it also holds `entries`.
const KEYS: [&str; 14] = [
    "intermezzo_record",
    "engine",
    "game",
    "catalog",
    "packs",
    "seed",
    "options",
    "players",
    "decks",
    "position",
    "whole",
    "texts",
    "numbers_gone",
    "files",
];

impl Record {
    /// The setup as JSON: everything but the entries.
    pub(crate) fn header(&self) -> Json {
        let rules = &*self.rules.0;
        let name = |def: &crate::kernel::model::value::DefId| &**rules.name(rules.defs[def.index()].id);
        let lists = |d: &Deck| -> Vec<Vec<&str>> { d.lists.iter().map(|l| l.iter().map(name).collect()).collect() };
        let decks: Vec<Json> = self.decks.iter().map(|d| json!({ "name": d.name, "lists": lists(d) })).collect();
        let options: serde_json::Map<String, Json> =
            self.options.iter().map(|(n, v)| (n.clone(), value_json(rules, v))).collect();
        let mut json = json!({
            "intermezzo_record": VERSION, "engine": self.engine, "game": self.game, "catalog": self.catalog,
            "packs": self.packs, "seed": self.seed, "options": options, "players": self.players, "decks": decks,
        });
        if let Some(position) = &self.position {
            json["position"] = (**position).clone();
        }
        if self.whole {
            json["whole"] = true.into();
        } else if !self.texts.is_empty() {
            json["texts"] = self.texts.as_str().into();
        }
        if !self.numbers_gone.is_empty() {
            json["numbers_gone"] = json!(self.numbers_gone);
        }
        json["files"] = files_json(&self.files);
        json
    }

    /// Reads a record of version 1, which is one map with its entries in it.
    ///
    /// # Errors
    ///
    /// The errors of [`Record::read`].
    pub(crate) fn from_one_map(mut json: Json, find: Find) -> Result<Record> {
        match json["intermezzo_record"].as_u64() {
            Some(1) => {}
            Some(n) if n == u64::from(VERSION) => {
                return Err(Error::usage("this is no record: one of version 2 is lines with checksums"));
            }
            Some(n) => return Err(not_ours(n)),
            None => return Err(Error::usage("this is no record: it does not say its version")),
        }
        let entries = json.as_object_mut().and_then(|map| map.shift_remove("entries"));
        let Some(Json::Array(entries)) = entries else { return Err(bad("entries")) };
        Record::read(&json, entries.into_iter().map(Ok), find)
    }

    /// Reads a record from how its game began and what happened since.
    ///
    /// # Errors
    ///
    /// Names that the catalog lacks, texts that `find` does not give, unknown keys, and numbers out of range. So no
    /// part of the text is ignored.
    pub(super) fn read(json: &Json, entries: impl Iterator<Item = Result<Json>>, find: Find) -> Result<Record> {
        strict_json::keys(json, &KEYS).map_err(Error::usage)?;
        let text = |key: &str| json[key].as_str().map(String::from).ok_or_else(|| bad(key));
        let game = text("game")?;
        if game.is_empty() {
            return Err(Error::usage(FORKED));
        }
        let packs = strict_json::list(&json["packs"], |p| p.as_str().map(String::from)).ok_or_else(|| bad("packs"))?;
        let whole = match &json["whole"] {
            Json::Null => false,
            whole => whole.as_bool().ok_or_else(|| bad("whole"))?,
        };
        let texts = match json.get("texts") {
            None => String::new(),
            Some(texts) => {
                texts.as_str().filter(|hash| is_hash(hash) && !whole).ok_or_else(|| bad("texts"))?.to_string()
            }
        };
        let engine = text("engine")?;
        if engine.parse::<semver::Version>().is_err() || engine.len() > LONGEST_VERSION {
            return Err(bad("engine"));
        }
        let mut record = Record {
            base: Record::found(&game, &packs, &texts, &engine, find)?,
            engine,
            texts,
            game,
            catalog: text("catalog")?,
            seed: json["seed"].as_u64().ok_or_else(|| bad("seed"))?,
            options: Vec::new(),
            players: 0,
            decks: Vec::new(),
            any_decks: false,
            position: match &json["position"] {
                Json::Null => None,
                position if position.is_object() => Some(Arc::new(position.clone())),
                _ => return Err(bad("position")),
            },
            files: Arc::new(strict_json::files(&json["files"]).ok_or_else(|| bad("files"))?),
            whole,
            packs,
            numbers_gone: match &json["numbers_gone"] {
                Json::Null => Vec::new(),
                gone => strict_json::list(gone, numbers_gone).ok_or_else(|| bad("numbers_gone"))?,
            },
            rules: Under(Arc::default()),
            entries: Vec::new(),
            cut: 0,
        };
        are_of(&record.game, &record.packs, record.files.keys())?;
        let (catalog, _) = Catalog::load(&record.game, &start_files(&record)).map_err(Error::load)?;
        let rules = &catalog.rules;
        let decks = strict_json::list(&json["decks"], |d| deck_from(rules, d));
        record.decks = decks.ok_or_else(|| match unknown_card(rules, &json["decks"]) {
            Some(id) => Error::usage(format!("`decks` of the record: {}", no_card(rules, id))),
            None => bad("decks"),
        })?;
        for (name, v) in json["options"].as_object().ok_or_else(|| bad("options"))? {
            record.options.push((name.clone(), value_from(rules, v).ok_or_else(|| bad("options"))?));
        }
        record.players = match &json["players"] {
            Json::Null => rules.schema.seats,
            n => strict_json::number::<u8>(n).ok_or_else(|| bad("players"))?,
        };
        record.rules = Under(catalog.rules.clone());
        record.is_as_written(json, &catalog)?;
        record.read_entries(entries, rules.schema.players.most)?;
        Ok(record)
    }

    fn read_entries(&mut self, entries: impl Iterator<Item = Result<Json>>, players: u8) -> Result<()> {
        for (i, entry) in entries.enumerate() {
            if matches!(self.entries.last(), Some(Entry::Abort { .. })) {
                return Err(Error::usage(format!("entry {i} of the record comes after the game was ended")));
            }
            let json = entry?;
            let nothing = || Error::usage(format!("entry {i} of the record means nothing"));
            let read = entry_from(&json, players).ok_or_else(nothing)?;
            if !strict_json::is_written_as(&entry_json(&read), &json.to_string()) {
                return Err(Error::usage(format!("entry {i} of the record does not stand there as it was written")));
            }
            self.entries.push(read);
        }
        Ok(())
    }

    /// Checks that each key has the value that the program would write, that `packs` are those in play, and that
    /// `files` hold no text that equals the opening text.
    fn is_as_written(&self, json: &Json, catalog: &Catalog) -> Result<()> {
        let written = self.header();
        let same = |key: &String, said: &Json| key == KEYS[0] || written.get(key) == Some(said);
        let mut keys = json.as_object().into_iter().flatten();
        if let Some((key, _)) = keys.find(|(key, said)| !same(key, said)) {
            let why = format!("`{key}` of the record says what changes nothing: the program does not write it so");
            return Err(Error::usage(why).help("something has changed it"));
        }
        if catalog.files.packs != self.packs {
            let packs = format!("`{}`", catalog.files.packs.join("`, `"));
            return Err(Error::usage(format!("`packs` of the record are not those in play, in their order: {packs}")));
        }
        let of_base = self.base.as_ref().map(|texts| texts.by_path().clone());
        let base = of_base.unwrap_or_else(|| Files::built_in_of(&self.game, &self.packs).texts);
        let is_idle = |(path, text): &(&String, &Option<Arc<str>>)| base.get(*path) == text.as_ref();
        match self.files.iter().find(is_idle).filter(|_| !self.texts.is_empty()) {
            Some((path, _)) => Err(Error::usage(format!("`files` of the record say of `{path}` what it is anyway"))),
            None => Ok(()),
        }
    }
}

fn bad(what: &str) -> Error {
    Error::usage(format!("the record has no usable `{what}`"))
}

/// The error for a record of another version.
pub(super) fn not_ours(version: u64) -> Error {
    let help = match version > VERSION.into() {
        true => "a newer version of the program wrote it: replay it with that one",
        false => "use the version of the program that wrote it",
    };
    Error::usage(format!("this is a record of version {version}, and versions 1 and {VERSION} are read")).help(help)
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
    strict_json::keys(json, &["name", "lists"]).ok()?;
    let card = |id: &Json| id.as_str().and_then(|id| rules.def_by_id(id));
    let lists = strict_json::list(&json["lists"], |list| strict_json::list(list, card))?;
    Some(Deck { name: json["name"].as_str()?.into(), lists, ..Deck::default() })
}

/// Reads a pair of a number of entries, and of the question numbers that are skipped up to there.
fn numbers_gone(json: &Json) -> Option<(u32, u32)> {
    match json.as_array()?.as_slice() {
        [entries, numbers] => Some((strict_json::number(entries)?, strict_json::number(numbers)?)),
        _ => None,
    }
}

/// Texts of files by path; `null`: the file is taken away.
pub(super) fn files_json(files: &BTreeMap<String, Option<Arc<str>>>) -> Json {
    files
        .iter()
        .map(|(p, t)| (p.clone(), t.as_ref().map_or(Json::Null, |t| Json::from(&**t))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
