//! Replacement rules: how the manifest deals with several replacements of one event.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::windows::ReplacementKeys;
use crate::error::Problems;
use crate::kernel::parse::resolve::What;
use crate::kernel::rules::{Rank, ReplacementRules};

/// The word for the abilities of the card itself to which something happens.
const OWN: &str = "own";

impl Builder {
    pub(super) fn competing(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let Some(node) = manifest.replacements else { return };
        let said = ReplacementKeys::of(node);
        let mut order = Vec::new();
        for word in said.order {
            match word.as_str() {
                Some(OWN) => order.push(Rank::Own),
                _ => {
                    let flags = self.parser(Default::default(), problems).noted_syms(word, What::MutedFlag);
                    order.extend(flags.into_iter().map(Rank::Flag));
                }
            }
        }
        self.rules.replacements = ReplacementRules {
            of_what_leaves: said.leaving == Some("all"),
            by_affected: said.chosen_by == Some("affected"),
            order,
        };
    }
}
