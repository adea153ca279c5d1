//! List: the entries of a folder and of the folders below it, within bounds.

use std::path::{Path, PathBuf};

use cap_std::fs::{Dir, DirEntry};

use super::{Folder, open_folder, refused, what};
use crate::error::{Error, Result, is_one_line};

/// Most entries below a folder, counting ignored ones. A game of ten thousand cards has a fifth of that.
const MOST_ENTRIES: usize = 100_000;
/// The most levels of folders below the folder that is listed.
const MOST_DEPTH: usize = 16;

/// A file or a folder in a folder.
#[derive(Clone, Debug)]
pub struct FolderEntry {
    /// The path of the entry, below the folder that was opened.
    pub below: PathBuf,
    /// The name of the entry.
    pub name: String,
    /// True for a folder, false for a file.
    is_folder: bool,
}

/// Reaction to an unreadable entry: return the error to stop, or `Ok` to leave the entry out.
pub type Refuse<'r> = &'r mut dyn FnMut(Error) -> Result<()>;

/// A search below a folder.
struct FolderSearch<'a> {
    folder: &'a Folder,
    endings: &'a [&'a str],
    enters: &'a dyn Fn(&Path) -> bool,
    /// True: hidden files and editors' backups are listed, too.
    with_hidden: bool,
    /// Reaction to unreadable entries: an error ends the search.
    refuse: Refuse<'a>,
    seen: usize,
    found: Vec<FolderEntry>,
}

impl Folder {
    /// Lists files with certain endings, in a folder below this one and in all deeper folders that `enters` accepts.
    /// Hidden files and backups of editors are left out.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read; a link; a file with one of the endings that is no plain file; two names that
    /// differ only in upper and lower case; too many files, or folders too deep in each other.
    pub fn files(&self, below: &Path, endings: &[&str], enters: &dyn Fn(&Path) -> bool) -> Result<Vec<FolderEntry>> {
        self.files_but(below, endings, enters, &mut Err)
    }

    /// Lists files like [`files`](Folder::files), with a reaction to unreadable entries.
    ///
    /// # Errors
    ///
    /// Errors that `refuse` returns, and a folder with too many entries.
    pub fn files_but(
        &self,
        below: &Path,
        endings: &[&str],
        enters: &dyn Fn(&Path) -> bool,
        refuse: Refuse,
    ) -> Result<Vec<FolderEntry>> {
        let (seen, found) = (0, Vec::new());
        self.search(below, FolderSearch { folder: self, endings, enters, with_hidden: false, refuse, seen, found })
    }

    /// All files, hidden ones too, in a folder below this one, and in those of its folders that `enters` accepts: what
    /// is lost when the folder is removed.
    ///
    /// # Errors
    ///
    /// The errors of [`Folder::files`].
    pub fn all_files(&self, below: &Path, enters: &dyn Fn(&Path) -> bool) -> Result<Vec<FolderEntry>> {
        let (refuse, seen, found) = (&mut Err as Refuse, 0, Vec::new());
        self.search(
            below,
            FolderSearch { folder: self, endings: &[""], enters, with_hidden: true, refuse, seen, found },
        )
    }

    fn search(&self, below: &Path, mut search: FolderSearch) -> Result<Vec<FolderEntry>> {
        search.folder(&self.inside(below)?, below, 0)?;
        Ok(search.found)
    }

    /// Entries of a folder below this one, by name, each with true for a folder. Links count as no folders.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn names(&self, below: &Path) -> Result<Vec<(String, bool)>> {
        let io_error = |cause| Error::io(self.path(below), cause);
        let entries = self.inside(below)?.entries().map_err(io_error)?;
        let named = entries.take(MOST_ENTRIES).map(|entry| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.file_type()?.is_dir()))
        });
        let mut names = named.collect::<std::io::Result<Vec<_>>>().map_err(io_error)?;
        names.sort();
        Ok(names)
    }

    /// The names of the folders in a folder below this one, sorted, for suggestions; none if it cannot be read.
    pub fn folders(&self, below: &Path) -> Vec<String> {
        let entries = self.inside(below).and_then(|dir| dir.entries().map_err(|cause| Error::io(&self.path, cause)));
        let folders = entries.into_iter().flatten().take(MOST_ENTRIES).filter_map(|entry| {
            let entry = entry.ok().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))?;
            entry.file_name().into_string().ok()
        });
        let mut folders: Vec<String> = folders.collect();
        folders.sort();
        folders
    }
}

