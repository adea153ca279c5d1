//! Words with amounts in them: `needs {me.needed} cards, has {me.held}`.
//!
//! They are only read when somebody must be told, so nothing is kept of them but the text; the
//! catalog has found their mistakes before.

use super::Amount;
use super::amount;
use super::eval::Env;
use super::parse::{Parser, Scope};
use crate::data::Span;
use crate::error::Problems;

/// The parts of a text between braces.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(inner, _)| inner))
}

/// Reports what is no amount in a text.
pub fn check(parser: &mut Parser, text: &str, span: &Span) {
    for part in parts(text) {
        amount::parse(parser, part, span);
    }
}

/// A text with the numbers of its amounts.
pub fn fill(env: &Env, text: &str) -> String {
    let mut out = text.to_string();
    for part in parts(text) {
        let amount = parse(env, part);
        out = out.replace(&format!("{{{part}}}"), &env.amount(&amount).to_string());
    }
    out
}

fn parse(env: &Env, text: &str) -> Amount {
    let (mut problems, rules) = (Problems::new(), env.rules);
    let mut parser = Parser {
        schema: &rules.schema,
        uses: &rules.names.uses,
        windows: &rules.names.windows,
        events: &rules.events,
        defs: &rules.names.defs,
        options: &rules.names.options,
        scope: Scope::default(),
        problems: &mut problems,
    };
    amount::parse(&mut parser, text, &Span::file(""))
}
