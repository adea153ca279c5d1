//! Card changes: what differs between the cards of a game and those of another folder, or those that were committed to git.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::cards::said;
use super::pack::Pack;
use super::text::{Colours, clean, counted, pad, width};
use super::{Exit, print_json};
use crate::share::git;
use intermezzo::catalog::Catalog;
use intermezzo::data::in_yaml;
use intermezzo::error::Error;

/// The words with which two versions of the cards are told apart.
struct DiffWords {
    here: &'static str,
    there: &'static str,
    only_here: &'static str,
    only_there: &'static str,
}

const OF_FOLDERS: DiffWords =
    DiffWords { here: "here", there: "there", only_here: "here only", only_there: "there only" };
const OF_TIMES: DiffWords = DiffWords { here: "now", there: "before", only_here: "is new", only_there: "is gone" };

/// Compares the cards with those of a folder, or with those that were committed to git.
///
/// # Errors
///
/// A folder that holds no games, or a state that git does not have.
pub fn compared(
    (game, catalog): (&str, &Catalog),
    with: &Path,
    json: bool,
    pack: &Pack,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if with.exists() {
        let other = Pack::find_as("--diff", Some(with.to_path_buf()), &[])?.engine(game)?.0;
        return diff(catalog, &other.catalog, &OF_FOLDERS, json, out);
    }
    let base = pack.own.clone().or_else(|| pack.root.clone()).unwrap_or_else(|| ".".into());
    let committed = git::committed(&base, &with.to_string_lossy())?;
    let then = Pack::find_as("--diff", Some(committed.path()), &[])?;
    if !then.files()?.games().iter().any(|known| known == game) {
        let message = format!("--diff {}: the game `{}` is not in it", with.display(), game);
        return Err(Error::usage(message).help("git add ., git commit -m \"as it is\"").into());
    }
    let other = then.engine(game)?.0;
    diff(catalog, &other.catalog, &OF_TIMES, json, out)
}

/// Prints what differs between two versions of the cards.
fn diff(catalog: &Catalog, other: &Catalog, told: &DiffWords, json: bool, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (now, then) = (said(catalog), said(other));
    let mut found = Vec::new();
    for id in now.keys().chain(then.keys().filter(|id| !now.contains_key(*id))) {
        match (now.get(id), then.get(id)) {
            (Some(_), None) => found.push(json!({ "card": id, "what": OF_FOLDERS.only_here })),
            (None, Some(_)) => found.push(json!({ "card": id, "what": OF_FOLDERS.only_there })),
            (Some(now), Some(then)) => {
                for key in now.keys().chain(then.keys().filter(|key| !now.contains_key(*key))) {
                    if now.get(key) != then.get(key) {
                        found.push(json!({ "card": id, "what": "differs", "key": key, "here": now.get(key), "there": then.get(key) }));
                    }
                }
            }
            (None, None) => {}
        }
    }
    let files = other_files(catalog, other);
    if json {
        found.extend(files.iter().map(|file| json!({ "file": file, "what": "differs" })));
        print_json(out, &found.into())?;
        return Ok(Exit::Fine);
    }
    let (paint, columns) = (Colours::for_stdout(), width(told.there).max(width(told.here)));
    for one in &found {
        let card = paint.bold(&clean(one["card"].as_str().unwrap_or("")));
        match one["key"].as_str() {
            None if one["what"] == OF_FOLDERS.only_here => writeln!(out, "{card}: {}", told.only_here)?,
            None => writeln!(out, "{card}: {}", told.only_there)?,
            Some(key) => {
                writeln!(out, "{card}: {key}")?;
                writeln!(out, "  {}  {}", pad(told.there, columns), paint.red(&clean(&in_yaml(&one["there"]))))?;
                writeln!(out, "  {}  {}", pad(told.here, columns), paint.green(&clean(&in_yaml(&one["here"]))))?;
            }
        }
    }
    writeln!(out, "{}", counted(found.len(), "difference"))?;
    if !files.is_empty() {
        let (verb, whose) = if files.len() == 1 { ("differs", "its") } else { ("differ", "their") };
        let names: Vec<String> = files.iter().map(|file| clean(file)).collect();
        writeln!(out, "beside the cards {verb}: {}; `git diff` shows {whose} lines", names.join(", "))?;
    }
    Ok(Exit::Fine)
}

/// The files of the game that differ and are no cards: its manifest, scripts and decks.
fn other_files<'c>(catalog: &'c Catalog, other: &'c Catalog) -> Vec<&'c str> {
    let (now, then) = (&catalog.files.texts, &other.files.texts);
    let game = &catalog.rules.schema.game;
    let is_of_game = |path: &str| ["cards", "scripts"].iter().any(|top| path.starts_with(&format!("{top}/{game}/")));
    let is_card = |path: &String| [catalog, other].iter().any(|of| of.places.iter().any(|place| **place == **path));
    let all: BTreeSet<&String> = now.keys().chain(then.keys()).collect();
    let differs = |path: &&String| now.get(*path) != then.get(*path) && is_of_game(path) && !is_card(path);
    all.into_iter().filter(differs).map(String::as_str).collect()
}
