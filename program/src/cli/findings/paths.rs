//! Paths: names of files in findings as paths from the current folder.

use std::path::{Path, PathBuf};

use crate::cli::pack::Pack;
use intermezzo::catalog::Files;
use intermezzo::error::{Error, ErrorKind, Problems};

/// The folders in which the files of games and packs lie, to make paths from the current folder.
#[derive(Clone, Debug, Default)]
pub struct PathBase {
    /// For each pack the prefix of its files' names, `packs/ID/`, and the folder in which they lie.
    folders: Vec<(String, PathBuf)>,
    root: Option<PathBuf>,
}

impl PathBase {
    /// The folders of the packs and of the games that these files were read from.
    pub fn of(pack: &Pack, files: &Files) -> PathBase {
        let dirs = pack.packs.iter().zip(&files.packs).map(|(dir, id)| (id, Path::new(dir)));
        let folders = dirs.filter(|(_, dir)| dir.join("pack.yaml").is_file());
        PathBase {
            folders: folders.map(|(id, dir)| (format!("packs/{id}/"), dir.to_path_buf())).collect(),
            root: pack.root.clone(),
        }
    }

    /// The path of a file from the current folder, from its name in findings (`packs/ID/cards/a.yaml`); a built-in file
    /// keeps its name.
    pub fn path(&self, file: &str) -> String {
        // A file of a pack need not exist: a finding may say that it is missing.
        let of_pack = self.folders.iter().find_map(|(prefix, dir)| Some(dir.join(file.strip_prefix(prefix)?)));
        let of_root = || self.root.as_ref().map(|root| root.join(file)).filter(|path| path.is_file());
        match of_pack.or_else(of_root) {
            Some(path) => short(&path),
            None => file.into(),
        }
    }

    /// A text in which each name of a file, as in `packs/mine/cards/a.yaml:3:1`, is replaced by its path from the
    /// current folder.
    pub fn text(&self, text: &str) -> String {
        let is_of_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
        let (mut out, mut rest) = (String::new(), text);
        while let Some(from) = rest.find(is_of_path) {
            let word = &rest[from..];
            let to = word.find(|c| !is_of_path(c)).unwrap_or(word.len());
            out += &rest[..from];
            let is_file = ["packs/", "cards/", "scripts/"].iter().any(|top| word.starts_with(top));
            out += &if is_file { self.path(&word[..to]) } else { word[..to].into() };
            rest = &word[to..];
        }
        out + rest
    }
}

/// Replaces the name of each file in findings by its path from the current folder; built-in files keep their names.
pub fn from_here(problems: &mut Problems, pack: &Pack, files: &Files) {
    let here = PathBase::of(pack, files);
    problems.rename(|file| here.path(file));
    problems.amend(|problem| {
        problem.message = here.text(&problem.message);
        problem.help = problem.help.take().map(|help| here.text(&help));
    });
}

/// The error, with paths from the current folder in its findings, if it has findings.
pub fn with_local_paths(error: anyhow::Error, pack: &Pack) -> anyhow::Error {
    match error.downcast_ref::<Error>().map(Error::kind) {
        Some(ErrorKind::Load(problems)) => {
            let mut problems = problems.clone();
            // If the files cannot be read any more, files of packs keep their names.
            from_here(&mut problems, pack, &pack.files().unwrap_or_default());
            Error::load(problems).into()
        }
        _ => error,
    }
}

/// A path from the current folder, in the form in which one types it.
pub fn short(path: &Path) -> String {
    let bare = path.strip_prefix(".").unwrap_or(path);
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| bare.strip_prefix(here).ok()).unwrap_or(bare);
    below.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_a_text_are_called_as_they_lie() {
        let dir = std::env::temp_dir().join(format!("intermezzo-here-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("cards")).unwrap();
        std::fs::write(dir.join("cards/a.yaml"), "").unwrap();
        let here = PathBase { folders: vec![("packs/mine/".into(), dir.clone())], root: None };
        let path = short(&dir.join("cards/a.yaml"));
        let text = here.text("  --> packs/mine/cards/a.yaml:2:7 (packs/yours/b.yaml, xpacks/mine/cards/a.yaml)");
        assert_eq!(text, format!("  --> {path}:2:7 (packs/yours/b.yaml, xpacks/mine/cards/a.yaml)"));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
