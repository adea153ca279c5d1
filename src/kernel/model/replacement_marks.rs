//! Replacement marks: events remember the replacements that were applied to them, and do not meet these again.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::objects::Event;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::AbilityId;

/// Keeps only replacements of draws among the replacements already applied to a draw. A draw takes a new card, so a
/// replacement of another event may apply to it again.
pub fn keep_replaced_draws(rules: &Rules, event: &mut Event) {
    if event.kind == event::DRAW {
        let form = |id: &AbilityId| &rules.abilities[id.index()].form;
        event.replaced_by.retain(|(id, _)| *form(id) == AbilityForm::Instead(event::DRAW));
    }
}

impl Context {
    /// Marks the events of a replacement, so that the replacements already applied do not meet them again.
    pub fn mark(&self, rules: &Rules, events: &mut [Event]) {
        if self.replaced_by.is_empty() {
            return;
        }
        for event in events {
            event.replaced_by = self.replaced_by.clone();
            keep_replaced_draws(rules, event);
        }
    }
}
