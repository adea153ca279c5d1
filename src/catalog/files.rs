//! Files: the texts from which a catalog is made, built into the program or read from disk.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use include_dir::{Dir, include_dir};

use super::opening_texts::Texts;
use crate::data::disk::{self, Folder, Refuse};
use crate::error::{Error, Result, Span};

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");
static PACKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/packs");

/// Texts by path (`cards/<game>/...`, `scripts/...`, `packs/<id>/...`), sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// The texts.
    pub texts: BTreeMap<String, Arc<str>>,
    /// Words in other languages, by path (`cards/<game>/locale/ja.ftl`): no hash and no record depends on them.
    pub locales: BTreeMap<String, Arc<str>>,
    /// The knowledge of trained bots, by path (`cards/<game>/bots/learnt.txt`). No hash and no record depends on it.
    pub learnt: BTreeMap<String, Arc<str>>,
    /// The ids of the packs in play. `texts` may hold files of other packs, too.
    pub packs: Vec<String>,
    /// For a game that goes on from a record, the built-in texts with which it began, over which the other texts lie.
    /// `None`: the texts built into this program.
    pub begun_with: Option<Arc<Texts>>,
    /// Paths of files that look as if somebody meant a card or a script, and that nothing reads.
    pub strays: Vec<String>,
}

/// The greatest length of a file, in bytes. A longer file is not read; no card is that long.
pub(super) const MAX_FILE: u64 = 1 << 20;
/// The greatest length of all files of a folder together, in bytes. Those of ten thousand cards have a quarter of that.
const MAX_ALL: u64 = 32 << 20;
/// The number of bytes that are hashed together: hashing short texts one by one takes several times as long, and
/// hashing all at once takes much memory.
const HASHED_TOGETHER: usize = 16 << 10;
/// The file, in the folder of a game, with what bots learnt of it.
const LEARNT: &str = "bots/learnt.txt";
/// Stand-in for the text of a file that is too long.
static TOO_LONG: LazyLock<Arc<str>> = LazyLock::new(|| " ".repeat(MAX_FILE as usize + 1).into());

impl Files {
    /// The games and packs that are built into the program.
    pub fn built_in() -> Files {
        Files::embedded().clone()
    }

    /// The built-in files of a game with these packs in play.
    pub(crate) fn built_in_of(game: &str, packs: &[String]) -> Files {
        Files::embedded().of_game_with(game, packs)
    }

