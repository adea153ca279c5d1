//! Cycles: numbers that depend on themselves, and so have no value.
//!
//! Only a certain cycle is an error: a field of an object that reads the same field of the same object. A sum over
//! other cards may well end somewhere.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::types::AttributeKeys;
use crate::data::Span;
use crate::error::Problems;
use crate::kernel::model::lang::{
    Amount, CardField, CardTest, Class, Cond, Head, PlayerField, PlayerTest, Ref, SeatTest, Test,
};
use crate::kernel::model::value::*;
use crate::kernel::rules::*;

/// A test of references: true if the reference leads to the object whose attribute is being computed.
type IsSame<'f> = &'f dyn Fn(&Head) -> bool;

impl Builder {
    /// Reports attributes whose amount leads to themselves, directly or through others.
    pub(super) fn cycles(&self, manifest: &Manifest, problems: &mut Problems) {
        for (class_key, node) in manifest.attributes {
            let class = if class_key.name == "player" { Class::Player } else { Class::Card };
            for (key, def) in node.as_map().unwrap_or_default() {
                let said = AttributeKeys::of(def);
                let Some(attr) = self.rules.schema.attr(class, &key.name) else { continue };
                if let (Some(amount), true) = (said.amount, self.closure(&[], self.of_attr(attr)).contains(&attr)) {
                    let message = format!("`{}` depends on itself: it has no value", key.name);
                    problems
                        .error("cycle", &amount.span, message)
                        .help("an amount may name only numbers that do not depend on it");
                }
            }
        }
    }

    /// Reports a modifier whose amount, condition or filter reads the value that it modifies.
    pub(super) fn own_cycles(&self, ability: &Ability, places: &[(usize, Span)], problems: &mut Problems) {
        let earlier = ability.def.map_or(&[][..], |d| &self.rules.defs[d.index()].statics);
        let earlier = earlier.iter().flat_map(|id| &self.rules.abilities[id.index()].statics);
        for (at, span) in places {
            let Some(Static::Attr { affects, attr, by, .. }) = ability.statics.get(*at) else { continue };
            let of = affects.class();
            let others: Vec<&Static> = earlier.clone().chain(&ability.statics[..=*at]).collect();
            let is_same = |head: &Head| is_same(head, affects);
            let name = self.rules.name(self.rules.schema.attrs[attr.index()].name);
            let mut read = Vec::new();
            self.reads(by, of, &is_same, &mut read);
            if self.closure(&others, read).contains(attr) {
                let message = format!("the amount by which `{name}` is modified depends on `{name}` itself");
                problems.error("cycle", span, message).help("what is printed does not change: read that, or a counter");
            }
            let mut asked = Vec::new();
            ability.needs.iter().for_each(|(cond, _)| self.asks(cond, of, &is_same, &mut asked));
            match affects {
                Affected::Cards(test) => asks_of_card(test, &mut asked),
                Affected::Players(test) => asks_of_player(test, &mut asked),
            }
            if asked.contains(attr) {
                let message = format!("whether `{name}` is modified depends on `{name}` itself");
                let help = format!("ask about what is printed, `printed: {{ {name}: .. }}`, or about something else");
                problems.error("cycle", span, message).help(help);
            }
        }
    }

    /// These attributes of an object, and all attributes of the same object on which they depend, directly or through
    /// others. Modifiers in `statics` count, too.
    fn closure(&self, statics: &[&Static], from: Vec<AttrId>) -> Vec<AttrId> {
        let mut found: Vec<AttrId> = Vec::new();
        let mut open = from;
        while let Some(attr) = open.pop() {
            if found.contains(&attr) {
                continue;
            }
            found.push(attr);
            open.extend(self.of_attr(attr));
            for one in statics {
                if let Static::Attr { affects, attr: changed, by, .. } = one
                    && *changed == attr
                {
                    self.reads(by, affects.class(), &|head| is_same(head, affects), &mut open);
                }
            }
        }
        found
    }

