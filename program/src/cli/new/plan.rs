//! File plan: the files that `new` is about to write; it writes all of them or none.

use std::io::Write;
use std::path::{Path, PathBuf};

use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};

/// Files to be written below one folder, in the order in which they are listed for the person.
#[derive(Clone, Debug)]
pub struct FilePlan {
    /// The folder of the files.
    pub base: PathBuf,
    files: Vec<Planned>,
}

#[derive(Clone, Debug)]
struct Planned {
    below: String,
    text: String,
    kind: WriteMode,
}

/// The treatment of existing files.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WriteMode {
    /// An author's file: nothing may lie there.
    Own,
    /// A file that the program generates: it replaces an older one.
    Made,
    /// Settings, which never replace existing ones.
    Setting,
}

impl FilePlan {
    pub fn new(base: PathBuf) -> FilePlan {
        FilePlan { base, files: Vec::new() }
    }

    /// Adds a file of the author's.
    pub fn own(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: WriteMode::Own });
    }

    /// Adds a file that the program generates; it replaces an older one.
    pub fn made(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: WriteMode::Made });
    }

    /// Adds a file with settings, which is left out if such a file exists.
    pub fn setting(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: WriteMode::Setting });
    }

    /// The author's files in the plan: the path of each below the folder, and its text, which may still be changed.
    pub fn owned(&mut self) -> impl Iterator<Item = (&str, &mut String)> {
        self.files.iter_mut().filter(|f| f.kind == WriteMode::Own).map(|f| (f.below.as_str(), &mut f.text))
    }

    /// Puts the plan on a higher folder: `folder` is the path from there to the present one.
    pub fn below(self, base: &Path, folder: &str) -> FilePlan {
        let moved = |file: Planned| Planned { below: format!("{folder}/{}", file.below), ..file };
        FilePlan { base: base.into(), files: self.files.into_iter().map(moved).collect() }
    }

    /// Writes the files, and prints the paths of the author's files and settings that are new.
    ///
    /// # Errors
    ///
    /// A file of the author's that exists already, a link in the place of a folder, or a file that cannot be written:
    /// then everything is as it was before.
    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let folder = Folder::open(&self.base)?;
        if let Some(there) = self.files.iter().find(|f| f.kind == WriteMode::Own && self.base.join(&f.below).exists()) {
            let message = format!("{} is there already", self.base.join(&there.below).display());
            return Err(Error::usage(message).help("choose another name, or edit that file").into());
        }
        self.files.iter().try_for_each(|file| is_one_name(&folder, Path::new(&file.below)))?;
        let mut undo = Undo { folder: &folder, done: Vec::new() };
        if let Err(error) = self.files.iter().try_for_each(|file| self.write_one(file, &mut undo)) {
            undo.all();
            return Err(error.into());
        }
        for file in self.files.iter().filter(|file| undo.is_new(&file.below) && file.kind != WriteMode::Made) {
            writeln!(out, "wrote {}", shown(&folder.path(Path::new(&file.below))))?;
        }
        Ok(())
    }

    fn write_one(&self, file: &Planned, undo: &mut Undo) -> Result<()> {
        let (folder, below) = (undo.folder, Path::new(&file.below));
        match file.kind {
            WriteMode::Setting if self.base.join(below).exists() => Ok(()),
            WriteMode::Made => {
                undo.make_folders(below)?;
                let was = folder.bytes_if_there(below, MOST_MADE)?;
                folder.replace(below, file.text.as_bytes(), false)?;
                undo.done.push(Done::File(below.into(), was));
                Ok(())
            }
            WriteMode::Own | WriteMode::Setting => {
                undo.make_folders(below)?;
                folder.write(below, file.text.as_bytes())?;
                undo.done.push(Done::File(below.into(), None));
                Ok(())
            }
        }
    }
}

/// Checks that no existing file or folder on the way to a file has the same name in other letter case: on some systems
/// these are one name.
fn is_one_name(folder: &Folder, below: &Path) -> Result<()> {
    let mut above = PathBuf::new();
    for part in below {
        let (name, lower) = (part.to_string_lossy(), part.to_string_lossy().to_lowercase());
        if !above.as_os_str().is_empty() && !folder.has_folder(&above)? {
            return Ok(());
        }
        let names = folder.names(&above)?;
        if let Some((other, _)) = names.iter().find(|(other, _)| *other != name && other.to_lowercase() == lower) {
            let message = format!(
                "{} is there: on other systems `{name}` is the same name",
                shown(&folder.path(&above.join(other)))
            );
            return Err(Error::usage(message).help(format!("call it `{other}`, or choose another name")));
        }
        above.push(part);
    }
    Ok(())
}

/// The most bytes of a file that the program generates; a longer one was made by somebody else.
const MOST_MADE: u64 = 32 << 20;

/// A step that was done, with what undoing it needs.
enum Done {
    /// A folder that was not there.
    Folder(PathBuf),
    /// A file, with its former contents; `None`: the file is new.
    File(PathBuf, Option<Vec<u8>>),
}

/// The files and folders written so far, to undo all if a later one cannot be written.
struct Undo<'f> {
    folder: &'f Folder,
    done: Vec<Done>,
}

impl Undo<'_> {
    /// Makes the missing folders above a file.
    fn make_folders(&mut self, below: &Path) -> Result<()> {
        let above: Vec<&Path> = below.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()).collect();
        for path in above.into_iter().rev() {
            if !self.folder.has_folder(path)? {
                self.folder.make(path)?;
                self.done.push(Done::Folder(path.into()));
            }
        }
        Ok(())
    }

    fn is_new(&self, below: &str) -> bool {
        self.done.iter().any(|done| matches!(done, Done::File(path, None) if path == Path::new(below)))
    }

    /// Undoes all steps, the last first. What cannot be undone is passed over, so that the first error is the one
    /// reported.
    fn all(self) {
        for done in self.done.into_iter().rev() {
            drop(match done {
                Done::Folder(path) => self.folder.remove_empty(&path),
                Done::File(path, None) => self.folder.remove_all(&path),
                Done::File(path, Some(was)) => self.folder.replace(&path, &was, false).map(drop),
            });
        }
    }
}

/// A path as one types it: without `./` before it.
fn shown(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}