    fn embedded() -> &'static Files {
        static FILES: LazyLock<Files> = LazyLock::new(|| {
            let mut files = Files::default();
            for (root, dir) in [("cards", &CARDS), ("scripts", &SCRIPTS), ("packs", &PACKS)] {
                add_embedded(&mut files, root, dir);
            }
            files
        });
        &FILES
    }

    /// The built-in games, with the files of a folder of the same layout over them, file by file.
    ///
    /// A folder that holds the manifest of a game and cards of it is the whole game: a card deleted there is gone, and
    /// a game of one's own that has the name of a built-in one has none of its cards.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn with_root(root: Option<&Path>) -> Result<Files> {
        Files::read(root, None, &mut Err)
    }

    /// Reads a root like [`with_root`](Files::with_root). `refuse` gets the error of each unreadable file, and may let
    /// the reading go on without it.
    pub fn with_root_but(root: Option<&Path>, refuse: Refuse) -> Result<Files> {
        Files::read(root, None, refuse)
    }

    /// The files of one game, as [`Files::with_root`] and [`Files::of_game`] give them; the folders
    /// of other games are not even opened.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn game_with_root(root: Option<&Path>, game: &str) -> Result<Files> {
        Files::read(root, Some(game), &mut Err)
    }

    fn read(root: Option<&Path>, game: Option<&str>, refuse: Refuse) -> Result<Files> {
        let mut files = Files::built_in();
        let Some(root) = root else { return Ok(files) };
        // A misspelled path is an error: it does not mean the built-in games.
        let folder = Folder::open(root)?;
        let (mut on_disk, mut room) = (Files::default(), MAX_ALL);
        for top in ["cards", "scripts", "packs"] {
            let top = Path::new(top);
            match folder.has_folder(top) {
                Ok(true) => add_folder(&mut on_disk, (&folder, top), "", game, &mut room, refuse)?,
                Ok(false) => {}
                Err(error) => refuse(error)?,
            }
        }
        for game in on_disk.games().into_iter().filter(|game| on_disk.has_cards_of(game)) {
            let (cards, scripts) = (format!("cards/{game}/"), format!("scripts/{game}/"));
            files.texts.retain(|path, _| !path.starts_with(&cards) && !path.starts_with(&scripts));
            files.locales.retain(|path, _| !path.starts_with(&cards));
            files.learnt.retain(|path, _| !path.starts_with(&cards));
        }
        for pack in on_disk.known_packs() {
            files.drop_pack(&pack);
        }
        files.texts.extend(on_disk.texts);
        files.locales.extend(on_disk.locales);
        files.learnt.extend(on_disk.learnt);
        files.strays.extend(on_disk.strays);
        Ok(files)
    }

    /// Adds a pack in play: a folder with a `pack.yaml`, or the id of a built-in pack.
    ///
    /// # Errors
    ///
    /// A folder that is no pack, an unknown id, or a second pack of one id.
    pub fn with_pack(self, pack: &str) -> Result<Files> {
        self.with_pack_but(pack, &mut Err)
    }

    /// Adds a pack like [`with_pack`](Files::with_pack). `refuse` gets the error of each unreadable file, and may let
    /// the reading go on without it.
    pub fn with_pack_but(mut self, pack: &str, refuse: Refuse) -> Result<Files> {
        let dir = Path::new(pack);
        let folder = Folder::open(dir).ok();
        let header = folder.as_ref().map(|folder| folder.text_if_there(Path::new("pack.yaml"), MAX_FILE));
        let id = if let (Some(folder), Some(text)) = (&folder, header.transpose()?.flatten()) {
            // The loader reports faults of the header; here only the id counts.
            let full = dir.canonicalize().unwrap_or_else(|_| dir.into());
            let of_folder = || full.file_name().and_then(|n| n.to_str()).unwrap_or("pack").to_string();
            let id = said_by(&text, "pack").filter(|id| is_id(id)).map_or_else(of_folder, String::from);
            if self.packs.contains(&id) {
                let message = format!("two packs call themselves `{id}`, and `{pack}` is the second one");
                return Err(Error::usage(message).help("a pack is in play once: leave one of them out"));
            }
            self.drop_pack(&id);
            let mut room = MAX_ALL;
            add_folder(&mut self, (folder, Path::new("")), &format!("packs/{id}/"), None, &mut room, refuse)?;
            id
        } else {
            let id = dir.file_name().and_then(|n| n.to_str()).unwrap_or(pack).to_string();
            let known = self.known_packs();
            if !known.contains(&id) {
                let help = crate::data::suggest::help_for(&id, known.iter().map(String::as_str));
                let message = format!("there is no pack `{pack}`: no folder with a pack.yaml, and no built-in pack");
                return Err(Error::usage(message).help(help));
            }
            id
        };
        if !self.packs.contains(&id) {
            self.packs.push(id);
        }
        Ok(self)
    }

    /// The available packs, in play or not.
    pub fn known_packs(&self) -> Vec<String> {
        let header =
            |(path, _): (&String, _)| path.strip_prefix("packs/")?.strip_suffix("/pack.yaml").map(String::from);
        beginning_with(&self.texts, "packs/").filter_map(header).filter(|id| !id.contains('/')).collect()
    }

    /// True if a pack declares that it extends this game.
    pub fn extends(&self, pack: &str, game: &str) -> bool {
        self.extended_by(pack).is_some_and(|extended| extended == game)
    }

    /// The game that a pack says it extends.
    pub fn extended_by(&self, pack: &str) -> Option<String> {
        said_by(self.texts.get(&format!("packs/{pack}/pack.yaml"))?, "extends").map(String::from)
    }

    /// The place where a pack says which game it extends; the place of its header, if it does not say.
    pub fn place_of_extended(&self, pack: &str) -> Span {
        let path = format!("packs/{pack}/pack.yaml");
        let place = self.texts.get(&path).and_then(|header| place_of(header, "extends"));
        place.map_or_else(|| Span::file(&*path), |(line, column)| Span::new(&*path, line, column))
    }

    /// The id that the header of a pack gives; `pack` is the name of its folder.
    pub(super) fn called(&self, pack: &str) -> Option<String> {
        said_by(self.texts.get(&format!("packs/{pack}/pack.yaml"))?, "pack").map(String::from)
    }

    fn drop_pack(&mut self, id: &str) {
        let folder = format!("packs/{id}/");
        self.texts.retain(|path, _| !path.starts_with(&folder));
        self.locales.retain(|path, _| !path.starts_with(&folder));
    }

    /// The games that have a manifest here.
    pub fn games(&self) -> Vec<String> {
        let manifest =
            |(path, _): (&String, _)| path.strip_prefix("cards/")?.strip_suffix("/game.yaml").map(String::from);
        beginning_with(&self.texts, "cards/").filter_map(manifest).filter(|g| !g.contains('/')).collect()
    }

    /// True if the folder has cards of the game, besides manifest, decks and scripts.
    fn has_cards_of(&self, game: &str) -> bool {
        let mut cards = beginning_with(&self.texts, "cards/").map(|(path, _)| path);
        cards.any(|path| super::card_paths::card_id(game, path).is_some())
    }

    /// The files of one game: its cards and scripts, those of the packs in play, and the scripts
    /// all games share.
    pub fn of_game(&self, game: &str) -> Files {
        self.of_game_with(game, &self.packs)
    }

    /// The files of a game with those of all available packs: a pack in play may need others.
    pub fn of_game_and_packs(&self, game: &str) -> Files {
        Files { packs: self.packs.clone(), ..self.of_game_with(game, &self.known_packs()) }
    }

    /// The files of a game, with these packs in play.
    pub(super) fn of_game_with(&self, game: &str, packs: &[String]) -> Files {
        let beginnings = beginnings(game, packs);
        let of = |all: &BTreeMap<String, Arc<str>>| {
            let own = beginnings.iter().flat_map(|beginning| beginning_with(all, beginning));
            own.map(|(p, t)| (p.clone(), t.clone())).collect()
        };
        let (texts, locales, learnt) = (of(&self.texts), of(&self.locales), of(&self.learnt));
        let (packs, begun_with) = (packs.to_vec(), self.begun_with.clone());
        Files { texts, locales, learnt, packs, begun_with, strays: Vec::new() }
    }

    /// True if there is a text with this path, and it is the game's own, shared by all games, or part of an available
    /// pack for the game.
    pub fn has_text_of(&self, game: &str, path: &str) -> bool {
        let is_of_it = || beginnings(game, &self.known_packs()).iter().any(|beginning| path.starts_with(beginning));
        self.texts.contains_key(path) && is_of_it()
    }

    /// A hash of the files that are a game's own, neither of packs nor shared with other games, as 16 hexadecimal
    /// digits.
    pub fn hash_of_own(&self, game: &str) -> String {
        let own = [format!("cards/{game}/"), format!("scripts/{game}/")];
        let texts = own.iter().flat_map(|beginning| beginning_with(&self.texts, beginning));
        hash_of(&texts.map(|(path, text)| (path.clone(), text.clone())).collect())
    }

    /// A hash of paths and texts, as 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        hash_of(&self.texts)
    }

    /// The map in which a file with this path is kept.
    fn of_kind(&mut self, path: &str) -> &mut BTreeMap<String, Arc<str>> {
        match path {
            path if path.ends_with(".ftl") => &mut self.locales,
            path if is_learnt(path) => &mut self.learnt,
            _ => &mut self.texts,
        }
    }

    /// Adds texts, in place of those with the same paths. A path that nothing reads is noted as a stray.
    pub fn overlay(&mut self, texts: impl IntoIterator<Item = (String, Arc<str>)>) {
        for (path, text) in texts {
            match super::stray_files::is_read(&path) {
                true => drop(self.texts.insert(path, text)),
                false if path.ends_with(".ftl") => drop(self.locales.insert(path, text)),
                false => self.strays.push(path),
            }
        }
    }
}

