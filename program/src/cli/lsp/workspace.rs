//! Workspace: the files that an editor has open, and the units (games and packs) to which they belong.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::unit::{GameState, Unit};
use super::{positions, scenarios};
use crate::cli::pack::Pack;
use crate::editor::query::{self, Query};
use crate::editor::surroundings::Around;
use crate::editor::{FileKind, pack_of};
use crate::scenario::{MAX_SCENARIO, PossibleSteps};
use intermezzo::data::disk;

/// A file that is open.
struct OpenFile {
    text: Arc<str>,
    /// The version number that the editor gave the text.
    version: i32,
    /// The index, in the list of units, of the unit to which the file belongs.
    unit: Option<usize>,
    /// The name of the file in its unit.
    name: String,
}

/// The open files of an editor, and the units that were read for them.
pub struct Workspace {
    given: Pack,
    open: BTreeMap<PathBuf, OpenFile>,
    units: Vec<Unit>,
    /// The games, by unit and name, whose findings are to be sent to the editor; true: their files changed, so they are
    /// checked again first.
    changed: BTreeMap<(usize, String), bool>,
    /// True if the editor shows images in a hover; another would show the bytes of the image as letters.
    pub shows_images: bool,
    /// True if the editor takes snippets: completions with places to fill in.
    pub takes_snippets: bool,
}

/// An open file about which the editor asks, with the state of its game.
pub struct File<'w> {
    /// The unit of the file.
    pub unit: &'w Unit,
    /// The loaded state of the file's game.
    pub state: &'w GameState,
    /// The kind of file.
    pub kind: FileKind,
    /// The name of the file among the files of the unit.
    pub name: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// The texts of all open files of the unit, by name.
    open: BTreeMap<String, Arc<str>>,
}

impl File<'_> {
    /// The steps that could follow the last step of this scenario; empty if its game does not load or a step is
    /// refused.
    fn possible_steps(&self, text: &str) -> Vec<PossibleSteps> {
        let engine = self.state.engine.as_ref().or(self.state.partial.as_ref());
        let (Some(engine), Some(game)) = (engine, self.unit.game(&self.name, text)) else { return Vec::new() };
        scenarios::possible(self.unit, &self.unit.files_with(&self.open), &game, engine, &self.name, text)
    }

    /// What completion and hover need at a place of the file: names, the loaded game, the packs in play. `at` is the
    /// byte of the place, beside its line and column.
    pub fn known(&self, at: usize, (line, column): (u32, u32)) -> Query<'_> {
        let index = &self.state.index;
        let own = pack_of(&self.name).map(String::from);
        // A scenario brings packs into play.
        let brought = match self.kind {
            kind if kind.is_like_scenario() => Around::at(&self.text, at, &[]).listed("packs"),
            _ => Vec::new(),
        };
        let packs = self.unit.packs().iter().cloned().chain(own).chain(brought);
        Query {
            index,
            game: self.state.engine.as_ref().or(self.state.partial.as_ref()),
            games: self.unit.games(),
            packs: query::with_needed(index, packs),
            here: (&self.name, line, column),
            player: Some(Box::new(|text: &str| self.possible_steps(text))),
        }
    }
}

impl Workspace {
    /// A workspace without open files. The pack is the one that the program was started with.
    pub fn new(given: Pack) -> Workspace {
        let (open, units, changed) = Default::default();
        Workspace { given, open, units, changed, shows_images: false, takes_snippets: false }
    }

    /// Stores the text of a file that the editor opened or changed, and marks its game as changed.
    ///
    /// # Errors
    ///
    /// Files of its unit that cannot be read, in words; the text is stored all the same.
    pub fn change(&mut self, path: PathBuf, text: String, version: i32) -> Result<(), String> {
        let text: Arc<str> = positions::with_plain_ends(&text).unwrap_or(text).into();
        if let Some(open) = self.open.get_mut(&path) {
            (open.text, open.version) = (text, version);
            let (unit, name) = (open.unit, open.name.clone());
            self.touch(unit, &name);
            return Ok(());
        }
        let (unit, told) = match self.unit_around(&path) {
            Ok(unit) => (unit, Ok(())),
            Err(why) => (None, Err(why)),
        };
        let name = unit.and_then(|at| self.units[at].name(&path)).unwrap_or_default();
        let is_new = unit.and_then(|at| self.units[at].text(&name)).is_none_or(|on_disk| on_disk != text);
        self.open.insert(path, OpenFile { text: text.clone(), version, unit, name: name.clone() });
        self.touch_with(unit, &name, &text, is_new);
        told
    }

