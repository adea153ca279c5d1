//! Install: a pack written into `packs/` of a folder, or taken away from there.

use std::path::{Path, PathBuf};

use super::contents::Contents;
use crate::data::disk::Folder;
use crate::error::Result;

/// The folder of packs in a folder.
const PACKS: &str = "packs";

/// Writes packs into `packs/<id>` and takes others away from there, all of them or none: what lay there is gone only when
/// `then` went well, too.
///
/// # Errors
///
/// What cannot be written or moved, a link in place of a folder, and what `then` refuses; then all is as it was.
pub fn exchange(
    root: &Path,
    new: &[(&str, &Contents)],
    gone: &[String],
    then: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let folder = Folder::open(root)?;
    let is_first = !folder.has_folder(Path::new(PACKS))?;
    let written = new.iter().try_for_each(|(id, contents)| write(&folder, id, contents));
    let mut moved = Vec::new();
    let done = written.and_then(|()| {
        let all = new.iter().map(|(id, _)| (*id, true)).chain(gone.iter().map(|id| (id.as_str(), false)));
        for (id, is_new) in all {
            move_away(&folder, id, &mut moved)?;
            if is_new {
                rename(&folder, &beside(id, "new"), &place(id), &mut moved)?;
            }
        }
        then()
    });
    if done.is_err() {
        // What cannot be taken back stays: the error that is told is the first one.
        moved.iter().rev().for_each(|(from, to)| drop(folder.rename(to, from)));
        new.iter().for_each(|(id, _)| drop(folder.remove_all(&beside(id, "new"))));
        if is_first {
            drop(folder.remove_empty(Path::new(PACKS)));
        }
        return done;
    }
    // Nobody reads what is left of them, if it cannot be removed.
    let old = new.iter().map(|(id, _)| *id).chain(gone.iter().map(String::as_str));
    old.for_each(|id| drop(folder.remove_all(&beside(id, "old"))));
    Ok(())
}

/// Writes a pack beside the place where it will lie.
fn write(folder: &Folder, id: &str, contents: &Contents) -> Result<()> {
    let new = beside(id, "new");
    folder.remove_all(&new)?;
    for (path, bytes) in contents.files() {
        let below = new.join(path);
        folder.make(below.parent().unwrap_or(&new))?;
        folder.write(&below, bytes)?;
    }
    Ok(())
}

/// Puts what lies at the place of a pack beside it.
fn move_away(folder: &Folder, id: &str, moved: &mut Vec<(PathBuf, PathBuf)>) -> Result<()> {
    let old = beside(id, "old");
    folder.remove_all(&old)?;
    match folder.has_folder(&place(id))? {
        true => rename(folder, &place(id), &old, moved),
        false => Ok(()),
    }
}

fn rename(folder: &Folder, from: &Path, to: &Path, moved: &mut Vec<(PathBuf, PathBuf)>) -> Result<()> {
    folder.rename(from, to)?;
    moved.push((from.into(), to.into()));
    Ok(())
}

fn place(id: &str) -> PathBuf {
    Path::new(PACKS).join(id)
}

/// The files of a pack in a folder; `None`: it is not there.
///
/// # Errors
///
/// What cannot be read, or is no pack.
pub fn installed(root: &Path, id: &str) -> Result<Option<Contents>> {
    let place = place(id);
    match Folder::open(root)?.has_folder(&place)? {
        true => Contents::of_installed(&root.join(place)).map(Some),
        false => Ok(None),
    }
}

/// Where a pack lies while it is not what it will be; nobody reads what begins with a dot.
fn beside(id: &str, what: &str) -> PathBuf {
    Path::new(PACKS).join(format!(".{id}.{what}"))
}
