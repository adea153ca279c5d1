//! Keeps: what every script leaves as it was.

use super::manifest::Builder;
use super::reader::text;
use crate::data::{Node, suggest};
use crate::error::Problems;
use crate::kernel::model::rules::Keep;
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// `keeps: [{ player: number, if: condition, because: words }]`.
    pub(super) fn keeps(&mut self, manifest: &Node, problems: &mut Problems) {
        for node in manifest.field("keeps").map_or(&[][..], |n| n.items()) {
            let because = text(node, "because", "what scripts keep", problems).into();
            let name = text(node, "player", "what scripts keep", problems);
            let when = node.field("if").map(|n| self.parser(Scope::default(), problems).cond(n));
            let fields = &self.rules.schema.player_fields;
            match fields.iter().find(|(n, _)| **self.rules.name(*n) == *name) {
                Some((_, field)) => self.rules.keeps.push(Keep { field: *field, when, because }),
                None => {
                    let help = suggest::help_for(name, fields.iter().map(|(n, _)| &**self.rules.name(*n)));
                    let at = &node.field("player").unwrap_or(node).span;
                    problems.error("unknown_word", at, format!("players have no number `{name}`")).help(help);
                }
            }
        }
    }
}
