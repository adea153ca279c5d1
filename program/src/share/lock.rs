//! Lock: the installed packs with their sources, versions and hashes, in the file `packs.lock`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use super::contents::MOST_FILES;
use intermezzo::catalog::pack::{LONGEST_VERSION, PackInfo};
use intermezzo::data::disk::Folder;
use intermezzo::data::unique_map;
use intermezzo::error::{Error, Result, is_one_line, one_line};

/// The name of the file.
pub const FILE: &str = "packs.lock";
/// The most packs of a folder, and the most that one of them needs, as in pack.yaml. A lock of one pack that needed
/// 100,000 kept `pack update` busy for minutes.
const MOST_PACKS: usize = 1_000;
const MOST_NEEDS: usize = 200;
/// The longest source, in bytes.
const LONGEST_SOURCE: usize = 2_000;
/// The greatest size of a lock, in bytes.
const MOST: u64 = 32 << 20;

/// The lock of a folder: its packs and its shelves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The version of this form: 1.
    pub lock: u32,
    /// The shelves on which packs are looked for by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shelves: Vec<String>,
    /// The packs, by id.
    #[serde(default, deserialize_with = "unique_map::<_, _, _, MOST_PACKS>")]
    pub packs: BTreeMap<String, Locked>,
}

/// A pack that was added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// The version of the pack.
    pub version: Version,
    /// The hash of the pack's files.
    pub hash: String,
    /// The beginning of the hash of each of its files, by path: it tells which of them somebody changed.
    #[serde(deserialize_with = "unique_map::<_, _, _, MOST_FILES>")]
    pub files: BTreeMap<String, String>,
    /// The source of the pack.
    pub source: String,
    /// The commit from which the pack came, if its source is a repository of git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Versions that the user asked for; `None`: only another pack needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<VersionReq>,
    /// The packs that this pack needs.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "unique_map::<_, _, _, MOST_NEEDS>"
    )]
    pub needs: BTreeMap<String, VersionReq>,
    /// The public key by which it is signed, if one was asked for: later versions must be signed by it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
}

impl Locked {
    /// Checks what only the program writes: ids, the source, paths, the key.
    ///
    /// # Errors
    ///
    /// The part that the program never writes so, in words.
    fn judge(&self, id: &str) -> std::result::Result<(), String> {
        if !super::names::is_id(id) || self.needs.keys().any(|id| !super::names::is_id(id)) {
            return Err("this is no id of a pack".into());
        }
        if self.source.len() > LONGEST_SOURCE || !is_one_line(&self.source) {
            return Err("its source is no place that the program names".into());
        }
        if self.version.to_string().len() > LONGEST_VERSION {
            return Err("its version is too long".into());
        }
        if let Some(path) = self.files.keys().find(|path| super::names::judge(path).is_err()) {
            return Err(format!("`{}` is no path of a file in a pack", one_line(path)));
        }
        match self.signed_by.as_deref().map(super::sign::public_line) {
            Some(Ok(key)) if self.signed_by.as_deref() != Some(&*key) => Err("its key is written otherwise".into()),
            Some(Err(why)) => Err(format!("its key is none: {why}")),
            _ => Ok(()),
        }
    }

    /// The first difference between the lock and the header of the pack, whose files were added; `None`: they agree.
    pub fn otherwise(&self, info: &PackInfo) -> Option<String> {
        if self.version != info.version {
            let (id, now) = (&info.id, &info.version);
            return Some(format!("{FILE} says that `{id}` is {}, and its pack.yaml says {now}", self.version));
        }
        let needs: BTreeMap<&String, &VersionReq> = info.needs.iter().map(|(id, range, _)| (id, range)).collect();
        let is_same = needs == self.needs.iter().collect();
        (!is_same).then(|| format!("{FILE} says otherwise than its pack.yaml what `{}` needs", info.id))
    }
}

impl Lock {
    /// The lock of a folder; one without packs, if there is none.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or that says something else.
    pub fn read(root: &Path) -> Result<Lock> {
        let Some(text) = Folder::open(root)?.text_if_there(Path::new(FILE), MOST)? else {
            return Ok(Lock { lock: 1, ..Lock::default() });
        };
        let path = root.join(FILE);
        let lock: Lock = serde_json::from_str(&text).map_err(|cause| {
            Error::usage(format!("{}: {cause}", path.display())).help("only `intermezzo pack` writes this file")
        })?;
        // Serde reads a structure from a list, too, so it is checked that maps stand here.
        let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let packs = json["packs"].as_object().into_iter().flat_map(|packs| packs.values());
        if !json.is_object() || packs.into_iter().any(|pack| !pack.is_object()) {
            let message = format!("{}: a map of packs is needed here", path.display());
            return Err(Error::usage(message).help("only `intermezzo pack` writes this file"));
        }
        if lock.lock != 1 {
            let message = format!("{}: this is a lock of version {}", path.display(), lock.lock);
            return Err(Error::usage(message).help("a later program wrote it"));
        }
        for (id, locked) in &lock.packs {
            locked.judge(id).map_err(|why| {
                let message = format!("{}: `{}`: {why}", path.display(), one_line(id));
                Error::usage(message).help("only `intermezzo pack` writes this file")
            })?;
        }
        Ok(lock)
    }

    /// Writes the lock into a folder.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn write(&self, root: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(|cause| Error::internal(cause.to_string()))?;
        Folder::open(root)?.replace(Path::new(FILE), format!("{text}\n").as_bytes(), true).map(drop)
    }

    /// Takes away the file that an interrupted program was about to put in the place of the lock.
    pub fn clear(folder: &Folder) {
        let left = PathBuf::from(format!(".{FILE}.new"));
        // A folder of this name is not ours. The next write of the lock reports it.
        if !matches!(folder.has_folder(&left), Ok(true)) {
            drop(folder.remove_all(&left));
        }
    }

    /// The requested packs with their dependencies.
    pub fn needed(&self) -> Vec<String> {
        let mut found: Vec<String> =
            self.packs.iter().filter(|(_, p)| p.asked.is_some()).map(|(id, _)| id.clone()).collect();
        let mut at = 0;
        while let Some(id) = found.get(at) {
            let needs: Vec<String> = self.packs.get(id).map_or(Vec::new(), |p| p.needs.keys().cloned().collect());
            found.extend(
                needs.into_iter().filter(|id| self.packs.contains_key(id) && !found.contains(id)).collect::<Vec<_>>(),
            );
            at += 1;
        }
        found
    }

    /// The packs that need a pack.
    pub fn needing(&self, id: &str) -> Vec<&str> {
        self.packs.iter().filter(|(_, p)| p.needs.contains_key(id)).map(|(id, _)| id.as_str()).collect()
    }
}
