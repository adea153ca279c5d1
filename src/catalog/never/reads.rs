//! Reads: packs that say that their steps read what is hidden, and that have none.

use super::Looked;
use crate::catalog::idle::names_word;
use crate::error::Problems;

pub(super) fn check(looked: &Looked, problems: &mut Problems) {
    for pack in looked.catalog.packs.iter().filter(|pack| pack.reads_hidden) {
        let folder = format!("packs/{}/", pack.id);
        let header = looked.nodes.get(format!("{folder}pack.yaml").as_str());
        let Some(reads) = header.and_then(|header| header.field("reads")) else { continue };
        let scripts = looked.catalog.files.texts.iter();
        let mut scripts = scripts.filter(|(path, _)| path.starts_with(&folder) && path.ends_with(".lua"));
        if !scripts.any(|(_, text)| names_word(text, "step") || names_word(text, "wrap")) {
            let message = "`reads: hidden` is not needed: the scripts of the pack register no step and wrap none";
            let help = "leave it out: players are told which packs look; a card says it itself";
            problems.warn("idle", &reads.span, message).help(help);
        }
    }
}
