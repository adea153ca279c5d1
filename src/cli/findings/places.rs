//! Places: files of games as paths from where one stands.

use std::path::Path;

use crate::catalog::Files;
use crate::cli::pack::Pack;
use crate::error::Problems;

/// Calls each file by its path from the current folder; what is built in keeps its name.
pub fn from_here(problems: &mut Problems, pack: &Pack, files: &Files) {
    let folders: Vec<(String, String)> = pack
        .packs
        .iter()
        .zip(&files.packs)
        .filter(|(dir, _)| Path::new(dir.as_str()).join("pack.yaml").is_file())
        .map(|(dir, id)| (format!("packs/{id}/"), dir.clone()))
        .collect();
    problems.rename(|file| {
        let of_pack = folders.iter().find_map(|(prefix, dir)| Some(Path::new(dir).join(file.strip_prefix(prefix)?)));
        let of_root = || pack.root.as_ref().map(|root| root.join(file));
        match of_pack.or_else(of_root).filter(|path| path.is_file()) {
            Some(path) => short(&path),
            None => file.into(),
        }
    });
}

/// A path from the current folder, as one would type it.
fn short(path: &Path) -> String {
    let bare = path.strip_prefix(".").unwrap_or(path);
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| bare.strip_prefix(here).ok()).unwrap_or(bare);
    below.display().to_string().replace('\\', "/")
}
