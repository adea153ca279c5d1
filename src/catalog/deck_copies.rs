//! Copies: how many cards of one name a list of a deck may have, by limits that are for some of its cards.

use super::builder::Builder;
use super::decks::ListRule;
use super::keys::decks::CopiesKeys;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::{Class, PrintTest, Test};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::DefId;
use crate::kernel::read::card_tests::def_matches;

/// A limit of the copies of one name.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The filter of the limited cards.
    pub of: Test<PrintTest>,
    /// The limit.
    pub most: MostCopies,
}

/// The most copies of one name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MostCopies {
    /// Unlimited.
    Any,
    /// A number.
    Number(usize),
    /// The number that the card prints in this field, by slot.
    Printed(u8),
}

/// The limits of copies of one name.
pub(super) fn limits(b: &mut Builder, node: &Node, problems: &mut Problems) -> Vec<Copies> {
    let mut out: Vec<Copies> = Vec::new();
    for n in node.items() {
        if out.iter().any(|limit| limit.of == Test::True) {
            let message = "this limit of copies never counts: the one before it is for every card";
            problems.warn("no_effect", &n.span, message).help("the first limit counts that is for the card");
        }
        let said = CopiesKeys::of(n);
        let of = said.cards.map_or(Test::True, |n| b.parser(Default::default(), problems).print_test(n));
        let most = match n.as_map() {
            None => most_copies(b, n, problems),
            Some(_) => said.most.map_or(MostCopies::Any, |n| most_copies(b, n, problems)),
        };
        out.push(Copies { of, most });
    }
    out
}

/// The most copies: a number, or the field that prints it.
fn most_copies(b: &Builder, node: &Node, problems: &mut Problems) -> MostCopies {
    if let Some(n) = node.as_int() {
        return MostCopies::Number(n.max(0) as usize);
    }
    let name = node.as_str().unwrap_or("").trim_start_matches("card.");
    let attr = b.rules.schema.attr(Class::Card, name).map(|a| &b.rules.schema.attrs[a.index()].base);
    match attr.and_then(|base| base.printed()) {
        Some(slot) => MostCopies::Printed(slot),
        None => {
            problems.error("unknown_word", &node.span, format!("no card prints a number `{name}`"));
            MostCopies::Any
        }
    }
}

impl ListRule {
    /// The limit of copies of a card; `None`: unlimited.
    pub(super) fn most_of(&self, rules: &Rules, def: DefId) -> Option<usize> {
        match self.copies.iter().find(|limit| def_matches(rules, &limit.of, def))?.most {
            MostCopies::Any => None,
            MostCopies::Number(n) => Some(n),
            MostCopies::Printed(slot) => Some(rules.defs[def.index()].ints[slot as usize].max(0) as usize),
        }
    }
}
