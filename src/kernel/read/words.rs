//! Words with amounts in them: `needs {me.needed} cards, has {me.held}`.

use crate::data::{Node, Span};
use crate::kernel::model::lang::Amount;
use crate::kernel::parse::amount;
use crate::kernel::parse::parser::Parser;
use crate::kernel::read::env::Env;
use std::sync::Arc;

/// A reason as its author wrote it, with the amounts that stand in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub(in crate::kernel) text: Arc<str>,
    /// What stands between braces, and what it means.
    pub(in crate::kernel) amounts: Vec<(String, Amount)>,
}

impl Words {
    /// Reads a text, and reports what is no amount in it.
    pub fn read(parser: &mut Parser, text: &str, span: &Span) -> Words {
        let mut open = false;
        let is_odd = text.chars().filter(|c| ['{', '}'].contains(c)).any(|c| {
            let fits = open != (c == '{');
            open = c == '{';
            !fits
        });
        if is_odd || open {
            let message = "a `{` or `}` without the other: an amount stands between both";
            parser.problems.error("bad_amount", span, message);
        }
        let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(inner, _)| inner));
        let amounts = parts.map(|part| (format!("{{{part}}}"), amount::parse(parser, part, span))).collect();
        Words { text: text.into(), amounts }
    }

    /// The `because` of a node, if it has one.
    pub fn because(parser: &mut Parser, node: &Node) -> Option<Arc<Words>> {
        let because = node.field("because")?;
        Some(Arc::new(Words::read(parser, because.as_str()?, &because.span)))
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with the numbers of its amounts, if it has any.
    pub fn fill(&self, env: &Env) -> String {
        let put = |text: String, (part, amount): &(String, Amount)| text.replace(part, &env.amount(amount).to_string());
        self.amounts.iter().fold(self.text.to_string(), put)
    }

    /// Whether it says a number.
    pub fn has_amounts(&self) -> bool {
        !self.amounts.is_empty()
    }
}
