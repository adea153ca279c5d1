//! Needless hidden reads: packs that declare `reads: hidden` for abilities or steps that they do not have.

use super::LintInput;
use crate::data::names_word;
use crate::error::Problems;

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    for pack in looked.catalog.packs.iter().filter(|pack| pack.reads_hidden) {
        let folder = format!("packs/{}/", pack.id);
        let header = looked.nodes.get(format!("{folder}pack.yaml").as_str());
        let Some(reads) = header.and_then(|header| header.field("reads")) else { continue };
        let scripts = looked.catalog.files.texts.iter();
        let mut own = scripts.filter(|(path, _)| path.starts_with(&folder) && !path.ends_with("/pack.yaml"));
        let words = ["step", "wrap", "abilities"];
        if !own.any(|(_, text)| words.iter().any(|word| names_word(text, word))) {
            let message = "`reads: hidden` is not needed: the pack has no ability, registers no step and wraps none";
            let help = "leave it out: players are told which packs look";
            problems.warn("idle", &reads.span, message).help(help);
        }
    }
}
