//! Unit: a folder with games, or a pack, in which open files lie: its files, read once, and its games, loaded again
//! when texts change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::positions;
use crate::cli::check::wrongly_extended;
use crate::cli::findings::without_ignored;
use crate::cli::pack::{Pack, holds_games, is_pack, packs_in};
use crate::editor::index::Index;
use crate::editor::{FileKind, game_of, pack_of};
use crate::scenario;
use intermezzo::catalog::{Files, locale};
use intermezzo::error::{Problems, Result};
use intermezzo::table::{Game, Loader};

/// A folder with games, or a pack with the games under it: what an editor's open files belong to.
pub struct Unit {
    /// The source of the unit's files.
    pub pack: Pack,
    /// The folder that `cards/` and `scripts/` lie in.
    root: Option<PathBuf>,
    /// The id and the folder of the pack, if the unit is one.
    own: Option<(String, PathBuf)>,
    /// The files of the games and packs in play, with their contents on the disk.
    files: Files,
    /// Scenarios, positions and base positions by name, as they lie on disk: those of the unit, and of the packs in the
    /// `packs/` of its folder.
    scenarios: BTreeMap<String, Arc<str>>,
    loader: Loader,
    games: BTreeMap<String, GameState>,
    /// The names of all games among the files.
    known_games: Vec<String>,
    /// The empty state, for open files that do not say yet to which game they belong.
    none: GameState,
}

/// Reads the files of a pack from disk, with `\n` at the end of each line, as the texts of editors have.
fn read(pack: &Pack) -> Result<Files> {
    let mut files = pack.files()?;
    for text in files.texts.values_mut().chain(files.locales.values_mut()) {
        if let Some(plain) = positions::with_plain_ends(text) {
            *text = plain.into();
        }
    }
    Ok(files)
}

/// A game of a unit as it was read and loaded last, with its findings.
#[derive(Default)]
pub struct GameState {
    /// The game as it loaded last.
    pub engine: Option<Game>,
    /// If the game never loaded: the game without its wrong cards, or without packs. Only names are taken from it.
    pub partial: Option<Game>,
    /// The present problems of the game.
    pub problems: Problems,
    /// The names that the files of the game declare and use.
    pub index: Index,
    /// True if loading the game was ever tried.
    pub is_checked: bool,
}

impl Unit {
    /// Finds the pack or the folder with games in which a file lies, and adds the packs of the program's options;
    /// `None`: it lies in neither.
    pub fn around(path: &Path, given: &Pack) -> Option<Pack> {
        let full = path.canonicalize().unwrap_or_else(|_| path.into());
        let folders = || full.ancestors().skip(1);
        let with = |pack: Pack| {
            let more = given.packs.iter().filter(|p| !pack.packs.contains(p)).cloned().collect::<Vec<_>>();
            Pack { packs: [pack.packs.clone(), more].concat(), ..pack }
        };
        // Files in the folder with which the program was started have all packs of its options in play.
        if let Some(own) = given.own.as_ref().or(given.root.as_ref()).and_then(|own| own.canonicalize().ok())
            && folders().any(|dir| dir == own)
            && folders().take_while(|dir| *dir != own).all(|dir| !is_pack(dir))
        {
            return Some(given.clone());
        }
        if let Some(dir) = folders().find(|dir| is_pack(dir)) {
            return Some(with(Pack::of_folder(dir)));
        }
        let root = folders().find(|dir| holds_games(dir))?;
        Some(Pack { root: Some(root.into()), packs: given.packs.clone(), own: None, ..Pack::default() })
    }

    /// Reads a unit.
    ///
    /// # Errors
    ///
    /// Folders or files that cannot be read.
    pub fn read(pack: Pack) -> Result<Unit> {
        let full = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let root = pack.root.as_ref().map(full);
        let mut unit = Unit {
            pack,
            root,
            own: None,
            files: Files::default(),
            scenarios: BTreeMap::new(),
            loader: Loader::default(),
            games: BTreeMap::new(),
            known_games: Vec::new(),
            none: GameState::default(),
        };
        unit.files = read(&unit.pack)?;
        unit.known_games = unit.files.games();
        let dir = unit.pack.own.as_ref().map(full);
        unit.own = unit.files.packs.first().cloned().zip(dir.filter(|dir| is_pack(dir)));
        unit.read_scenarios();
        Ok(unit)
    }

    /// Reads everything again from disk.
    ///
    /// # Errors
    ///
    /// Folders or files that cannot be read; nothing has changed then.
    pub fn read_again(&mut self) -> Result<()> {
        self.files = read(&self.pack)?;
        self.known_games = self.files.games();
        self.read_scenarios();
        Ok(())
    }

