//! Art folders: where the pictures of cards lie, each in a file that is named by the id of its card.

use std::path::{Path, PathBuf};

use super::picture::{ENDINGS, LONGEST, Picture};
use crate::data::disk::Folder;
use crate::error::{Error, Result};

/// The folders in which pictures of cards lie.
#[derive(Clone, Debug, Default)]
pub struct ArtFolders {
    /// Folders of packs come first, so that a pack can redraw a card of the game.
    folders: Vec<PathBuf>,
}

impl ArtFolders {
    /// The folders that exist of these: `cards/GAME/art` below the root, and `art` in each pack.
    pub fn of(root: Option<&Path>, packs: &[PathBuf], game: &str) -> ArtFolders {
        let of_game = root.map(|root| root.join("cards").join(game).join("art"));
        let of_packs = packs.iter().rev().map(|pack| pack.join("art"));
        ArtFolders { folders: of_packs.chain(of_game).collect() }
    }

    /// The files in the folders whose names end as those of pictures: the path of each, and the id that it is named by.
    pub fn names(&self) -> Vec<(PathBuf, String)> {
        let mut all = Vec::new();
        for path in &self.folders {
            let Ok(folder) = Folder::open(path) else { continue };
            let names = folder.names(Path::new("")).unwrap_or_default();
            for (name, _) in names.into_iter().filter(|(_, is_folder)| !is_folder) {
                if let Some((id, ending)) = name.rsplit_once('.')
                    && ENDINGS.contains(&ending.to_lowercase().as_str())
                {
                    all.push((folder.path(Path::new(&name)), id.to_string()));
                }
            }
        }
        all
    }

    /// The picture of a card; `None`: no folder holds a picture.
    ///
    /// # Errors
    ///
    /// A link, a file that is too long, and one that is no picture.
    pub fn find(&self, id: &str) -> Result<Option<Picture>> {
        for path in &self.folders {
            let Ok(folder) = Folder::open(path) else { continue };
            for ending in ENDINGS {
                let name = PathBuf::from(format!("{id}.{ending}"));
                let Some(bytes) = folder.bytes_if_there(&name, LONGEST)? else { continue };
                let wrong = |why| {
                    let message = format!("{}: {why}", folder.path(&name).display());
                    Error::usage(message).help("a picture is an SVG, PNG, JPEG or WebP of 8 MiB at most")
                };
                return Picture::read(bytes).map(Some).map_err(wrong);
            }
        }
        Ok(None)
    }
}
