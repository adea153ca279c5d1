//! Trigger rules: how the game deals with triggers that wait at the same time.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::windows::TriggerKeys;
use crate::error::Problems;
use crate::kernel::model::value::UseKindId;
use crate::kernel::rules::TriggerRules;

impl Builder {
    pub(super) fn triggers(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let Some(node) = manifest.triggers else { return };
        let said = TriggerKeys::of(node);
        let kind = said.r#use.and_then(|name| {
            let uses = self.use_names.clone();
            self.parser(Default::default(), problems).one_of(name, "kind of use", &uses).map(UseKindId::of)
        });
        self.rules.triggers = TriggerRules {
            active_last: said.order == Some("active_last"),
            by_player: said.chosen_by == Some("player"),
            together: said.declared == Some("together"),
            loops_are_draws: said.loops == Some("draw"),
            kind,
        };
    }
}