    /// Reads the unit's scenarios, and those of the packs in its `packs/`: these may use names of the unit, and a
    /// renaming changes them, too.
    fn read_scenarios(&mut self) {
        self.scenarios.clear();
        let own = self.own.iter().map(|(_, dir)| dir.clone());
        let of_root = self.root.iter().flat_map(|root| packs_in(root).into_iter().chain([root.clone()]));
        let bases: BTreeSet<PathBuf> = own.chain(of_root).collect();
        let below = ["tests/scenarios", "tests/positions", "scenarios"];
        for folder in bases.iter().flat_map(|base| below.map(|below| base.join(below))).filter(|dir| dir.is_dir()) {
            // A file that cannot be read is passed over: running the scenario reports it.
            for (path, text) in scenario::all_files(&folder, &mut |_| Ok(())).unwrap_or_default() {
                if let Some(name) = self.name(Path::new(&path)) {
                    self.scenarios.insert(name, positions::with_plain_ends(&text).unwrap_or(text).into());
                }
            }
        }
    }

    /// The name in this unit of the file at a path, such as `cards/GAME/a.yaml`; `None`: it lies outside.
    pub fn name(&self, path: &Path) -> Option<String> {
        let full = path.canonicalize().unwrap_or_else(|_| path.into());
        let shown = |rest: &Path| {
            rest.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>().map(|parts| parts.join("/"))
        };
        if let Some((id, dir)) = &self.own
            && let Ok(rest) = full.strip_prefix(dir)
        {
            return shown(rest).map(|rest| format!("packs/{id}/{rest}"));
        }
        shown(full.strip_prefix(self.root.as_ref()?).ok()?)
    }

