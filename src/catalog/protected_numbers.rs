//! Protected numbers: the numbers of players that no script may change, read from the manifest.

use super::builder::Builder;
use super::keys::manifest::KeepKeys;
use super::keys::manifest::Manifest;
use crate::data::{Node, suggest};
use crate::error::Problems;
use crate::kernel::model::rules::ProtectedNumber;
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Compiles `keeps: [{ player: number, if: condition, because: words }]`.
    pub(super) fn protected_numbers(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for node in manifest.keeps {
            let keys = KeepKeys::of(node);
            let because = keys.because.unwrap_or("").into();
            let name = keys.player.and_then(Node::as_str).unwrap_or("");
            let when = keys.r#if.map(|n| self.parser(Scope::default(), problems).cond(n));
            let fields = &self.rules.schema.player_fields;
            match fields.iter().find(|(n, field)| field.is_number() && **self.rules.name(*n) == *name) {
                Some((_, field)) => self.rules.protected_numbers.push(ProtectedNumber { field: *field, when, because }),
                None => {
                    let help = suggest::help_for(
                        name,
                        fields.iter().filter(|f| f.1.is_number()).map(|(n, _)| &**self.rules.name(*n)),
                    );
                    let at = &keys.player.unwrap_or(node).span;
                    problems.error("unknown_word", at, format!("players have no number `{name}`")).help(help);
                }
            }
        }
    }
}
