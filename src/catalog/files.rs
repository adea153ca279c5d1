//! Files: the texts a catalog is made of, from the binary and from disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use crate::error::{Error, Result};

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// Texts by path (`cards/<game>/...`, `scripts/...`), sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// The texts.
    pub texts: BTreeMap<String, Arc<str>>,
}

/// A file longer than this is not read: no card is that long.
const MAX_FILE: u64 = 1 << 20;

impl Files {
    /// The pack inside the binary.
    pub fn built_in() -> Files {
        let mut files = Files::default();
        for (root, dir) in [("cards", &CARDS), ("scripts", &SCRIPTS)] {
            add_embedded(&mut files, root, dir);
        }
        files
    }

    /// The built-in pack, with the files of a folder of the same shape over it.
    ///
    /// A folder that holds a game's manifest replaces all of that game: a card deleted there is gone.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn with_root(root: Option<&Path>) -> Result<Files> {
        let mut files = Files::built_in();
        let Some(root) = root else { return Ok(files) };
        let mut on_disk = Files::default();
        for top in ["cards", "scripts"] {
            let dir = root.join(top);
            if dir.is_dir() {
                add_folder(&mut on_disk, top, &dir, 0)?;
            }
        }
        for game in on_disk.games() {
            let (cards, scripts) = (format!("cards/{game}/"), format!("scripts/{game}/"));
            files.texts.retain(|path, _| !path.starts_with(&cards) && !path.starts_with(&scripts));
        }
        files.texts.extend(on_disk.texts);
        Ok(files)
    }

    /// The games that have a manifest here.
    pub fn games(&self) -> Vec<String> {
        let manifest = |path: &String| path.strip_prefix("cards/")?.strip_suffix("/game.yaml").map(String::from);
        self.texts.keys().filter_map(manifest).filter(|g| !g.contains('/')).collect()
    }

    /// The files of one game: its cards and scripts, and the scripts all games share.
    pub fn of_game(&self, game: &str) -> Files {
        let prefixes = [format!("cards/{game}/"), format!("scripts/{game}/"), "scripts/lib/".into()];
        let texts = self.texts.iter().filter(|(path, _)| prefixes.iter().any(|p| path.starts_with(p)));
        Files { texts: texts.map(|(p, t)| (p.clone(), t.clone())).collect() }
    }

    /// A hash of paths and texts.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, text) in &self.texts {
            hasher.update(path.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
        }
        hasher.finalize().to_hex()[..16].to_string()
    }

    /// Puts texts over those that are here.
    pub fn overlay(&mut self, texts: impl IntoIterator<Item = (String, Arc<str>)>) {
        self.texts.extend(texts);
    }
}

fn add_embedded(files: &mut Files, root: &str, dir: &Dir) {
    for file in dir.files() {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            files.texts.insert(format!("{root}/{}", path.replace('\\', "/")), text.into());
        }
    }
    dir.dirs().for_each(|d| add_embedded(files, root, d));
}

fn add_folder(files: &mut Files, prefix: &str, dir: &Path, depth: u8) -> Result<()> {
    let mut entries: Vec<_> =
        std::fs::read_dir(dir).map_err(|e| Error::io(dir, e))?.filter_map(|e| e.ok()).map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
        // What editors leave beside a file while they save it.
        if name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".tmp") {
            continue;
        }
        let inner = format!("{prefix}/{name}");
        if path.is_dir() {
            if depth < 8 {
                add_folder(files, &inner, &path, depth + 1)?;
            }
        } else if name.ends_with(".yaml") || name.ends_with(".lua") {
            let size = std::fs::metadata(&path).map_err(|e| Error::io(&path, e))?.len();
            let text = if size > MAX_FILE {
                // Refused by the reader, with its name; its content is not needed for that.
                " ".repeat(MAX_FILE as usize + 1)
            } else {
                String::from_utf8_lossy(&std::fs::read(&path).map_err(|e| Error::io(&path, e))?).into_owned()
            };
            files.texts.insert(inner, text.into());
        }
    }
    Ok(())
}
