//! Install: a pack written into `packs/` of a folder, or taken away from there.

use std::path::{Path, PathBuf};

use super::contents::Contents;
use crate::data::disk::Folder;
use crate::error::Result;

/// The folder of packs in a folder.
const PACKS: &str = "packs";

/// Writes a pack into `packs/<id>`. What lay there is gone; until all is written it is as it was.
///
/// # Errors
///
/// What cannot be written, and a link in place of a folder.
pub fn install(root: &Path, id: &str, contents: &Contents) -> Result<()> {
    let folder = Folder::open(root)?;
    let (new, old) = (beside(id, "new"), beside(id, "old"));
    folder.remove_all(&new)?;
    folder.remove_all(&old)?;
    for (path, bytes) in contents.files() {
        let below = new.join(path);
        folder.make(below.parent().unwrap_or(&new))?;
        folder.write(&below, bytes)?;
    }
    let place = Path::new(PACKS).join(id);
    if folder.has_folder(&place)? {
        folder.rename(&place, &old)?;
    }
    folder.rename(&new, &place)?;
    folder.remove_all(&old)
}

/// Takes a pack away.
///
/// # Errors
///
/// What cannot be removed.
pub fn remove(root: &Path, id: &str) -> Result<()> {
    Folder::open(root)?.remove_all(&Path::new(PACKS).join(id))
}

/// The files of a pack in a folder; `None`: it is not there.
///
/// # Errors
///
/// What cannot be read, or is no pack.
pub fn installed(root: &Path, id: &str) -> Result<Option<Contents>> {
    let place = Path::new(PACKS).join(id);
    match Folder::open(root)?.has_folder(&place)? {
        true => Contents::of_installed(&root.join(place)).map(Some),
        false => Ok(None),
    }
}

/// Where a pack lies while it is not what it will be; nobody reads what begins with a dot.
fn beside(id: &str, what: &str) -> PathBuf {
    Path::new(PACKS).join(format!(".{id}.{what}"))
}
