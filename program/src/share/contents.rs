//! Contents: the files of a pack, judged: whoever has them may write them into a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::names;
use intermezzo::catalog::pack::PackInfo;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Problems, Result};
use intermezzo::render::picture::Picture;

/// The greatest size of a pack's file, in bytes.
pub const MOST_FILE: u64 = 1 << 20;
/// The greatest size of all files of a pack together, in bytes.
pub const MOST_ALL: u64 = 32 << 20;
/// The most files of a pack.
pub const MOST_FILES: usize = 10_000;

/// Files of editors, version control and this program in a pack's folder, which are no part of the pack.
const KEPT: [&str; 6] = [".git", ".gitignore", ".gitattributes", ".intermezzo", ".luarc.json", ".vscode"];

/// A path as archives hold it: its parts with `/` between them.
fn path_text(below: &Path) -> String {
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The files of a pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    files: BTreeMap<String, Vec<u8>>,
    /// Each path of a file or a folder as it is written, by its form in which paths are compared.
    folded: BTreeMap<String, String>,
    bytes: u64,
}

impl Contents {
    /// Adds a file.
    ///
    /// # Errors
    ///
    /// A forbidden path, one that is taken, or one that equals another on some systems; too
    /// many files, or too many bytes.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), String> {
        names::judge(path)?;
        if bytes.len() as u64 > MOST_FILE {
            return Err(format!("`{path}` is longer than {MOST_FILE} bytes"));
        }
        if names::is_picture(path) {
            Picture::read(bytes.clone()).map_err(|why| format!("`{path}`: {why}"))?;
        }
        self.bytes += bytes.len() as u64;
        if self.bytes > MOST_ALL {
            return Err(format!("its files have more than {MOST_ALL} bytes"));
        }
        if self.files.len() >= MOST_FILES {
            return Err(format!("it has more than {MOST_FILES} files"));
        }
        if self.files.contains_key(path) {
            return Err(format!("`{path}` is there twice"));
        }
        // All files must write a folder on their way alike: two spellings are one folder on some systems.
        for (at, _) in path.match_indices('/') {
            self.one_name(&path[..at], true)?;
        }
        self.one_name(path, false)?;
        self.files.insert(path.into(), bytes);
        Ok(())
    }

    fn one_name(&mut self, path: &str, is_folder: bool) -> Result<(), String> {
        let written = if is_folder { format!("{path}/") } else { path.to_string() };
        match self.folded.insert(names::folded(path), written.clone()) {
            Some(old) if old != written || !is_folder => {
                Err(format!("`{path}` and `{old}` are one file on some systems: give one of them another name"))
            }
            _ => Ok(()),
        }
    }

    /// The pack in an author's folder, without the other files there.
    ///
    /// # Errors
    ///
    /// An unreadable file, a link, and whatever [`Contents::add`] refuses.
    pub fn of_folder(path: &Path) -> Result<Contents> {
        Contents::read(path, &names::is_part)
    }

    /// The games in an author's folder that is no pack, without the other files there.
    ///
    /// # Errors
    ///
    /// An unreadable file, a link, and whatever [`Contents::add`] refuses.
    pub fn of_game_folder(path: &Path) -> Result<Contents> {
        let mut contents = Contents::default();
        contents.take(&Folder::open(path)?, path, &names::is_part)?;
        Ok(contents)
    }

    /// The games whose manifests are among the files.
    pub fn games(&self) -> Vec<String> {
        let manifest = |path: &String| path.strip_prefix("cards/")?.strip_suffix("/game.yaml").map(String::from);
        self.files.keys().filter_map(manifest).filter(|game| !game.contains('/')).collect()
    }

    /// True if the files are those of games, and of no pack.
    pub fn is_game(&self) -> bool {
        !self.files.contains_key("pack.yaml") && !self.games().is_empty()
    }

    /// The pack that was written into a folder, with whatever somebody laid there since.
    ///
    /// # Errors
    ///
    /// The errors of [`Contents::of_folder`].
    pub fn of_installed(path: &Path) -> Result<Contents> {
        Contents::read(path, &|_| true)
    }

    fn read(path: &Path, is_part: &dyn Fn(&str) -> bool) -> Result<Contents> {
        let folder = Folder::open(path)?;
        let mut contents = Contents::default();
        // A folder that is no pack is reported as such, before anything in it.
        if folder.bytes_if_there(Path::new("pack.yaml"), MOST_FILE)?.is_none() {
            return contents.info().map(|_| contents);
        }
        contents.take(&folder, path, is_part)?;
        contents.info().map(|_| contents)
    }

    /// Adds the files of a folder that are a part.
    fn take(&mut self, folder: &Folder, path: &Path, is_part: &dyn Fn(&str) -> bool) -> Result<()> {
        for entry in folder.files(Path::new(""), &names::all_endings(), &|below| is_part(&path_text(below)))? {
            let name = path_text(&entry.below);
            if is_part(&name) {
                let bytes = folder.bytes(&entry.below, MOST_FILE)?;
                self.add(&name, bytes).map_err(|why| Error::usage(format!("{}: {why}", path.display())))?;
            }
        }
        Ok(())
    }

    /// The files in a pack's folder that do not belong to the pack, and folders that contain no other files, with a `/`
    /// at their end. Files of editors, version control and this program are left out.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn left_out(&self, path: &Path) -> Result<Vec<String>> {
        let folder = Folder::open(path)?;
        let (mut out, mut open) = (Vec::new(), vec![PathBuf::new()]);
        while let Some(below) = open.pop() {
            for (name, is_folder) in folder.names(&below)? {
                let inner = below.join(&name);
                let shown = path_text(&inner);
                if KEPT.contains(&name.as_str()) || self.files.contains_key(&shown) {
                    continue;
                }
                let within = format!("{shown}/");
                match is_folder {
                    true if self.files.keys().any(|path| path.starts_with(&within)) => open.push(inner),
                    true if folder.names(&inner).is_ok_and(|names| names.is_empty()) => {}
                    true => out.push(within),
                    false => out.push(shown),
                }
            }
        }
        out.sort();
        Ok(out)
    }

    /// The files, by path.
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// The texts of the pack (YAML, Lua, translations) by the paths that they have beside games: below `packs/<id>/`.
    pub fn texts(&self, id: &str) -> Vec<(String, Arc<str>)> {
        self.own_texts().into_iter().map(|(path, text)| (format!("packs/{id}/{path}"), text)).collect()
    }

    /// The texts by their own paths, as those of a game lie in a folder.
    pub fn own_texts(&self) -> Vec<(String, Arc<str>)> {
        let is_read = |path: &&String| [".yaml", ".lua", ".ftl"].iter().any(|ending| path.ends_with(ending));
        let text = |path: &String| String::from_utf8_lossy(&self.files[path]).as_ref().into();
        self.files.keys().filter(is_read).map(|path| (path.clone(), text(path))).collect()
    }

    /// The header of the pack.
    ///
    /// # Errors
    ///
    /// The findings in the header of the pack.
    pub fn info(&self) -> Result<PackInfo> {
        let Some(bytes) = self.files.get("pack.yaml") else {
            let mut headers = self.files.keys().filter_map(|path| path.strip_suffix("/pack.yaml"));
            if let Some(folder) = headers.next() {
                let message = format!("its pack.yaml lies in the folder `{folder}`, and not at the top");
                return Err(Error::usage(message).help("`intermezzo pack build` makes archives as they are read"));
            }
            return Err(Error::usage("this is no pack: it has no pack.yaml").help("docs/packs.md says what a pack is"));
        };
        let mut problems = Problems::new();
        let text = String::from_utf8_lossy(bytes);
        match PackInfo::of_text(&text, &mut problems) {
            Some(info) if !names::is_id(&info.id) => {
                let help = "it has small letters, digits, `_` and `-`, and begins with a letter";
                Err(Error::usage(format!("`{}` is no id that a shared pack may have", info.id)).help(help))
            }
            Some(info) => Ok(info),
            None => Err(Error::load(problems)),
        }
    }

    /// A short hash of each file, by its path, as a lock keeps it.
    pub fn hashes(&self) -> BTreeMap<String, String> {
        self.files.iter().map(|(path, bytes)| (path.clone(), super::local_changes::hash(bytes))).collect()
    }

    /// The hash of the files: of their paths, lengths and bytes. The same for a folder and for any archive of it.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"intermezzo pack 1\n");
        for (path, bytes) in &self.files {
            hasher.update(&(path.len() as u64).to_le_bytes()).update(path.as_bytes());
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        }
        hasher.finalize().to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Result<Contents, String> {
        let mut contents = Contents::default();
        files.iter().try_for_each(|path| contents.add(path, b"x".to_vec()))?;
        Ok(contents)
    }

    #[test]
    fn what_is_one_file_on_some_systems_is_refused() {
        assert!(of(&["a.yaml", "b/c.yaml", "b/d.yaml"]).is_ok());
        for bad in [
            ["a.yaml", "a.yaml"],
            ["a.yaml", "A.yaml"],
            ["b/c.yaml", "B/d.yaml"],
            ["b.md/c.yaml", "b.md"],
            ["É.yaml", "é.yaml"],
        ] {
            assert!(of(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_header_below_the_top_is_told() {
        let path_text = of(&["boats/pack.yaml"]).expect("a file").info().expect_err("it is no pack").to_string();
        assert!(path_text.contains("its pack.yaml lies in the folder `boats`, and not at the top"), "{path_text}");
    }

    #[test]
    fn sizes_are_bounded() {
        let mut contents = Contents::default();
        assert!(contents.add("a.yaml", vec![0; MOST_FILE as usize + 1]).is_err());
        let mut contents = Contents::default();
        let added = (0..40).map(|n| contents.add(&format!("a{n}.yaml"), vec![0; MOST_FILE as usize]));
        assert_eq!(added.filter(|one| one.is_ok()).count(), 32);
    }

    #[test]
    fn a_hash_tells_paths_from_bytes() {
        let one = |path: &str, text: &str| {
            let mut contents = Contents::default();
            contents.add(path, text.as_bytes().to_vec()).expect("it may be there");
            contents.hash()
        };
        assert_eq!(one("a.yaml", "b"), one("a.yaml", "b"));
        assert_ne!(one("a.yaml", "b"), one("b.yaml", "b"));
        assert_ne!(one("a.yaml", "b"), one("a.yaml", "c"));
    }
}
