//! Pack: finds and reads the files that a command works on: the built-in games, a folder with games over them, and
//! packs in play.

use std::path::{Path, PathBuf};

use intermezzo::catalog::Files;
use intermezzo::data::disk::Folder;
use intermezzo::data::suggest;
use intermezzo::error::{Error, Problems, Result};
use intermezzo::table::{Game, Loader};

/// The source of the files that a command works on: the built-in games, perhaps a folder with games over them, and
/// packs in play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pack {
    /// The folder with `cards/` and `scripts/` whose files replace built-in ones and add games; `None`: only built-in
    /// games are read.
    pub root: Option<PathBuf>,
    /// The packs in play, which are added to the games: paths of folders, or ids.
    pub packs: Vec<String>,
    /// The folder of the pack that the person works on: the current one or that of `--root`; `None`: it is no pack.
    pub own: Option<PathBuf>,
    /// The language that was asked for.
    pub locale: Option<String>,
}

impl Pack {
    /// Finds the files for a command: those of `--root`, or of the current folder, if it holds games, replacements for
    /// built-in files, or packs (a lock, or `packs/`); and the packs of `--pack`. A folder with a `pack.yaml` is a pack,
    /// and no folder with games.
    ///
    /// # Errors
    ///
    /// A root that is no folder, or has none of `cards/`, `scripts/`, packs and `pack.yaml`.
    pub fn find(root: Option<PathBuf>, packs: &[String]) -> Result<Pack> {
        Pack::find_as("--root", root, packs)
    }

    /// The same for a folder that another option gives; messages of errors name that option.
    ///
    /// # Errors
    ///
    /// The errors of [`find`](Pack::find).
    pub fn find_as(option: &str, root: Option<PathBuf>, packs: &[String]) -> Result<Pack> {
        // Without `.` inside: findings and the list of files must spell a path alike.
        let root = root.map(|root| root.components().collect::<PathBuf>());
        let here = root.clone().unwrap_or_else(|| ".".into());
        let found = match root {
            _ if is_pack(&here) => Pack::of_folder(&here),
            None => Pack { root: (holds_games(&here) || has_packs(&here)).then_some(here), ..Pack::default() },
            Some(root) if !root.is_dir() => {
                return Err(Error::usage(format!("{option} {}: there is no such folder", root.display())));
            }
            Some(root) if !root.join("cards").is_dir() && !root.join("scripts").is_dir() && !has_packs(&root) => {
                let message = format!("{option} {}: this folder has neither cards/ nor scripts/", root.display());
                let help = "it needs cards/<game>/..., scripts/<game>/..., or a pack.yaml";
                return Err(Error::usage(message).help(help));
            }
            Some(root) => Pack { root: Some(root), ..Pack::default() },
        };
        Ok(found.with(packs))
    }

    /// The files with which the pack in a folder is played: those of the folder with games in whose `packs/` it lies,
    /// or else only the built-in games.
    pub fn of_folder(dir: &Path) -> Pack {
        let full = dir.canonicalize().unwrap_or_else(|_| dir.into());
        let packs = full.parent().filter(|p| p.ends_with("packs"));
        let holds_more = |root: &&Path| holds_games(root) || has_packs(root);
        let root = packs.and_then(Path::parent).filter(holds_more).map(Path::to_path_buf);
        Pack { root, packs: vec![dir.display().to_string()], own: Some(dir.into()), ..Pack::default() }
    }

    /// The files with which the pack at or around a path is played, with `others` in play, too; `None`: no pack lies
    /// around the path.
    pub fn around(path: &Path, others: &[String]) -> Option<Pack> {
        let full = path.canonicalize().ok()?;
        let dir = full.ancestors().find(|dir| is_pack(dir))?;
        // If the path is the folder of the pack itself, its name stays as it was given.
        Some(Pack::of_folder(if dir == full { path } else { dir }).with(others))
    }