impl FolderSearch<'_> {
    fn folder(&mut self, dir: &Dir, below: &Path, depth: usize) -> Result<()> {
        let path = self.folder.path(below);
        if depth > MOST_DEPTH {
            return Err(refused(&path, format!("folders lie more than {MOST_DEPTH} deep in each other")));
        }
        let io_error = |cause| Error::io(&path, cause);
        let mut entries = Vec::new();
        for entry in dir.entries().map_err(io_error)? {
            self.seen += 1;
            if self.seen > MOST_ENTRIES {
                let why = format!("more than {MOST_ENTRIES} files and folders lie below it");
                return Err(refused(&self.folder.path, why));
            }
            match entry.map_err(io_error).and_then(|entry| self.entry(below, &entry)) {
                Ok(found) => entries.extend(found),
                Err(error) => (self.refuse)(error)?,
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        self.tell_apart(&entries).or_else(|error| (self.refuse)(error))?;
        for entry in entries {
            if !entry.is_folder {
                self.found.push(entry);
            } else if (self.enters)(&entry.below) {
                match open_folder(dir, Path::new(&entry.name), &self.folder.path(&entry.below)) {
                    Ok(inner) => self.folder(&inner, &entry.below, depth + 1)?,
                    Err(error) => (self.refuse)(error)?,
                }
            }
        }
        Ok(())
    }

    /// The entry, if it is a folder or a file that is looked for; `None`: it is passed over.
    fn entry(&self, below: &Path, entry: &DirEntry) -> Result<Option<FolderEntry>> {
        let name = entry.file_name();
        let shown = name.to_string_lossy().into_owned();
        let is_hidden =
            shown.starts_with('.') || shown.ends_with('~') || shown.ends_with(".swp") || shown.ends_with(".tmp");
        if is_hidden && !self.with_hidden {
            return Ok(None);
        }
        let (below, is_wanted) = (below.join(&name), self.endings.iter().any(|e| shown.ends_with(e)));
        let path = self.folder.path(&below);
        let kind = entry.file_type().map_err(|cause| Error::io(&path, cause))?;
        // An entry that is passed over may be of any type; only a link to a folder is refused.
        let leads_to_folder = || kind.is_symlink() && path.is_dir();
        if !kind.is_dir() && !kind.is_file() && (is_wanted || leads_to_folder()) {
            return Err(refused(&path, what(kind)).help("only files and folders that lie there themselves are read"));
        }
        if !(kind.is_dir() || kind.is_file() && is_wanted) {
            return Ok(None);
        }
        match name.into_string() {
            Ok(name) if is_one_line(&name) => Ok(Some(FolderEntry { below, name, is_folder: kind.is_dir() })),
            _ => Err(refused(&path, "its name has characters that cannot be shown").help("give it another name")),
        }
    }

    /// Refuses names that differ only by case: other systems would read one file in place of both, and so another game.
    fn tell_apart(&self, entries: &[FolderEntry]) -> Result<()> {
        let mut names: Vec<(String, &FolderEntry)> = entries.iter().map(|e| (e.name.to_lowercase(), e)).collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        match names.windows(2).find(|two| two[0].0 == two[1].0) {
            None => Ok(()),
            Some(two) => {
                let why = format!("on other systems `{}` has the same name", two[0].1.name);
                Err(refused(&self.folder.path(&two[1].1.below), why).help("give one of them another name"))
            }
        }
    }
}
