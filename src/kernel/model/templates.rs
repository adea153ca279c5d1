//! Templates: an author's texts with amounts in them: `needs {me.needed} cards, has {me.held}`.

use intermezzo_derive::Renumber;
use std::sync::Arc;

use crate::kernel::model::lang::Amount;

/// An author's text whose placeholders, such as `{me.needed}`, are amounts.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Words {
    pub(in crate::kernel) text: Arc<str>,
    /// The expressions between braces, with their texts.
    pub(in crate::kernel) amounts: Vec<(String, Amount)>,
}

impl Words {
    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the text has placeholders.
    pub fn has_amounts(&self) -> bool {
        !self.amounts.is_empty()
    }
}