    /// Puts further packs into play. A folder that is in play already is not added again, whatever path names it.
    pub fn with(mut self, packs: &[String]) -> Pack {
        let full = |pack: &String| Path::new(pack).canonicalize().ok().filter(|dir| is_pack(dir));
        for pack in packs {
            let dir = full(pack);
            if dir.is_none() || !self.packs.iter().any(|known| full(known) == dir) {
                self.packs.push(pack.clone());
            }
        }
        self
    }

    /// The options by which a command that is typed in the current folder finds the same files, each with a blank
    /// before it; empty if it needs none.
    pub fn options(&self) -> String {
        let is_here = |dir: &Path| dir == Path::new(".") || dir.as_os_str().is_empty();
        let root = self.own.as_ref().or(self.root.as_ref()).filter(|dir| !is_here(dir));
        let root = root.map(|dir| format!(" --root {}", dir.display()));
        let own = self.own.as_ref().map(|dir| dir.display().to_string());
        let packs = self.packs.iter().filter(|pack| own.as_ref() != Some(*pack)).map(|pack| format!(" --pack {pack}"));
        root.into_iter().chain(packs).collect()
    }

    /// The game that the first pack in play extends, as a list; empty if its header names none.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read.
    pub fn extended(&self) -> Result<Vec<String>> {
        let (files, _) = self.files_that_can_be_read()?;
        Ok(files.packs.first().and_then(|id| files.extended_by(id)).into_iter().collect())
    }

    /// The folders to watch for changes of these files, also those that do not exist yet; built-in files never change.
    pub fn folders(&self) -> Vec<PathBuf> {
        let of_root = self.root.iter().flat_map(|root| ["cards", "scripts", "packs"].map(|top| root.join(top)));
        let packs = self.packs.iter().map(PathBuf::from).filter(|dir| is_pack(dir));
        of_root.chain(packs).collect()
    }

    /// Reads all files, of all games and of the packs in play.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read.
    pub fn files(&self) -> Result<Files> {
        self.read(Files::with_root)
    }

    /// Reads all files that can be read, and returns the errors of the others.
    ///
    /// # Errors
    ///
    /// A folder that does not exist, or that holds more files than are ever read.
    pub fn files_that_can_be_read(&self) -> Result<(Files, Vec<Error>)> {
        if let Ok(files) = self.files() {
            return Ok((files, Vec::new()));
        }
        let mut unread = Vec::new();
        let mut refuse = |error| {
            unread.push(error);
            Ok(())
        };
        let mut files = Files::with_root_but(self.root.as_deref(), &mut refuse)?;
        for pack in &self.packs {
            files = files.with_pack_but(pack, &mut refuse)?;
        }
        Ok((files, unread))
    }

    /// Reads the files of one game, and of all packs for it, in play or not: a pack in play may need others.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read.
    pub fn files_of(&self, game: &str) -> Result<Files> {
        Ok(self.read(|root| Files::game_with_root(root, game))?.of_game_and_packs(game))
    }

    fn read(&self, read: impl Fn(Option<&Path>) -> Result<Files>) -> Result<Files> {
        let all = || {
            let files = read(self.root.as_deref())?;
            self.packs.iter().try_fold(files, |files, pack| files.with_pack(pack))
        };
        // An editor that replaces a file may have removed it for a moment: a second try comes a little later.
        all().or_else(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            all()
        })
    }

    /// Loads a game, and returns it with the warnings and hints about its files.
    ///
    /// # Errors
    ///
    /// An unknown game, or all errors in its files.
    pub fn engine(&self, game: &str) -> Result<(Game, Problems)> {
        let files = self.files()?;
        must_exist(game, &files)?;
        build(game, &files).map_err(Error::load)
    }
}

/// True if a folder is a pack.
pub fn is_pack(dir: &Path) -> bool {
    dir.join("pack.yaml").is_file()
}

/// True if a folder has a `packs.lock`, or packs in its `packs/`.
pub fn has_packs(dir: &Path) -> bool {
    dir.join(crate::share::lock::FILE).is_file() || !packs_in(dir).is_empty()
}

