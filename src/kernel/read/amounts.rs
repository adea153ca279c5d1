//! Amounts and conditions, evaluated in a state.

use crate::kernel::model::board_filters::Near;
use crate::kernel::model::lang::{Amount, Cmp, Cond, Distance, Extreme, Selection, Taken};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, Scalar, Value, ZoneKind};
use crate::kernel::read::evaluation_env::Env;

/// The distance, in steps, between things that no path connects: more than a path in a game has.
const NO_WAY: i64 = 1000;

impl<'a> Env<'a> {
    /// The value of an amount.
    #[inline]
    pub fn amount(&self, amount: &Amount) -> i64 {
        // A fast path for written numbers, which are half of all amounts.
        if let Amount::Int(n) = amount { *n } else { self.computed(amount) }
    }

    fn computed(&self, amount: &Amount) -> i64 {
        match amount {
            Amount::Int(n) => *n,
            Amount::Ref(r) => match self.scalar(r) {
                Some(one) => one.int().unwrap_or(0),
                None => match &*self.lookup(r) {
                    Value::List(list) => list.iter().filter_map(Value::int).fold(0, i64::saturating_add),
                    v => v.int().unwrap_or(0),
                },
            },
            Amount::Add(a, b) => self.amount(a).saturating_add(self.amount(b)),
            Amount::Sub(a, b) => self.amount(a).saturating_sub(self.amount(b)),
            Amount::Mul(a, b) => self.amount(a).saturating_mul(self.amount(b)),
            Amount::Min(a, b) => self.amount(a).min(self.amount(b)),
            Amount::Max(a, b) => self.amount(a).max(self.amount(b)),
            Amount::Abs(a) => self.amount(a).saturating_abs(),
            Amount::HalfUp(a) => self.amount(a).saturating_add(1).div_euclid(2),
            Amount::HalfDown(a) => self.amount(a).div_euclid(2),
            Amount::Div(a, b) => divisor(self.amount(b)).map_or(0, |b| self.amount(a).div_euclid(b)),
            Amount::Mod(a, b) => divisor(self.amount(b)).map_or(0, |b| self.amount(a).rem_euclid(b)),
            Amount::If(cond, a, b) => self.amount(if self.holds(cond) { a } else { b }),
            Amount::Table(table) => {
                let last = table.of.len().saturating_sub(1) as i64;
                table.of.get(self.amount(&table.at).clamp(0, last) as usize).map_or(0, |n| self.amount(n))
            }
            Amount::Distinct(slot, sel) => self.distinct(*slot, sel),
            Amount::Distance(steps) => self.distance(steps),
            Amount::Extreme(extreme) => self.extreme(extreme),
            Amount::CountOf(r) => self.lookup(r).items().len() as i64,
            Amount::TimesIn(list, what) => {
                let (what, list) = (self.lookup(what), self.lookup(list));
                match self.pays_for(list.items().len()) {
                    true => list.items().iter().filter(|v| **v == *what).count() as i64,
                    false => 0,
                }
            }
            Amount::Count(sel) => self.count(sel),
            Amount::Groups(groups) => self.groups(groups),
            Amount::SumOf(attr, r) => {
                let (mut total, as_of, list) = (0, self.leads_as_of(r), self.lookup(r));
                if !self.pays_for(list.items().len()) {
                    return 0;
                }
                list.each_card(&mut |c| total += self.card_attr_as_of(c, *attr, as_of));
                total
            }
            Amount::Sum(attr, sel) => {
                let mut total = 0;
                self.each_card_sought(sel, &mut |c| total += self.card_attr_as_of(c, *attr, self.found_as_of(sel, c)));
                total
            }
        }
    }

    fn distinct(&self, slot: u8, sel: &Selection) -> i64 {
        let mut words = Vec::new();
        self.each_card_sought(sel, &mut |card| {
            let as_of = self.found_as_of(sel, card);
            if !self.is_blank_as_of(card, as_of) {
                words.extend(self.all_words_as_of(card, slot, as_of));
            }
        });
        words.sort_unstable();
        words.dedup();
        words.len() as i64
    }

    fn distance(&self, distance: &Distance) -> i64 {
        match distance {
            Distance::Ways { by, from, to } => self.distance_of_ways(*by, from, to),
            Distance::Board { from, to } => self.distance_on_board(from, to),
        }
    }

