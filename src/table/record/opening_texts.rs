//! Opening texts: what records were begun with, in a folder beside them that all records of a folder share.
//!
//! ```text
//! game.jsonl                              names the texts by their hash
//! record-texts/2a476e5a29af17a2.json      the texts by path: {"cards/...": "...", ...}
//! ```
//!
//! A program that has the same texts built in needs no such file. What a file holds is believed only if it has the hash by
//! which it is called, and its size is bounded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;

#[cfg(feature = "workers")]
use super::start_files;
use super::strict_json::MOST_FILES;
use super::{Record, strict_json};
use crate::catalog::{Files, Texts};
use crate::data::disk::Folder;
use crate::data::unique_map;
use crate::error::{Error, Result, Span};

/// The folder beside records.
const FOLDER: &str = "record-texts";
/// The most bytes of a file; a longer one is neither written nor read: twice the bytes that the files of a folder have
/// at most, because JSON writes some letters with two.
const MOST: u64 = 64 << 20;

/// A source of texts by their hash; `None` for an unknown hash.
pub type Find<'f> = &'f dyn Fn(&str) -> Result<Option<Texts>>;

/// A [`Find`] that knows no texts.
pub fn nowhere(_: &str) -> Result<Option<Texts>> {
    Ok(None)
}

impl Texts {
    /// The texts as they stand in a file.
    pub fn to_json(&self) -> String {
        let map: serde_json::Map<String, Json> =
            self.by_path().iter().map(|(path, text)| (path.clone(), Json::from(&**text))).collect();
        Json::from(map).to_string()
    }

    /// Reads the texts that have a hash.
    ///
    /// # Errors
    ///
    /// Invalid JSON, too many texts, or a hash that differs.
    pub fn read(json: &str, hash: &str) -> Result<Texts> {
        let help = "put the file back that the program wrote; `play --portable` writes records that need no such file";
        let bad = |why: &str| Error::usage(format!("these are no texts of a record: {why}")).help(help);
        // The texts are read without a tree of JSON in between: for a file of 63 MB the tree took 349 MB of memory.
        let mut json = serde_json::Deserializer::from_str(json);
        let read =
            unique_map::<_, String, Box<str>, MOST_FILES>(&mut json).and_then(|texts| json.end().map(|()| texts));
        let texts = read.map_err(|e| bad(&e.to_string()))?;
        let texts = Texts::new(texts.into_iter().map(|(path, text)| (path, Arc::from(text))).collect());
        match texts.hash() == hash {
            true => Ok(texts),
            false => {
                Err(bad(&format!("they have the hash {}, and not {hash}: something has changed them", texts.hash())))
            }
        }
    }
}

/// The path of texts below the folder of records.
fn place(hash: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{hash}.json"))
}