    /// The version number that the editor gave its text; `None`: the file is not open.
    pub fn version(&self, path: &Path) -> Option<i32> {
        self.open.get(path).map(|open| open.version)
    }

    /// The index of the unit of a file, which is read if it is new; `None`: the file lies in no game and no pack.
    fn unit_around(&mut self, path: &Path) -> Result<Option<usize>, String> {
        let Some(pack) = Unit::around(path, &self.given) else { return Ok(None) };
        if let Some(at) = self.units.iter().position(|unit| unit.pack == pack) {
            return Ok(Some(at));
        }
        self.units.push(Unit::read(pack).map_err(|error| error.to_string())?);
        Ok(Some(self.units.len() - 1))
    }

    /// Forgets the text of a closed file: from now on the text on disk counts.
    pub fn close(&mut self, path: &Path) {
        if let Some(open) = self.open.remove(path) {
            let on_disk = open.unit.and_then(|at| self.units[at].text(&open.name));
            let is_new = on_disk.is_none_or(|text| text != open.text);
            self.touch_with(open.unit, &open.name, &open.text, is_new);
        }
    }

    /// Reads the files of all units again from disk, and marks the games of open files as changed.
    ///
    /// # Errors
    ///
    /// Files that cannot be read, in words; then the earlier versions count.
    pub fn read_again(&mut self) -> Result<(), String> {
        let mut told = Ok(());
        for unit in &mut self.units {
            if let Err(error) = unit.read_again() {
                told = Err(error.to_string());
            }
        }
        let open: Vec<(Option<usize>, String)> = self.open.values().map(|o| (o.unit, o.name.clone())).collect();
        open.iter().for_each(|(unit, name)| self.touch(*unit, name));
        told
    }

    fn touch(&mut self, unit: Option<usize>, name: &str) {
        let text = self.open.values().find(|open| open.unit == unit && open.name == name).map(|open| open.text.clone());
        let text = text.unwrap_or_default();
        self.touch_with(unit, name, &text, true);
    }

    fn touch_with(&mut self, unit: Option<usize>, name: &str, text: &str, is_new: bool) {
        if let Some(at) = unit
            && let Some(game) = self.units[at].game(name, text)
        {
            *self.changed.entry((at, game)).or_default() |= is_new;
        }
    }

    /// The texts of the open files that belong to a unit, by name.
    pub fn open_of(&self, unit: usize) -> BTreeMap<String, Arc<str>> {
        let of = self.open.values().filter(|open| open.unit == Some(unit) && !open.name.is_empty());
        of.map(|open| (open.name.clone(), open.text.clone())).collect()
    }

    /// The texts of all open files that lie in the folders of a unit, also of those that belong to another one, by
    /// their names in this unit.
    pub fn open_around(&self, at: usize) -> BTreeMap<String, Arc<str>> {
        let mut all = self.open_of(at);
        for (path, open) in self.open.iter().filter(|(_, open)| open.unit != Some(at)) {
            if let Some(name) = self.units[at].name(path).filter(|name| FileKind::of(name).is_some()) {
                all.insert(name, open.text.clone());
            }
        }
        all
    }

    /// Reads the names of a file's game again, with the open texts of other units.
    pub fn look_around(&mut self, path: &Path) {
        if let Some((at, game)) = self.home(path) {
            let open = self.open_around(at);
            self.units[at].index(&game, &open);
        }
    }

    /// The path of a file, by its name in a unit: that by which the editor opened it, or else that on disk; `None`: it
    /// is built into the program.
    pub fn path(&self, unit: usize, name: &str) -> Option<PathBuf> {
        let open = self.open.iter().find(|(_, open)| open.unit == Some(unit) && open.name == name);
        open.map(|(path, _)| path.clone()).or_else(|| self.units[unit].path(name))
    }

    /// Loads the games that have changed again, and returns all whose findings are to be sent to the editor, by unit
    /// and name.
    pub fn check(&mut self) -> Vec<(usize, String)> {
        let changed = std::mem::take(&mut self.changed);
        for ((at, game), is_new) in &changed {
            if *is_new || self.units[*at].state(game).is_none_or(|state| !state.is_checked) {
                let around = self.open_around(*at);
                self.units[*at].index(game, &around);
                let open = self.open_of(*at);
                self.units[*at].check(game, &open);
            }
        }
        changed.into_keys().collect()
    }

