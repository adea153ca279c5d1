//! Templates: texts with amounts in them, such as `needs {me.needed} cards`.

use std::sync::Arc;

use crate::data::{Node, Span};
use crate::kernel::model::templates::Words;
use crate::kernel::parse::amount;
use crate::kernel::parse::parser::Parser;

impl Words {
    /// Reads a text, and reports braces without an amount in them.
    pub fn read(parser: &mut Parser, text: &str, span: &Span) -> Words {
        let mut open = false;
        let is_odd = text.chars().filter(|c| ['{', '}'].contains(c)).any(|c| {
            let fits = open != (c == '{');
            open = c == '{';
            !fits
        });
        if is_odd || open {
            let message = "the text has an unmatched `{` or `}`: an amount stands between the two";
            parser.problems.error("bad_amount", span, message);
        }
        let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(inner, _)| inner));
        let amounts = parts.map(|part| (format!("{{{part}}}"), amount::parse(parser, part, span))).collect();
        Words { text: text.into(), amounts }
    }

    /// Reads `because`: the reason that a player is told if a condition does not hold; `None` if there is none.
    pub fn because(parser: &mut Parser, node: Option<&Node>) -> Option<Arc<Words>> {
        let node = node?;
        let Some(text) = node.as_str() else {
            parser.wrong(node, "a text");
            return None;
        };
        Some(Arc::new(Words::read(parser, text, &node.span)))
    }
}