/// True if a string is a hash of texts, and so safe as part of a path.
pub(super) fn is_hash(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Puts texts beside the records of a folder, if they are not there.
///
/// # Errors
///
/// A folder or file that cannot be written.
pub fn keep(folder: &Folder, texts: &Texts) -> Result<()> {
    let (place, json) = (place(texts.hash()), texts.to_json());
    let is_there = || matches!(folder.text_if_there(&place, MOST), Ok(Some(there)) if there == json);
    if is_there() {
        return Ok(());
    }
    if json.len() as u64 > MOST {
        let message =
            format!("the texts of the game have {} bytes, and {MOST} are the most beside a record", json.len());
        return Err(Error::usage(message));
    }
    let written = folder.make_folders(&place).and_then(|()| folder.replace(&place, json.as_bytes(), true).map(drop));
    // Another process may have written the same texts at the same moment.
    if is_there() { Ok(()) } else { written }
}

/// The texts of a hash that lie beside the records of a folder.
///
/// # Errors
///
/// A file that cannot be read, is too long, or holds other texts.
pub fn find(folder: &Folder, hash: &str) -> Result<Option<Texts>> {
    let place = place(hash);
    let Some(json) = folder.text_if_there(&place, MOST)? else { return Ok(None) };
    Texts::read(&json, hash).map(Some).map_err(|e| e.at(&Span::file(folder.path(&place).to_string_lossy())))
}

/// The texts that the first line of a record names: game, packs and hash. `None` without such a line.
fn named(record: &str) -> Option<(String, Vec<String>, String)> {
    let line = record.lines().next()?;
    let json: Json = serde_json::from_str(line).ok()?;
    let header = json.get(1).unwrap_or(&json);
    let packs = strict_json::list(&header["packs"], |p| p.as_str().map(String::from))?;
    let text = |key: &str| header[key].as_str().map(String::from);
    Some((text("game")?, packs, text("texts").filter(|hash| is_hash(hash))?))
}

/// Puts the texts that a record names beside it, if they are those of these files or those built into this program.
///
/// # Errors
///
/// A folder or file that cannot be written.
pub fn keep_named(folder: &Folder, record: &str, files: Option<&Files>) -> Result<()> {
    named_texts(record, files).map_or(Ok(()), |(texts, _)| keep(folder, &texts))
}

/// The texts that a record names, if they are those of these files or those built into this program; true for built-in ones.
pub fn named_texts(record: &str, files: Option<&Files>) -> Option<(Texts, bool)> {
    let (game, packs, hash) = named(record)?;
    let built_in = Texts::built_in(&game, &packs);
    if built_in.hash() == hash {
        return Some((built_in, true));
    }
    let of_files = files.map(|files| Texts::of(files, &game, &packs));
    of_files.filter(|texts| texts.hash() == hash).map(|texts| (texts, false))
}

impl Record {
    /// Makes the record name the texts of its game by their hash, instead of holding those that differ from the
    /// built-in ones. So many records share one file of texts.
    #[cfg(feature = "workers")]
    pub(crate) fn name_texts(&mut self) {
        if !self.whole && !self.files.is_empty() {
            let texts = Texts::new(start_files(self).texts);
            self.texts = texts.hash().into();
            (self.base, self.files) = (Some(Arc::new(texts)), Arc::default());
        }
    }

    /// The texts to which the record's own files are changes; `None`: the record holds all texts itself.
    pub fn begun_with(&self) -> Option<Arc<Texts>> {
        (!self.whole).then(|| self.base.clone().unwrap_or_else(|| Arc::new(Texts::built_in(&self.game, &self.packs))))
    }

    /// The texts that a record names, if they are not those built into this program.
    ///
    /// # Errors
    ///
    /// Missing texts, or texts of another game.
    pub(super) fn found(
        game: &str,
        packs: &[String],
        hash: &str,
        engine: &str,
        find: Find,
    ) -> Result<Option<Arc<Texts>>> {
        if hash.is_empty() || Texts::built_in(game, packs).hash() == hash {
            return Ok(None);
        }
        let Some(texts) = find(hash)? else {
            let message = format!("the record was begun with other texts of `{game}` than this program has");
            let help = format!(
                "they lie in {} beside the record, where the program that wrote it put them: keep them together, or \
                 replay it with version {engine}; `play --portable` writes records that need no texts beside them",
                place(hash).display()
            );
            return Err(Error::usage(message).help(help));
        };
        are_of(game, packs, texts.by_path().keys())?;
        Ok(Some(Arc::new(texts)))
    }
}

/// Checks that all paths are files of a game with these packs.
pub(super) fn are_of<'p>(game: &str, packs: &[String], mut paths: impl Iterator<Item = &'p String>) -> Result<()> {
    match paths.find(|path| !Files::is_path_of(game, packs, path)) {
        Some(path) => {
            let message = format!("the record holds a text of `{path}`, which is no file of `{game}` or of its packs");
            Err(Error::usage(message).help("take it out: nothing reads it"))
        }
        None => Ok(()),
    }
}