    /// The unit with an index in the list of units.
    pub fn unit(&self, at: usize) -> &Unit {
        &self.units[at]
    }

    /// Reads the names of the games of all open files, for a search in all of them.
    pub fn read_open(&mut self) {
        for path in self.open.keys().cloned().collect::<Vec<_>>() {
            self.file(&path);
        }
    }

    /// All games that were read: the unit, the name and the state of each.
    pub fn states(&self) -> impl Iterator<Item = (&Unit, &str, &GameState)> {
        self.units.iter().flat_map(|unit| unit.states().map(move |(game, state)| (unit, game, state)))
    }

    /// The unit with an index in the list of units, to load its game with other texts.
    pub fn unit_mut(&mut self, at: usize) -> &mut Unit {
        &mut self.units[at]
    }

    /// The index of the unit and the name of the game of an open file; `None`: the file is not open, or of no game.
    pub fn home(&self, path: &Path) -> Option<(usize, String)> {
        let open = self.open.get(path)?;
        let at = open.unit?;
        Some((at, self.units[at].game(&open.name, &open.text)?))
    }

    /// The path by which the editor opened a file, or else the full path of the file. `named` is any path of it, or its
    /// name in findings; `None`: there is no such file.
    pub fn known_as(&self, named: &Path) -> Option<PathBuf> {
        let named = named.to_path_buf();
        if self.open.contains_key(&named) {
            return Some(named);
        }
        let of_unit = || self.units.iter().find_map(|unit| unit.path(named.to_str()?));
        let full = named.canonicalize().ok().or_else(|| of_unit()?.canonicalize().ok())?;
        let is_it = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path == full);
        Some(self.open.keys().find(is_it).cloned().unwrap_or(full))
    }

    /// The unit, the game, the name and the text of a file, open or on disk. Its game is loaded first, if it has
    /// changed.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is none of a game or a pack, in words.
    pub fn any(&mut self, path: &Path) -> Result<(usize, String, String, Arc<str>), String> {
        let none = || format!("{} is no file of a game or a pack", path.display());
        let (at, name, text) = match self.open.get(path) {
            Some(open) => (open.unit.ok_or_else(none)?, open.name.clone(), open.text.clone()),
            None => {
                let text = disk::text(path, MAX_SCENARIO).map_err(|error| error.to_string())?;
                let at = self.unit_around(path)?.ok_or_else(none)?;
                (at, self.units[at].name(path).ok_or_else(none)?, text.into())
            }
        };
        let game = self.units[at].game(&name, &text).ok_or_else(none)?;
        self.check();
        if self.units[at].state(&game).is_none_or(|state| !state.is_checked) {
            let around = self.open_around(at);
            self.units[at].index(&game, &around);
            let open = self.open_of(at);
            self.units[at].check(&game, &open);
        }
        Ok((at, game, name, text))
    }

    /// An open file with the state of its game, whose names are read again if a text has changed. The game is loaded
    /// only if it never was.
    pub fn file(&mut self, path: &Path) -> Option<File<'_>> {
        let Some((at, game)) = self.home(path) else {
            let open = self.open.get(path)?;
            let (unit, kind) = (&self.units[open.unit?], FileKind::of(&open.name)?);
            let (name, text, open) = (open.name.clone(), open.text.clone(), BTreeMap::new());
            return Some(File { unit, state: unit.of_none(), kind, name, text, open });
        };
        let is_new = self.changed.get(&(at, game.clone())) == Some(&true);
        let is_checked = self.units[at].state(&game).is_some_and(|state| state.is_checked);
        if is_new || !is_checked {
            let around = self.open_around(at);
            self.units[at].index(&game, &around);
            let open = self.open_of(at);
            // If the game was never loaded, the request waits until it is.
            if !is_checked {
                self.units[at].check(&game, &open);
            }
        }
        let all = self.open_of(at);
        let open = self.open.get(path)?;
        let (unit, kind) = (&self.units[at], FileKind::of(&open.name)?);
        let state = unit.state(&game)?;
        Some(File { unit, state, kind, name: open.name.clone(), text: open.text.clone(), open: all })
    }

    /// The present text of a file: the open one, or else the one on disk.
    pub fn text(&self, unit: usize, name: &str) -> Option<Arc<str>> {
        let open = self.open.values().find(|open| open.unit == Some(unit) && open.name == name);
        open.map(|open| open.text.clone()).or_else(|| self.units[unit].text(name))
    }
}