    /// Attributes of the same object that the amount of an attribute reads.
    fn of_attr(&self, attr: AttrId) -> Vec<AttrId> {
        let def = &self.rules.schema.attrs[attr.index()];
        let mut out = Vec::new();
        if let AttrBase::Amount(amount) = &def.base {
            self.reads(amount, def.of, &|head| matches!(head, Head::It), &mut out);
        }
        out
    }

    /// The attributes of the same object that an amount reads.
    fn reads(&self, amount: &Amount, of: Class, is_same: IsSame, out: &mut Vec<AttrId>) {
        match amount {
            Amount::Ref(r) => out.extend(self.attr_of(r, of, is_same)),
            Amount::Add(a, b)
            | Amount::Sub(a, b)
            | Amount::Mul(a, b)
            | Amount::Min(a, b)
            | Amount::Max(a, b)
            | Amount::Div(a, b)
            | Amount::Mod(a, b)
            | Amount::If(_, a, b) => {
                self.reads(a, of, is_same, out);
                self.reads(b, of, is_same, out);
            }
            Amount::Table(table) => {
                [&table.at].into_iter().chain(&table.of).for_each(|n| self.reads(n, of, is_same, out));
            }
            Amount::Abs(a) | Amount::HalfUp(a) | Amount::HalfDown(a) => self.reads(a, of, is_same, out),
            Amount::SumOf(attr, r) if r.path.is_empty() && is_same(&r.head) => out.push(*attr),
            _ => {}
        }
    }

    fn attr_of(&self, r: &Ref, of: Class, is_same: IsSame) -> Option<AttrId> {
        let [field] = r.path.as_slice() else { return None };
        match of {
            _ if !is_same(&r.head) => None,
            Class::Card => match self.rules.schema.card_field(*field) {
                Some(CardField::Attr(attr)) => Some(attr),
                _ => None,
            },
            Class::Player => match self.rules.schema.player_field(*field) {
                Some(PlayerField::Attr(attr)) => Some(attr),
                _ => None,
            },
            _ => None,
        }
    }

    /// The attributes of the same object that a condition asks about.
    fn asks(&self, cond: &Cond, of: Class, is_same: IsSame, out: &mut Vec<AttrId>) {
        match cond {
            Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|c| self.asks(c, of, is_same, out)),
            Cond::Not(part) => self.asks(part, of, is_same, out),
            Cond::Amount(a, _, b) => {
                self.reads(a, of, is_same, out);
                self.reads(b, of, is_same, out);
            }
            Cond::Matches(r, test) if r.path.is_empty() && is_same(&r.head) => asks_of_card(test, out),
            _ => {}
        }
    }
}

/// Adds to `out` the attributes of a card that a test reads.
fn asks_of_card(test: &Test<CardTest>, out: &mut Vec<AttrId>) {
    test.walk(&mut |one| {
        if let Test::One(CardTest::Attr(attr, ..)) = one {
            out.push(*attr);
        }
    });
}

/// Adds to `out` the attributes of a player that a test reads.
fn asks_of_player(test: &Test<PlayerTest>, out: &mut Vec<AttrId>) {
    test.walk(&mut |one| {
        if let Test::One(PlayerTest::PlayerField(PlayerField::Attr(attr), ..)) = one {
            out.push(*attr);
        }
    });
}

/// True if a reference in a modifier leads to the affected object: `it` does; `self` and `me` do if the modifier
/// affects only that card or that player.
fn is_same(head: &Head, affects: &Affected) -> bool {
    match (head, affects) {
        (Head::It, _) => true,
        (Head::SelfCard, Affected::Cards(Test::Is(r))) => r.head == Head::SelfCard && r.path.is_empty(),
        (Head::Me, Affected::Players(Test::One(PlayerTest::Player(SeatTest::Me)))) => true,
        _ => false,
    }
}
