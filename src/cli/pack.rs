//! Pack: the files a command works on, the built-in ones and a folder over them.

use std::path::{Path, PathBuf};

use crate::catalog::Files;
use crate::data::suggest;
use crate::error::{Error, Problems, Result};
use crate::table::{Engine, Loader};

/// Where games come from.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The folder over the built-in pack; `None`: there is none.
    pub root: Option<PathBuf>,
    /// Packs in play over it: folders, or ids of built-in ones.
    pub packs: Vec<String>,
}

impl Pack {
    /// The pack of `--root`, or of the current folder if that holds games or files for built-in ones.
    ///
    /// # Errors
    ///
    /// A root that is no folder, or has neither cards nor scripts.
    pub fn find(root: Option<PathBuf>) -> Result<Pack> {
        let Some(root) = root else {
            let here = PathBuf::from(".");
            return Ok(Pack { root: holds_games(&here).then_some(here), packs: Vec::new() });
        };
        if !root.is_dir() {
            return Err(Error::usage(format!("--root {}: there is no such folder", root.display())));
        }
        if !root.join("cards").is_dir() && !root.join("scripts").is_dir() {
            let message = format!("--root {}: this folder has neither cards/ nor scripts/", root.display());
            return Err(
                Error::usage(message).help("it needs the shape of a pack: cards/<game>/..., scripts/<game>/...")
            );
        }
        Ok(Pack { root: Some(root), packs: Vec::new() })
    }

    /// All files, read now.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read.
    pub fn files(&self) -> Result<Files> {
        self.read(Files::with_root)
    }

    /// The files of one game, read now.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read.
    pub fn files_of(&self, game: &str) -> Result<Files> {
        Ok(self.read(|root| Files::game_with_root(root, game))?.of_game(game))
    }

    fn read(&self, read: impl Fn(Option<&Path>) -> Result<Files>) -> Result<Files> {
        // An editor that replaces a file may take it away between our listing and our reading.
        let files = read(self.root.as_deref()).or_else(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            read(self.root.as_deref())
        })?;
        self.packs.iter().try_fold(files, |files, pack| files.with_pack(pack))
    }

    /// A game's engine and what is worth knowing about its files.
    ///
    /// # Errors
    ///
    /// A game that does not exist, or all that is wrong with it.
    pub fn engine(&self, game: &str) -> Result<(Engine, Problems)> {
        let files = self.files()?;
        must_exist(game, &files)?;
        build(game, &files).map_err(Error::load)
    }
}

/// Whether a folder has the manifest of some game.
pub fn holds_games(dir: &Path) -> bool {
    let Ok(games) = std::fs::read_dir(dir.join("cards")) else { return false };
    // A folder of a built-in game lies over it, also without a manifest of its own.
    let built_in = Files::built_in().games();
    let is_built_in = |name: &std::ffi::OsStr| built_in.iter().any(|g| name == g.as_str());
    games
        .flatten()
        .any(|game| game.path().join("game.yaml").is_file() || game.path().is_dir() && is_built_in(&game.file_name()))
}

/// An error with the nearest name, if files do not have this game.
///
/// # Errors
///
/// A game that does not exist.
pub fn must_exist(game: &str, files: &Files) -> Result<()> {
    let games = files.games();
    if games.iter().any(|g| g == game) {
        return Ok(());
    }
    let help = suggest::help_for(game, games.iter().map(String::as_str));
    Err(Error::usage(format!("there is no game `{game}`")).help(help))
}

/// Compiles a game and loads its scripts.
///
/// # Errors
///
/// All that is wrong with either.
pub fn build(game: &str, files: &Files) -> Result<(Engine, Problems), Problems> {
    Loader::default().load(game, files)
}
