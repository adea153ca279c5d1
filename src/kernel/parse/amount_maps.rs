//! Amount maps: amounts that are written as a map, `{ count: ... }` and the like; the key names the operation.

use crate::data::{Data, Node};
use crate::kernel::model::board_filters::Near;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Class, Distance, Extreme, Groups, Ref, Source, Table, Taken};
use crate::kernel::model::value::{Value, ZoneKind};
use crate::kernel::parse::keys::{
    COUNT, CountKeys, DISTINCT_WORDS, DistinctKeys, EITHER, EitherKeys, GROUPS, GroupKeys, LEAST, LeastKeys, MOST,
    MostKeys, STEPS, SUM, StepsKeys, SumKeys, TABLE, TableKeys, WAY, WayKeys,
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
        if let Some(ends @ Node { value: Data::Map(_), .. }) = steps.distance {
            return self.distance_on_board(ends, node);
        }
        if let (Some(field), Some(from), Some(to)) = (steps.distance, steps.from, steps.to) {
            self.known_keys(node, &STEPS);
            let Some(by) = field.as_str().and_then(|n| self.word_slot(n)) else {
                self.wrong(field, "a word field of cards");
                return Amount::Int(0);
            };
            let from = self.sought_in_any_order(from, Class::Card);
            let to = self.sought_in_any_order(to, Class::Card);
            return Amount::Distance(Box::new(Distance::Ways { by, from: Box::new(from), to: Box::new(to) }));
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

    /// Reads the amount of steps between spaces of a board.
    fn distance_on_board(&mut self, ends: &Node, node: &Node) -> Amount {
        self.known_keys(ends, &WAY);
        let beside = node.as_map().unwrap_or_default().iter().find(|(key, _)| key.name != "distance");
        if let Some((key, _)) = beside {
            let message = format!("`{}` stands beside `distance: {{ from, to }}`, where nothing reads it", key.name);
            self.problems.error("unknown_key", &key.span, message).help("on a board both ends stand in the map");
        }
        let said = WayKeys::of(ends);
        let (Some(from), Some(to)) = (said.from, said.to) else {
            self.wrong(ends, "`from` and `to`");
            return Amount::Int(0);
        };
        let (from, to) = (self.end_on_board(from), self.end_on_board(to));
        Amount::Distance(Box::new(Distance::Board { from, to }))
    }

    /// Reads an end of a way on a board, and reports one that lies on no board.
    fn end_on_board(&mut self, node: &Node) -> Near {
        let boards: IdSet<ZoneKind> = self.schema.boards.iter().map(|board| board.kind).collect();
        if boards.is_empty() {
            self.problems.error("wrong_kind", &node.span, "no zone of this game is a board, so nothing lies on one");
            return Near::Ref(Ref::value(Value::Nil));
        }
        if node.as_map().is_none() {
            return Near::Ref(self.object_ref(node));
        }
        let found = self.sought_in_any_order(node, Class::Card);
        let zones = match &found.source {
            Source::Cards(cards) if cards.lists.is_empty() => cards.zones,
            Source::Spaces(spaces) if spaces.lists.is_empty() => spaces.zones,
            Source::Cards(_) | Source::Spaces(_) | Source::Either(_) => IdSet::ALL,
            _ => IdSet::EMPTY,
        };
        if (zones & boards).is_empty() {
            let message = "nothing that is meant here lies on a board";
            self.problems.error("wrong_kind", &node.span, message).help("say cards or spaces of a zone with `board`");
        }
        Near::Cards(Box::new(found))
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