/// A hash of paths and texts, as 16 hexadecimal digits.
pub(super) fn hash_of(texts: &BTreeMap<String, Arc<str>>) -> String {
    let (mut hasher, mut part) = (blake3::Hasher::new(), Vec::with_capacity(2 * HASHED_TOGETHER));
    for piece in texts.iter().flat_map(|(path, text)| [path.as_bytes(), text.as_bytes()]) {
        // A large text is not copied.
        if piece.len() >= HASHED_TOGETHER {
            hasher.update(&part).update(piece);
            part.clear();
        } else {
            part.extend_from_slice(piece);
        }
        part.push(0);
        if part.len() >= HASHED_TOGETHER {
            hasher.update(&part);
            part.clear();
        }
    }
    hasher.update(&part).finalize().to_hex()[..16].to_string()
}

/// The beginnings of the paths of a game's files, with these packs in play.
pub(super) fn beginnings(game: &str, packs: &[String]) -> Vec<String> {
    let mut all = vec![format!("cards/{game}/"), format!("scripts/{game}/"), "scripts/lib/".into()];
    for pack in packs {
        all.push(format!("packs/{pack}/pack.yaml"));
        all.push(format!("packs/{pack}/cards/{game}/"));
        all.push(format!("packs/{pack}/scripts/{game}/"));
    }
    all
}

