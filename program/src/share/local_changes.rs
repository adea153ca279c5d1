//! Local changes: files of a pack that were changed since it was added.

use std::collections::BTreeMap;
use std::path::Path;

use super::contents::MOST_FILE;
use super::lock::Locked;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};

/// The words behind the path of a removed file.
pub const GONE: &str = " (gone)";
/// The most files that a message names.
const NAMED: usize = 10;
/// Folders at the top of a pack whose files count as no changes, because this program or an editor keeps them there.
const NOBODYS: [&str; 2] = [".intermezzo", ".vscode"];

/// The files in `packs/<id>` that differ from the added ones, each with its change.
///
/// # Errors
///
/// A folder that cannot be read, or a link in it.
pub fn changes(root: &Path, id: &str, locked: &Locked) -> Result<Vec<String>> {
    let place = Path::new("packs").join(id);
    let folder = Folder::open(root)?;
    if !folder.has_folder(&place)? {
        return Ok(Vec::new());
    }
    let mut here: BTreeMap<String, bool> = BTreeMap::new();
    // Everything in the folder is lost when the folder goes, whatever its name.
    let is_somebodys = |below: &Path| !NOBODYS.iter().any(|name| below == place.join(name));
    for entry in folder.all_files(&place, &is_somebodys)? {
        let below = entry.below.strip_prefix(&place).unwrap_or(&entry.below);
        let path = below.to_string_lossy().replace('\\', "/");
        let was = locked.files.get(&path);
        let is_same = was.is_some_and(|was| folder.bytes(&entry.below, MOST_FILE).is_ok_and(|now| *was == hash(&now)));
        here.insert(path, is_same);
    }
    let mut out: Vec<String> = Vec::new();
    for (path, is_same) in &here {
        match (locked.files.contains_key(path), is_same) {
            (true, true) => {}
            (true, false) => out.push(format!("{path} (changed)")),
            (false, _) => out.push(format!("{path} (new)")),
        }
    }
    out.extend(locked.files.keys().filter(|path| !here.contains_key(*path)).map(|path| format!("{path}{GONE}")));
    Ok(out)
}

/// The first names of a list, and how many more there are.
pub fn listed(names: &[String]) -> String {
    let mut named = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        named += &format!(" and {} more", names.len() - NAMED);
    }
    named
}

/// The error where changes that somebody made in a pack would be lost.
pub fn refused(id: &str, changes: &[String]) -> Error {
    let message = format!("packs/{id} was changed here since it was added: {}", listed(changes));
    Error::usage(message).help("keep your changes elsewhere, or say --force: then they are lost")
}

/// A short hash, by which a changed file of a pack is found; the hash of the pack vouches for all files.
pub fn hash(bytes: &[u8]) -> String {
    let whole = blake3::hash(bytes).to_hex();
    whole.get(..16).unwrap_or(&whole).into()
}