/// The folders of the packs that lie in the `packs/` of a folder.
pub fn packs_in(dir: &Path) -> Vec<PathBuf> {
    // Links count here, too: the reader of packs then refuses them with an error.
    let packs = Folder::open(dir).map_or(Vec::new(), |folder| folder.folders(Path::new("packs")));
    packs.into_iter().map(|id| dir.join("packs").join(id)).filter(|dir| is_pack(dir)).collect()
}

/// True if a folder has a game in its `cards/`: a manifest, or files for a built-in game.
pub fn holds_games(dir: &Path) -> bool {
    let cards = dir.join("cards");
    // A link counts here, too: the reader of games then refuses it with an error.
    if cards.is_symlink() {
        return cards.is_dir();
    }
    // A folder with the name of a built-in game changes that game, even without a manifest.
    let built_in = Files::built_in().games();
    let games = Folder::open(dir).map_or(Vec::new(), |folder| folder.folders(Path::new("cards")));
    games.iter().any(|game| cards.join(game).join("game.yaml").is_file() || built_in.contains(game))
}

/// The nearest folder above the current one that has games or is a pack: the person may have meant that.
pub fn above() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().skip(1).find(|dir| is_pack(dir) || holds_games(dir)).map(Path::to_path_buf)
}

/// Refuses a game that the files do not have; the error says where it lies, or names the most similar one.
///
/// # Errors
///
/// A game that does not exist.
pub fn must_exist(game: &str, files: &Files) -> Result<()> {
    let games = files.games();
    if games.iter().any(|g| g == game) {
        return Ok(());
    }
    let lies_in = |dir: &PathBuf| dir.join("cards").join(game).is_dir();
    let help = match above().filter(lies_in) {
        Some(dir) => format!("it lies in {}: go there, or say `--root {0}`", dir.display()),
        None => suggest::help_for(game, games.iter().map(String::as_str)),
    };
    Err(Error::usage(format!("there is no game `{game}`")).help(help))
}

/// Loads a game from files: compiles it, and loads its scripts.
///
/// # Errors
///
/// All errors in its files and scripts.
pub fn build(game: &str, files: &Files) -> Result<(Game, Problems), Problems> {
    Loader::default().load(game, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files, gone when it is dropped.
    struct TestFolder(PathBuf);

    impl TestFolder {
        fn new(name: &str, files: &[(&str, &str)]) -> TestFolder {
            let dir = std::env::temp_dir().join(format!("intermezzo-pack-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = dir.join(path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            TestFolder(dir)
        }
    }

    impl Drop for TestFolder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_folder_with_a_header_is_a_pack_and_no_game() {
        let game = Files::built_in().games()[0].clone();
        let header = format!("pack: mine\nversion: 1.0.0\nextends: {game}\n");
        let card = format!("cards/{game}/set/card.yaml");
        let dir = TestFolder::new("mine", &[("pack.yaml", &header), (&card, "name: A\n")]);
        let found = Pack::find(Some(dir.0.clone()), &[]).unwrap();
        assert_eq!((found.root.clone(), found.own.clone()), (None, Some(dir.0.clone())));
        assert_eq!(found.extended().unwrap(), std::slice::from_ref(&game));
        let files = found.files().unwrap();
        assert_eq!(files.packs, ["mine"]);
        assert!(files.texts.contains_key(&format!("packs/mine/{card}")), "its card is its own");
        assert!(!files.texts.contains_key(&card), "and not the game's");
        assert_eq!(found.folders(), std::slice::from_ref(&dir.0), "it is watched");
        // Files in the folder belong to the pack.
        let around = Pack::around(&dir.0.join(&card), &[]).unwrap();
        assert_eq!(around.extended().unwrap(), [game]);
    }

    #[test]
    fn a_pack_among_the_packs_of_games_lies_over_them() {
        let dir = TestFolder::new("root", &[("cards/some/game.yaml", ""), ("packs/mine/pack.yaml", "pack: mine\n")]);
        let root = dir.0.canonicalize().unwrap();
        let found = Pack::of_folder(&dir.0.join("packs/mine"));
        assert_eq!(found.root, Some(root));
        assert_eq!(found.folders().len(), 4, "cards, scripts, packs, and itself: {:?}", found.folders());
    }
}
