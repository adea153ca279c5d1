//! Install: a pack written into `packs/` of a folder, or taken away from there.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::lock::{Lock, Locked};
use super::names::is_id;
use intermezzo::data::disk::Folder;
use intermezzo::error::Result;

/// The folder of packs in a folder.
const PACKS: &str = "packs";
/// The file in `packs/` that a program locks while it alone changes the packs.
const HOLD: &str = ".hold";

/// The lock by which this program alone changes the packs of a folder: what another one wrote meanwhile would be lost.
pub struct FolderHold {
    folder: Folder,
    /// True if `packs/` was created for this installation.
    is_first: bool,
    _file: File,
}

impl FolderHold {
    /// Holds the packs of a folder, and clears what an interrupted program left beside them. Another program that holds them
    /// is waited for, and `waits` says so.
    ///
    /// # Errors
    ///
    /// A folder that cannot be written, or a lock that cannot be read.
    pub fn of(root: &Path, waits: impl Fn()) -> Result<FolderHold> {
        let folder = Folder::open(root)?;
        let hold = Path::new(PACKS).join(HOLD);
        loop {
            let is_first = !folder.has_folder(Path::new(PACKS))?;
            folder.make(Path::new(PACKS))?;
            let file = folder.hold_after(&hold, &waits)?;
            // The program that held the lock may have removed the folder.
            if folder.has(&hold) {
                let held = FolderHold { folder, is_first, _file: file };
                held.clear(root)?;
                return Ok(held);
            }
        }
    }

    /// Removes temporary entries beside the packs; a moved pack that is still wanted returns.
    fn clear(&self, root: &Path) -> Result<()> {
        let lock = Lock::read(root)?;
        Lock::clear(&self.folder);
        for (name, _) in self.folder.names(Path::new(PACKS))? {
            let named = name.strip_prefix('.').and_then(|name| name.rsplit_once('.')).filter(|(id, _)| is_id(id));
            let Some((id, what @ ("new" | "old"))) = named else { continue };
            let left = beside(id, what);
            match lock.packs.get(id) {
                Some(locked) if what == "old" && self.is_wanted(root, id, &left, locked)? => {
                    self.folder.remove_all(&place(id))?;
                    self.folder.rename(&left, &place(id))?;
                }
                _ => self.folder.remove_all(&left)?,
            }
        }
        Ok(())
    }

    /// True if the pack that was moved away must return: nothing took its place, or `packs.lock` names its files and
    /// not those in its place.
    fn is_wanted(&self, root: &Path, id: &str, old: &Path, locked: &Locked) -> Result<bool> {
        let is_it =
            |path: &Path| Contents::of_installed(&root.join(path)).is_ok_and(|found| found.hash() == locked.hash);
        Ok(!self.folder.has_folder(&place(id))? || is_it(old) && !is_it(&place(id)))
    }
}

impl Drop for FolderHold {
    fn drop(&mut self) {
        // A failed installation leaves nothing behind.
        let is_empty = |names: Vec<(String, bool)>| names.iter().all(|(name, _)| name == HOLD);
        if self.is_first && self.folder.names(Path::new(PACKS)).is_ok_and(is_empty) {
            drop(self.folder.remove_all(Path::new(PACKS)));
        }
    }
}

/// Writes packs into `packs/<id>` and removes others, all of them or none: old folders are deleted only after `then`
/// succeeds. The caller holds the folder meanwhile: [`FolderHold`].
///
/// # Errors
///
/// A file that cannot be written or moved, a link in place of a folder, and whatever `then` refuses; all is then as
/// before.
pub fn exchange(
    root: &Path,
    new: &[(&str, &Contents)],
    gone: &[String],
    then: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let folder = Folder::open(root)?;
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
        // Failures while undoing are ignored: the first error is the one to report.
        moved.iter().rev().for_each(|(from, to)| drop(folder.rename(to, from)));
        new.iter().for_each(|(id, _)| drop(folder.remove_all(&beside(id, "new"))));
        return done;
    }
    // Remains that cannot be removed have a name that nobody reads.
    let old = new.iter().map(|(id, _)| *id).chain(gone.iter().map(String::as_str));
    old.for_each(|id| drop(folder.remove_all(&beside(id, "old"))));
    Ok(())
}

/// Writes a pack beside its future place.
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

/// Moves a pack from its place to a temporary name.
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

/// The files of an installed pack; `None` if it is not installed.
///
/// # Errors
///
/// An unreadable pack, or a folder that is no pack.
pub fn installed(root: &Path, id: &str) -> Result<Option<Contents>> {
    let place = place(id);
    match Folder::open(root)?.has_folder(&place)? {
        true => Contents::of_installed(&root.join(place)).map(Some),
        false => Ok(None),
    }
}

/// The temporary place of a pack; nobody reads names that begin with a dot.
fn beside(id: &str, what: &str) -> PathBuf {
    Path::new(PACKS).join(format!(".{id}.{what}"))
}
