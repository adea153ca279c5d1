//! Plan: files that are to be written, all of them or none.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::data::disk::Folder;
use crate::error::{Error, Result};

/// Files below one folder, in the order in which they are told.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where they are written.
    pub base: PathBuf,
    files: Vec<Planned>,
}

#[derive(Clone, Debug)]
struct Planned {
    below: String,
    text: String,
    kind: Kind,
}

/// What happens to what lies there already.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// An author's file: nothing may lie there.
    Own,
    /// Made by the program: written anew.
    Made,
    /// Settings: what lies there stays.
    Setting,
}

impl Plan {
    pub fn new(base: PathBuf) -> Plan {
        Plan { base, files: Vec::new() }
    }

    /// A file of the author's.
    pub fn own(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: Kind::Own });
    }

    /// A file that the program makes, and makes again.
    pub fn made(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: Kind::Made });
    }

    /// A file with settings, unless there is one.
    pub fn setting(&mut self, below: impl Into<String>, text: impl Into<String>) {
        self.files.push(Planned { below: below.into(), text: text.into(), kind: Kind::Setting });
    }

    /// The author's files: their paths, and their texts, which may be changed.
    pub fn owned(&mut self) -> impl Iterator<Item = (&str, &mut String)> {
        self.files.iter_mut().filter(|f| f.kind == Kind::Own).map(|f| (f.below.as_str(), &mut f.text))
    }

    /// The same files, from a folder above.
    pub fn below(self, base: &Path, folder: &str) -> Plan {
        let moved = |file: Planned| Planned { below: format!("{folder}/{}", file.below), ..file };
        Plan { base: base.into(), files: self.files.into_iter().map(moved).collect() }
    }

    /// Writes the files and tells which.
    ///
    /// # Errors
    ///
    /// A file of the author's that is there already; then nothing is written. A folder that cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let folder = Folder::open(&self.base)?;
        if let Some(there) = self.files.iter().find(|f| f.kind == Kind::Own && self.base.join(&f.below).exists()) {
            let message = format!("{} is there already", self.base.join(&there.below).display());
            return Err(Error::usage(message).help("choose another name, or edit that file").into());
        }
        for file in &self.files {
            let below = Path::new(&file.below);
            let is_there = self.base.join(below).exists();
            match file.kind {
                Kind::Setting if is_there => continue,
                Kind::Made => made(&folder, below, &file.text)?,
                Kind::Own | Kind::Setting => {
                    folder.create(below, file.text.as_bytes())?;
                    writeln!(out, "wrote {}", shown(&folder.path(below)))?;
                }
            }
        }
        Ok(())
    }
}

fn made(folder: &Folder, below: &Path, text: &str) -> Result<()> {
    folder.make_folders(below)?;
    folder.replace(below, text.as_bytes(), false).map(drop)
}

/// A path as one types it: without `./` before it.
fn shown(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}
