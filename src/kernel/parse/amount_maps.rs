//! Amount maps: amounts that are written as a map, `{ count: ... }` and the like; the key names the operation.

use crate::data::{Data, Node};
use crate::kernel::model::lang::{Amount, Class, Distance, Extreme, Groups, Table, Taken};
use crate::kernel::parse::keys::{
    COUNT, CountKeys, DISTINCT_WORDS, DistinctKeys, EITHER, EitherKeys, GROUPS, GroupKeys, LEAST, LeastKeys, MOST,
    MostKeys, STEPS, SUM, StepsKeys, SumKeys, TABLE, TableKeys,
};
use crate::kernel::parse::parser::{Judged, Parser};
use crate::kernel::parse::resolve::Of;

impl Parser<'_> {
    /// Reads an amount that is written as a map; its key names the operation.
    pub(super) fn amount_of_map(&mut self, node: &Node) -> Amount {
        let (groups, sum) = (GroupKeys::of(node), SumKeys::of(node));
        match (CountKeys::of(node).count, sum.sum, groups.groups) {
            (Some(what), ..) => {
                self.known_keys(node, &COUNT);
                Amount::Count(Box::new(self.sought_in_any_order(what, Class::Card)))
            }
            (_, Some(field), _) => self.sum(field, sum.of, node),
            (.., Some(what)) => self.groups(what, &groups),
            _ => self.amount_of_several(node),
        }
    }

    /// Reads the amounts with the keys `most`, `least`, `distinct`, `distance`, `if`, or `at` beside `of`. Any other
    /// map is reported.
    fn amount_of_several(&mut self, node: &Node) -> Amount {
        let (most, least) = (MostKeys::of(node), LeastKeys::of(node));
        let (distinct, either) = (DistinctKeys::of(node), EitherKeys::of(node));
        if let (Some(by), Some(of)) = (most.most, most.of) {
            self.known_keys(node, &MOST);
            return self.extreme(by, of, Taken::Greatest);
        }
        if let (Some(by), Some(of)) = (least.least, least.of) {
            self.known_keys(node, &LEAST);
            return self.extreme(by, of, Taken::Least);
        }
        if let (Some(field), Some(of)) = (distinct.distinct, distinct.of) {
            self.known_keys(node, &DISTINCT_WORDS);
            let Some(slot) = field.as_str().and_then(|n| self.word_slot(n)) else {
                self.wrong(field, "a word field of cards");
                return Amount::Int(0);
            };
            return Amount::Distinct(slot, Box::new(self.sought_in_any_order(of, Class::Card)));
        }
        let steps = StepsKeys::of(node);
        if let (Some(field), Some(from), Some(to)) = (steps.distance, steps.from, steps.to) {
            self.known_keys(node, &STEPS);
            let Some(by) = field.as_str().and_then(|n| self.word_slot(n)) else {
                self.wrong(field, "a word field of cards");
                return Amount::Int(0);
            };
            let from = self.sought_in_any_order(from, Class::Card);
            let to = self.sought_in_any_order(to, Class::Card);
            return Amount::Distance(Box::new(Distance { by, from, to }));
        }
        if let (Some(cond), Some(then)) = (either.r#if, either.then) {
            self.known_keys(node, &EITHER);
            let (cond, then) = (self.cond(cond), self.amount(then));
            let otherwise = either.r#else.map_or(Amount::Int(0), |n| self.amount(n));
            return Amount::If(Box::new(cond), Box::new(then), Box::new(otherwise));
        }
        let table = TableKeys::of(node);
        if let (Some(at), Some(of)) = (table.at, table.of) {
            return self.table(at, of, node);
        }
        let wanted = "an amount (a number, arithmetic, `count:`, `sum:`, `groups:`, `most:`, `least:`, `distinct:`, `distance:`, `if:` or `at:` with `of:`)";
        self.wrong(node, wanted);
        Amount::Int(0)
    }

    /// Reads an amount of a table: `at` is the place, `of` the row of amounts.
    fn table(&mut self, at: &Node, of: &Node, node: &Node) -> Amount {
        self.known_keys(node, &TABLE);
        let at = self.amount(at);
        let of: Vec<Amount> = match &of.value {
            Data::List(list) if !list.is_empty() => list.iter().map(|n| self.amount(n)).collect(),
            _ => {
                self.wrong(of, "a list of amounts (`[0, 3, 5, 8]`)");
                return Amount::Int(0);
            }
        };
        if let (Some(n), Judged::Later(_)) = (at.fixed(), self.judged) {
            let message = format!("the place in this table is always {n}: only one of its amounts ever counts");
            self.problems.warn("no_effect", &node.span, message).help("write that amount alone");
        }
        Amount::Table(Box::new(Table { at, of }))
    }

    /// Reads an amount `by` of which each thing in `of` has one; the greatest, the least or the sum of them counts.
    fn extreme(&mut self, by: &Node, of: &Node, taken: Taken) -> Amount {
        let of = self.sought_in_any_order(of, Class::Card);
        let it = of.source.class().map_or(Of::Any, Of::from);
        let by = self.with_it(it, |p| p.amount(by));
        Amount::Extreme(Box::new(Extreme { of, by, taken }))
    }

    /// Reads `sum`: a field of cards is added up, or an amount of other things.
    fn sum(&mut self, field: &Node, of: Option<&Node>, node: &Node) -> Amount {
        self.known_keys(node, &SUM);
        let attr = field.as_str().and_then(|n| self.schema.attr(Class::Card, n));
        let others = of.filter(|of| ["player", "spaces", "record", "either"].iter().any(|key| of.field(key).is_some()));
        let is_name = field.as_str().is_some_and(|n| n.chars().all(|c| c.is_alphanumeric() || c == '_'));
        if let Some(of) = others.or(of.filter(|of| !is_name && of.as_map().is_some())) {
            return self.extreme(field, of, Taken::Sum);
        }
        let Some(attr) = attr else {
            self.wrong(field, "a numeric field of cards");
            return Amount::Int(0);
        };
        match of {
            Some(of) if of.as_str().is_some() => Amount::SumOf(attr, self.object_ref(of)),
            Some(of) => Amount::Sum(attr, Box::new(self.sought_in_any_order(of, Class::Card))),
            None => {
                self.wrong(node, "`of:` with the cards to sum over");
                Amount::Int(0)
            }
        }
    }

    /// Reads `groups`: the amount is a number of disjoint sets of like cards, or their worth.
    fn groups(&mut self, what: &Node, said: &GroupKeys) -> Amount {
        self.known_keys(said.node(), &GROUPS);
        let by = said.by.and_then(Node::as_str).and_then(|n| self.word_slot(n));
        let (Some(by), Some(size)) = (by, said.size) else {
            self.wrong(said.node(), "`groups` with `by`, a word field of cards, and `size`");
            return Amount::Int(0);
        };
        Amount::Groups(Box::new(Groups {
            what: self.sought_in_any_order(what, Class::Card),
            by,
            size: self.amount(size),
            joker: said.joker.map(|n| self.test(n)),
            worth: said.worth.map(|n| self.with_it(Of::Card, |p| p.amount(n))),
        }))
    }
}