    /// The path on disk of a file by its name in this unit; `None`: it is built into the program.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        if let Some((id, dir)) = &self.own
            && let Some(rest) = name.strip_prefix(&format!("packs/{id}/"))
        {
            return Some(dir.join(rest));
        }
        self.root.as_ref().map(|root| root.join(name)).filter(|path| path.exists())
    }

    /// The text of a file on disk.
    pub fn text(&self, name: &str) -> Option<Arc<str>> {
        let of_files = self.files.texts.get(name).or_else(|| self.files.locales.get(name));
        of_files.or_else(|| self.scenarios.get(name)).cloned()
    }

    /// The files of the unit, with the editor's open texts in place of those on the disk.
    pub fn files_with(&self, open: &BTreeMap<String, Arc<str>>) -> Files {
        let mut files = self.files.clone();
        let read = open.iter().filter(|(name, _)| FileKind::of(name).is_some_and(|kind| !kind.is_stated()));
        files.overlay(read.map(|(name, text)| (name.clone(), text.clone())));
        files
    }

    /// The game to which a file belongs.
    pub fn game(&self, name: &str, text: &str) -> Option<String> {
        if let Some(game) = game_of(name) {
            return Some(game.into());
        }
        let said = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
            Some(line.split('#').next().unwrap_or("").trim().trim_matches(['"', '\'']).to_string())
        };
        match FileKind::of(name)? {
            // A pack that names no game belongs to the game ``: loading that reports the missing name.
            FileKind::Pack => Some(said("extends").unwrap_or_default()),
            FileKind::Scenario | FileKind::Position => said("game"),
            // Base positions lie in the folder of their game.
            FileKind::Bases => {
                let games = self.files.games();
                let pack = pack_of(name).or(self.files.packs.first().map(String::as_str));
                let of_pack = pack.and_then(|id| self.files.extended_by(id));
                name.split('/').find(|part| games.iter().any(|game| game == part)).map(String::from).or(of_pack)
            }
            _ => None,
        }
    }

    /// The state of a game; `None`: no file of it was open yet.
    pub fn state(&self, game: &str) -> Option<&GameState> {
        self.games.get(game)
    }

    /// All games that were read, by name.
    pub fn states(&self) -> impl Iterator<Item = (&str, &GameState)> {
        self.games.iter().map(|(game, state)| (game.as_str(), state))
    }

    /// The empty state, for a file that does not say yet to which game it belongs.
    pub fn of_none(&self) -> &GameState {
        &self.none
    }

    /// The names of all games among the files.
    pub fn games(&self) -> &[String] {
        &self.known_games
    }

    /// The packs in play.
    pub fn packs(&self) -> &[String] {
        &self.files.packs
    }

    /// Reads the names of a game again from those of its files whose texts have changed.
    pub fn index(&mut self, game: &str, open: &BTreeMap<String, Arc<str>>) {
        let all = self.files_with(open);
        let mut files = all.of_game_and_packs(game);
        // Headers of packs for other games are left out.
        files.texts.retain(|path, _| pack_of(path).is_none_or(|id| all.extends(id, game)));
        let scenarios = self.scenarios_with(game, open);
        let all = files.texts.iter().chain(&scenarios).map(|(name, text)| (name.as_str(), text));
        self.games.entry(game.into()).or_default().index.update(all);
    }

    /// Loads a game with the editor's open texts, and stores the game and its findings.
    pub fn check(&mut self, game: &str, open: &BTreeMap<String, Arc<str>>) {
        let files = self.files_with(open);
        let state = self.games.entry(game.into()).or_default();
        state.is_checked = true;
        if !files.games().iter().any(|known| known == game) {
            let is_extended = |id: &&String| files.extended_by(id).unwrap_or_default() == game;
            let own = files.packs.first().filter(is_extended);
            state.problems = own.map_or_else(Problems::new, |id| wrongly_extended(id, &files));
            return;
        }
        match self.loader.load(game, &files) {
            Ok((engine, problems)) => (state.engine, state.problems) = (Some(engine), problems),
            Err(problems) => {
                // If the game never loaded, it is loaded in part, so that completion knows its names.
                if state.engine.is_none() && state.partial.is_none() {
                    let bare = Files { packs: Vec::new(), ..files.clone() };
                    let mut tries = [without_wrong_cards(&files, &problems), bare].into_iter();
                    state.partial = tries.find_map(|files| self.loader.load(game, &files).ok()).map(|(game, _)| game);
                }
                state.problems = problems;
            }
        }
        // Translations are judged by the game as it loaded last, because a game with errors has no names.
        if let Some(engine) = &state.engine {
            state.problems.append(locale::findings_in(&engine.catalog, &files));
        }
        // Findings that comments ignore are dropped, as in `check`.
        state.problems = without_ignored(std::mem::take(&mut state.problems));
    }

    /// The findings that a game, its packs and its scenarios would have with these open texts and without the files in
    /// `gone`; scenarios are not played.
    pub fn problems_with(&mut self, game: &str, open: &BTreeMap<String, Arc<str>>, gone: &[String]) -> Problems {
        let mut files = self.files_with(open);
        gone.iter().for_each(|name| drop(files.texts.remove(name)));
        let scenarios = self.scenarios_with(game, open);
        let mut in_play: BTreeSet<Vec<String>> = scenarios.keys().map(|name| self.packs_around(name)).collect();
        let headers = files.known_packs().into_iter().map(|id| format!("packs/{id}/pack.yaml"));
        let beside = headers.filter(|header| self.path(header).is_some());
        in_play.extend(beside.map(|header| self.packs_around(&header)));
        in_play.retain(|packs| packs.iter().all(|id| files.extends(id, game)));
        in_play.insert(self.files.packs.clone());
        let (mut problems, mut engines) = (Problems::new(), BTreeMap::new());
        for packs in in_play {
            match self.loader.load(game, &Files { packs: packs.clone(), ..files.clone() }) {
                Ok((engine, found)) => {
                    problems.append(found);
                    engines.insert(packs, engine);
                }
                Err(found) => problems.append(found),
            }
        }
        problems.append(super::scenarios::all_judged(self, &files, game, &engines, &scenarios));
        problems
    }

    /// The packs with which the game of a file is loaded: for the unit's own files all packs of the unit; for a file of
    /// another pack that pack alone; for a file of a game over which the unit's pack lies none.
    pub fn packs_around(&self, name: &str) -> Vec<String> {
        let own = self.own.as_ref().map(|(id, _)| id.as_str());
        match pack_of(name) {
            of if of == own => self.files.packs.clone(),
            of => of.map(String::from).into_iter().collect(),
        }
    }

    /// The scenarios and positions of a game, with the editor's open texts in place of those on disk.
    pub fn scenarios_with(&self, game: &str, open: &BTreeMap<String, Arc<str>>) -> BTreeMap<String, Arc<str>> {
        let is_one = |name: &str| FileKind::of(name).is_some_and(FileKind::is_stated);
        let mut all = self.scenarios.clone();
        all.extend(open.iter().filter(|(name, _)| is_one(name)).map(|(name, text)| (name.clone(), text.clone())));
        all.retain(|name, text| self.game(name, text).as_deref() == Some(game));
        all
    }
}

/// The files without the files of cards that have findings.
fn without_wrong_cards(files: &Files, problems: &Problems) -> Files {
    let mut files = files.clone();
    for problem in problems.list().iter().filter(|problem| FileKind::of(&problem.span.file) == Some(FileKind::Card)) {
        files.texts.remove(&*problem.span.file);
    }
    files
}
