//! Needless hidden reads: packs that declare `reads: hidden` for abilities or steps that they do not have.

use super::{LintInput, has_any};
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    for pack in input.catalog.packs.iter().filter(|pack| pack.reads_hidden) {
        let folder = format!("packs/{}/", pack.id);
        let header = input.nodes.get(format!("{folder}pack.yaml").as_str());
        let Some(reads) = header.and_then(|header| header.field("reads")) else { continue };
        let scripts = input.scripts.iter().filter(|script| script.span.file.starts_with(&folder));
        let mut trees =
            input.nodes.iter().filter(|(path, _)| path.starts_with(&folder) && !path.ends_with("/pack.yaml"));
        let registers = scripts.into_iter().any(|script| script.names("step") || script.names("wrap"));
        if !registers && !trees.any(|(_, tree)| has_any(tree, &["abilities"])) {
            let message = "`reads: hidden` is not needed: the pack has no ability, registers no step and wraps none";
            let help = "leave it out: players are told which packs look";
            problems.warn("idle", &reads.span, message).help(help);
        }
    }
}