/// The texts whose paths have this beginning. Paths are sorted, so these texts are neighbours.
pub(super) fn beginning_with<'f>(
    texts: &'f BTreeMap<String, Arc<str>>,
    beginning: &'f str,
) -> impl Iterator<Item = (&'f String, &'f Arc<str>)> {
    texts
        .range::<str, _>((Bound::Included(beginning), Bound::Unbounded))
        .take_while(move |(p, _)| p.starts_with(beginning))
}

/// The value of a key in a header, read without a parser: the rest may be broken.
fn said_by<'t>(header: &'t str, key: &str) -> Option<&'t str> {
    let line = header.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(':'))?;
    Some(line.split('#').next().unwrap_or("").trim().trim_matches(['"', '\''])).filter(|text| !text.is_empty())
}

/// Line and column, from 1, of what a header says under a key.
fn place_of(header: &str, key: &str) -> Option<(u32, u32)> {
    let said = said_by(header, key)?;
    let is_it = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let (at, line) = header.lines().enumerate().find(|(_, line)| is_it(line))?;
    let before = &line[..key.len() + line[key.len()..].find(said)?];
    Some((at as u32 + 1, before.chars().count() as u32 + 1))
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn add_embedded(files: &mut Files, root: &str, dir: &Dir) {
    for file in dir.files() {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            let path = format!("{root}/{}", path.replace('\\', "/"));
            files.of_kind(&path).insert(path, text.into());
        }
    }
    dir.dirs().for_each(|d| add_embedded(files, root, d));
}

/// True if a file holds what bots learnt of a game.
fn is_learnt(path: &str) -> bool {
    let below = path.strip_prefix("cards/").and_then(|rest| rest.split_once('/'));
    below.is_some_and(|(_, below)| below == LEARNT)
}