    /// The least number of steps between spaces of one board.
    fn distance_on_board(&self, from: &Near, to: &Near) -> i64 {
        let places = |near: &Near| {
            let mut places = Vec::new();
            self.each_near(near, &mut |v| places.extend(self.space_of(v).and_then(|space| self.on_board(space))));
            places
        };
        let goals = places(to);
        let mut least = NO_WAY;
        for at in places(from) {
            if !self.pays_for(goals.len()) {
                break;
            }
            let of_board = goals.iter().filter(|goal| goal.first == at.first);
            least = of_board.map(|goal| at.def.board.distance(at.place, goal.place).into()).fold(least, i64::min);
        }
        least
    }

    fn distance_of_ways(&self, by: u8, from: &Selection, to: &Selection) -> i64 {
        let (mut at, mut goals) = (Vec::new(), Vec::new());
        self.each_card_sought(from, &mut |card| at.push(card));
        self.each_card_sought(to, &mut |card| goals.push(card));
        let kind = |card: Card| self.rules.schema.kind_of(self.state.card(card).zone);
        let kinds: Vec<ZoneKind> = at.iter().map(|card| kind(*card)).collect();
        let all = (0..self.state.cards.len()).map(Card::of);
        let mut left: Vec<Card> = all.filter(|card| kinds.contains(&kind(*card))).collect();
        let mut steps = 0;
        while !at.iter().any(|card| goals.contains(card)) {
            let is_read = |card: &&Card| !self.is_blank(**card) && self.look();
            let ways: Vec<Sym> = at.iter().filter(is_read).flat_map(|card| self.words(*card, by)).collect();
            left.retain(|card| !at.contains(card));
            at = left.iter().copied().filter(|card| ways.contains(&self.game().name_of(*card))).collect();
            steps += 1;
            if at.is_empty() {
                return NO_WAY;
            }
        }
        steps
    }

    fn extreme(&self, Extreme { of, by, taken }: &Extreme) -> i64 {
        let mut found = None;
        for v in self.sought(of) {
            if self.derived.work.left() == 0 {
                break;
            }
            let n = self.at_found(of, &v).amount(by);
            let with = |m: i64| match taken {
                Taken::Greatest => m.max(n),
                Taken::Least => m.min(n),
                Taken::Sum => m.saturating_add(n),
            };
            found = Some(found.map_or(n, with));
        }
        found.unwrap_or(0)
    }

    /// True if a condition holds.
    pub fn holds(&self, cond: &Cond) -> bool {
        self.look() && self.says(cond)
    }

    /// Judges a condition. The error of a comparison of two amounts has both values and the comparison; for any other
    /// condition it is `None`.
    pub(super) fn meets(&self, cond: &Cond) -> Result<(), Option<(i64, Cmp, i64)>> {
        let Cond::Amount(a, cmp, b) = cond else { return if self.holds(cond) { Ok(()) } else { Err(None) } };
        let may_look = self.look();
        let (a, b) = (self.amount(a), self.amount(b));
        if may_look && cmp.holds(a, b) { Ok(()) } else { Err(Some((a, *cmp, b))) }
    }

    fn says(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(b) => *b,
            Cond::All(all) => all.iter().all(|c| self.holds(c)),
            Cond::Any(any) => any.iter().any(|c| self.holds(c)),
            Cond::Not(c) => !self.holds(c),
            Cond::Exists(sel) => {
                if sel.is_plain()
                    && let Some(exists) = self.some_card_of(sel, &mut |_| true)
                {
                    return exists;
                }
                self.some_sought(sel, &mut |_| true)
            }
            Cond::Count(sel, cmp, n) => cmp.holds(self.count(sel), self.amount(n)),
            Cond::Amount(a, cmp, b) => cmp.holds(self.amount(a), self.amount(b)),
            Cond::Phase(phases) => self.state.phase.is_some_and(|p| phases.contains(&p)),
            Cond::Turn(test) => self.seat_is(test, self.state.active),
            Cond::Record(kind) => self.state.record(*kind).is_some(),
            Cond::Option(name, value) => self.rules.option(*name) == Some(value),
            Cond::Window(id) => self.state.window().is_some_and(|w| w.def == *id),
            Cond::Matches(r, test) => match self.scalar(r) {
                Some(Scalar::Nil) => false,
                Some(Scalar::Card(card)) if self.keeps_last_known(card) => {
                    self.card_matches_as_of(test, card, self.leads_as_of(r))
                }
                Some(Scalar::Card(card)) => self.card_matches(test, card),
                _ => {
                    let value = self.lookup(r);
                    let as_of = self.leads_as_of(r);
                    !value.items().is_empty()
                        && value.items().iter().all(|v| match v {
                            Value::Card(card) => self.card_matches_as_of(test, *card, as_of),
                            other => self.untold_matches(test, other),
                        })
                }
            },
        }
    }
}

/// The divisor, if it is more than 0.
fn divisor(n: i64) -> Option<i64> {
    (n > 0).then_some(n)
}