/// True if a folder belongs to another game.
fn is_of_another(folder: &str, game: &str) -> bool {
    let folder = super::card_paths::in_pack(folder);
    let of = folder.strip_prefix("cards/").or_else(|| folder.strip_prefix("scripts/").filter(|of| *of != "lib"));
    of.is_some_and(|of| !of.contains('/') && of != game)
}

/// Adds the files below a folder, with `prefix` before their paths. With `game`, files of other games are skipped.
/// `room` is the number of bytes left.
fn add_folder(
    files: &mut Files,
    (folder, below): (&Folder, &Path),
    prefix: &str,
    game: Option<&str>,
    room: &mut u64,
    refuse: Refuse,
) -> Result<()> {
    let inner = |below: &Path| {
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        format!("{prefix}{}", parts.join("/"))
    };
    let enters = |below: &Path| !game.is_some_and(|game| is_of_another(&inner(below), game));
    for entry in folder.files_but(below, &super::stray_files::ENDINGS, &enters, refuse)? {
        let path = inner(&entry.below);
        if !super::stray_files::is_read(&entry.name) && !entry.name.ends_with(".ftl") && !is_learnt(&path) {
            files.strays.push(path);
            continue;
        }
        let text = match folder.text(&entry.below, MAX_FILE) {
            // A file that is too long stays in the list without its content: the reader refuses it, and names it.
            Err(error) if disk::is_too_long(&error) => TOO_LONG.clone(),
            Ok(text) => text.into(),
            Err(error) => {
                refuse(error)?;
                continue;
            }
        };
        let all = || {
            Error::io(folder.path(below), std::io::Error::other(format!("its files have more than {MAX_ALL} bytes")))
        };
        *room = room.checked_sub(text.len() as u64).ok_or_else(all)?;
        files.of_kind(&path).insert(path, text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Files, HASHED_TOGETHER};

    fn of(texts: &[(&str, &str)]) -> Files {
        let texts = texts.iter().map(|(path, text)| (path.to_string(), (*text).into()));
        Files { texts: texts.collect(), ..Files::default() }
    }

    #[test]
    fn the_hash_is_that_of_each_path_and_text_with_zeros_behind_them() {
        let long = "x".repeat(HASHED_TOGETHER);
        let files = of(&[("cards/a/b.yaml", &long), ("cards/a/game.yaml", "game: a"), ("scripts/lib/b.lua", "")]);
        let whole = format!("cards/a/b.yaml\0{long}\0cards/a/game.yaml\0game: a\0scripts/lib/b.lua\0\0");
        assert_eq!(files.hash(), blake3::hash(whole.as_bytes()).to_hex()[..16]);
        assert_eq!(of(&[]).hash(), blake3::hash(b"").to_hex()[..16]);
    }

    #[test]
    fn a_game_has_its_own_files_those_of_packs_and_the_shared_scripts() {
        let own = [
            "cards/a/game.yaml",
            "packs/p/cards/a/c.yaml",
            "packs/p/pack.yaml",
            "scripts/a/s.lua",
            "scripts/lib/l.lua",
        ];
        let others = ["cards/ab/game.yaml", "packs/p/cards/ab/c.yaml", "packs/p/tests/t.yaml", "scripts/ab/s.lua"];
        let all: Vec<(&str, &str)> = own.iter().chain(&others).map(|path| (*path, "")).collect();
        let files = of(&all);
        assert_eq!(files.of_game_and_packs("a").texts.keys().collect::<Vec<_>>(), own);
        assert!(own.iter().all(|path| files.has_text_of("a", path)));
        assert!(!others.iter().chain(&["cards/a/gone.yaml"]).any(|path| files.has_text_of("a", path)));
        assert_eq!(files.of_game("a").texts.len(), own.len() - 2);
        assert_eq!((files.games(), files.known_packs()), (vec!["a".into(), "ab".into()], vec!["p".into()]));
    }
}
