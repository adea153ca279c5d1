//! Selections: the candidates of a choice, and the values of expressions.

use crate::kernel::model::card_set::CardSet;
use crate::kernel::model::event;
use crate::kernel::model::lang::{
    CardSource, Cut, Dest, Expr, MOST_NUMBERS, Order, SeatTest, Selection, Source, SpaceSource, Test,
};
use crate::kernel::model::objects::Event;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;
use crate::kernel::read::card_tests::def_matches;
use crate::kernel::read::evaluation_env::Env;
use std::cmp::Reverse;

impl<'a> Env<'a> {
    // ---- selections ----

    /// Calls `f` with each candidate of a selection, in the order of zones.
    pub fn each_candidate(&self, sel: &Selection, f: &mut dyn FnMut(Value)) {
        self.some_candidate(sel, &mut |v| {
            f(v);
            false
        });
    }

    /// True if `f` is true for a candidate. Candidates come in the order of zones, until `f` returns true.
    pub fn some_candidate(&self, sel: &Selection, f: &mut dyn FnMut(Value) -> bool) -> bool {
        let Some(cut) = &sel.cut else { return self.some_uncut(sel, f) };
        let mut all = Vec::new();
        self.some_uncut(sel, &mut |v| {
            all.push(v);
            false
        });
        self.cut(sel, cut, &mut all);
        all.into_iter().any(f)
    }

    /// Orders objects by the numbers of a cut, and keeps only the first or last ones, if the cut says how many.
    fn cut(&self, sel: &Selection, cut: &Cut, all: &mut Vec<Value>) {
        if !cut.by.is_empty() {
            // Each object is read once, and the order is stable: equal ones stay as they lie.
            let numbers = |v: &Value| {
                // Once the looks are used up, no further object is read.
                if self.derived.work.left() == 0 {
                    return Vec::new();
                }
                let env = self.at_found(sel, v);
                cut.by.iter().map(|by| Reverse(env.amount(by))).collect::<Vec<_>>()
            };
            all.sort_by_cached_key(numbers);
        }
        if let Some(part) = &cut.part {
            part.keep(usize::try_from(self.amount(part.n())).unwrap_or(0), all);
        }
    }

    /// Reports candidates until one is accepted, as [`Env::some_candidate`] does, but without the cut to the first or
    /// last ones.
    fn some_uncut(&self, sel: &Selection, f: &mut dyn FnMut(Value) -> bool) -> bool {
        match &sel.source {
            Source::Cards(cards) => self.some_card(cards, &mut |c| f(Value::Card(c))),
            Source::Players(test) => (0..self.rules.schema.seats)
                .map(Seat)
                .any(|seat| self.player_matches(test, seat) && f(Value::Seat(seat))),
            Source::Records(test) => {
                self.state.records.iter().any(|r| self.record_matches(test, r.id) && f(Value::Record(r.id)))
            }
            Source::Uses(test) => {
                let mut uses = self.state.open_uses();
                uses.any(|u| self.use_matches(test, u) && f(Value::Use(u.id)))
            }
            Source::Spaces(spaces) => self.some_space(spaces, &mut |space| f(Value::Zone(space))),
            Source::Words(slot) => self.rules.schema.words[*slot as usize].known.iter().any(|w| f(Value::Word(*w))),
            Source::Defs(test) => {
                let defs = (0..self.rules.defs.len()).map(DefId::of);
                self.derived.work.looks(defs.len())
                    && defs.filter(|def| def_matches(self.rules, test, *def)).any(|def| f(Value::Def(def)))
            }
            Source::Number(low, high) => (self.amount(low)..=self.amount(high))
                .take(MOST_NUMBERS as usize)
                .any(|n| self.look() && f(Value::Int(n))),
            Source::Either(all) => all.iter().any(|one| self.some_sought(one, f)),
        }
    }

    /// True if a value meets the test of a selection, wherever it lies.
    pub fn is_sought(&self, sel: &Selection, value: &Value) -> bool {
        if let Value::List(list) = value {
            return list.iter().any(|v| self.is_sought(sel, v));
        }
        match (&sel.source, value) {
            (Source::Cards(cards), _) => self.untold_matches(&cards.filter, value),
            (Source::Players(test), Value::Seat(seat)) => self.player_matches(test, *seat),
            (Source::Players(test), _) => self.is_foreign(test, value),
            (Source::Records(test), Value::Record(id)) => self.record_matches(test, *id),
            (Source::Records(test), _) => self.is_foreign(test, value),
            (Source::Uses(test), Value::Use(id)) => {
                self.state.use_(*id).is_some_and(|this| self.use_matches(test, this))
            }
            (Source::Uses(test), _) => self.is_foreign(test, value),
            (Source::Spaces(spaces), Value::Zone(space)) => self.space_matches(&spaces.filter, *space),
            (Source::Spaces(spaces), _) => self.is_foreign(&spaces.filter, value),
            (Source::Defs(test), Value::Def(def)) => def_matches(self.rules, test, *def),
            (Source::Defs(test), _) => self.is_foreign(test, value),
            (Source::Either(all), _) => {
                all.iter().any(|one| one.source.is_of_kind(value) && self.is_sought(one, value))
            }
            (Source::Words(_) | Source::Number(..), _) => true,
        }
    }

    fn some_space(&self, sel: &SpaceSource, f: &mut dyn FnMut(Zone) -> bool) -> bool {
        if !sel.lists.is_empty() {
            return sel.lists.iter().any(|r| {
                let is_it = |v: &&Value| matches!(v, Value::Zone(space) if self.space_matches(&sel.filter, *space));
                self.lookup(r).items().iter().filter(is_it).any(|v| matches!(v, Value::Zone(space) if f(*space)))
            });
        }
        let schema = &self.rules.schema;
        let spaces = schema.kinds(sel.zones).flat_map(|kind| schema.all_spaces(kind));
        spaces.into_iter().any(|space| self.space_matches(&sel.filter, space) && f(space))
    }

    /// Reports cards until one is accepted, as [`Env::some_candidate`] does, for a selection of cards without a cut,
    /// and without building values. `None` for other selections.
    #[inline]
    pub(super) fn some_card_of(&self, sel: &Selection, f: &mut impl FnMut(Card) -> bool) -> Option<bool> {
        match &sel.source {
            Source::Cards(cards) if sel.cut.is_none() => Some(self.some_card(cards, f)),
            _ => None,
        }
    }

    /// The number of objects that a selection finds if nobody chooses among them.
    pub(crate) fn count(&self, sel: &Selection) -> i64 {
        let mut n = 0;
        if !sel.is_plain() {
            self.some_sought(sel, &mut |_| {
                n += 1;
                false
            });
            return n;
        }
        let mut n = 0;
        if let Source::Cards(cards) = &sel.source
            && sel.cut.is_none()
            && cards.lists.is_empty()
            && matches!(cards.rest, Test::True)
        {
            // Without a test the cards are only counted, and their looks are paid at once.
            self.some_lying(cards, &mut |_| {
                n += 1;
                false
            });
            return if n > 0 && !self.derived.work.looks(n - 1) { 0 } else { n as i64 };
        }
        let mut n = 0;
        let of_cards = self.some_card_of(sel, &mut |_| {
            n += 1;
            false
        });
        if of_cards.is_none() {
            self.each_candidate(sel, &mut |_| n += 1);
        }
        n
    }

    fn some_card(&self, sel: &CardSource, f: &mut impl FnMut(Card) -> bool) -> bool {
        let mut found = false;
        if !sel.lists.is_empty() {
            for r in &sel.lists {
                if found || self.derived.work.left() == 0 {
                    break;
                }
                let as_of = self.list_as_of(r);
                let matches = |c| {
                    let as_of = as_of.unwrap_or_else(|| self.own_as_of(Some(c)));
                    self.card_matches_as_of(&sel.filter, c, as_of)
                };
                self.lookup(r).each_card(&mut |c| found = found || matches(c) && f(c));
            }
            return found;
        }
        let mut scan = None;
        self.some_lying(sel, &mut |card| self.fits(scan.get_or_insert_with(|| self.scan(&sel.rest)), card) && f(card))
    }

    /// True if `f` is true for a card in the zones of a selection, with the wanted controller and owner.
    #[inline]
    pub(super) fn some_lying(&self, sel: &CardSource, f: &mut impl FnMut(Card) -> bool) -> bool {
        let schema = &self.rules.schema;
        // Tests of players do not depend on the card, so they are evaluated once.
        let whose = sel.whose.as_ref().map(|test| self.seats_that(test));
        let owner = sel.owner.as_ref().map(|test| self.seats_that(test));
        let among = |seats: Option<u8>, seat: Seat| seats.is_none_or(|seats| seat.0 < 8 && seats & 1 << seat.0 != 0);
        let (game, may_be_taken) = (self.game(), self.game().may_be_taken());
        let hang: CardSet = self.state.attached.iter().filter(|_| sel.hanging).map(|one| one.card).collect();
        if sel.hanging && hang.is_empty() {
            return false;
        }
        for kind in schema.kinds(sel.zones) {
            let per_player = schema.zones[kind.index()].per_player;
            // The cards in a player's zone are hers, unless control of a card has changed.
            let is_its_players = per_player && !may_be_taken;
            for seat in (0..if per_player { schema.seats } else { 1 }).map(Seat) {
                if is_its_players && !among(whose, seat) {
                    continue;
                }
                let fits = |card: Card| {
                    (!sel.hanging || hang.contains(card))
                        && (is_its_players || whose.is_none() || among(whose, game.controller(card)))
                        && among(owner, self.state.card(card).owner)
                };
                let found = match sel.position {
                    None => self.state.cards_in(self.rules, kind, seat).any(|card| fits(card) && f(card)),
                    Some(n) => game.cards_at(kind, seat, n).any(|card| fits(card) && f(card)),
                };
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// The seats that a test holds for: one bit each.
    fn seats_that(&self, test: &SeatTest) -> u8 {
        let seats = 0..self.rules.schema.seats.min(8);
        // A reference to one player is followed once.
        let one = match test {
            SeatTest::Ref(r) => self.scalar(r),
            _ => None,
        };
        let holds = |s: &u8| match one {
            Some(one) => one == Scalar::Seat(Seat(*s)),
            None => self.seat_is(test, Seat(*s)),
        };
        seats.filter(holds).fold(0, |mask, s| mask | 1 << s)
    }

    /// The objects that a selection finds if nobody chooses among them: those that meet its needs and permit its verb.
    pub(crate) fn sought(&self, sel: &Selection) -> Vec<Value> {
        let mut found = Vec::new();
        self.some_sought(sel, &mut |v| {
            add(&mut found, v);
            false
        });
        found
    }

    /// True if `f` is true for an object that a selection finds if nobody chooses. Objects come in order, until `f`
    /// returns true.
    pub(super) fn some_sought(&self, sel: &Selection, f: &mut dyn FnMut(Value) -> bool) -> bool {
        let is_meant = |v: &Value| self.meets_needs(sel, v) && sel.verb.is_none_or(|verb| self.permits(verb, v));
        self.some_candidate(sel, &mut |v| is_meant(&v) && f(v))
    }

    /// Calls `f` with each card that a selection finds if nobody chooses among them.
    pub(super) fn each_card_sought(&self, sel: &Selection, f: &mut impl FnMut(Card)) {
        let mut of_all = |card| {
            f(card);
            false
        };
        if !sel.is_plain() || self.some_card_of(sel, &mut of_all).is_none() {
            self.sought(sel).iter().filter_map(Value::card).for_each(f);
        }
    }

    /// All candidates of a selection, however many a player may choose; its needs and verb are not tested.
    pub fn candidates(&self, sel: &Selection) -> Vec<Value> {
        let mut out = Vec::new();
        self.each_candidate(sel, &mut |v| add(&mut out, v));
        out
    }

    /// True if no prohibition stops the player of this environment from choosing this object.
    pub fn may_choose(&self, value: &Value) -> bool {
        match (value, self.rules.choose) {
            (Value::Card(card), Some(verb)) => self.permission(verb, true, Some(*card), None, self.me).is_none(),
            _ => true,
        }
    }

    /// The options of a selection: the candidates that may be chosen and that permit its verb.
    pub fn options(&self, sel: &Selection) -> Vec<Value> {
        let mut out = Vec::new();
        self.each_candidate(sel, &mut |v| {
            if self.is_option(sel, &v) {
                add(&mut out, v);
            }
        });
        out
    }

    /// True if a selection has at least this number of targets for the use.
    pub(in crate::kernel) fn has_targets(&self, sel: &Selection, least: usize) -> bool {
        let mut found = 0;
        let is_itself = |v: &Value| self.this.is_some_and(|this| *v == Value::Use(this.id));
        least == 0
            || self.some_candidate(sel, &mut |v| {
                found += usize::from(self.is_option(sel, &v) && !is_itself(&v));
                found >= least
            })
    }

    /// The options of a selection for a target of the use. A use that is aimed elsewhere cannot become its own target.
    pub(in crate::kernel) fn target_options(&self, sel: &Selection) -> Vec<Value> {
        let mut options = self.options(sel);
        if let (Source::Uses(_) | Source::Either(_), Some(this)) = (&sel.source, self.this) {
            options.retain(|v| *v != Value::Use(this.id));
        }
        options
    }

    /// The words of the first need that a value does not meet; `None` if it meets all needs.
    pub fn failing_need<'s>(&self, sel: &'s Selection, v: &Value) -> Option<Option<&'s Words>> {
        let env = self.at_found(sel, v);
        let (_, words) = sel.needs.iter().find(|(cond, _)| !env.holds(cond))?;
        Some(words.as_deref())
    }

    fn meets_needs(&self, sel: &Selection, v: &Value) -> bool {
        sel.needs.is_empty() || {
            let env = self.at_found(sel, v);
            sel.needs.iter().all(|(cond, _)| env.holds(cond))
        }
    }

    /// True if no prohibition stops a verb for an object. Prohibitions concern cards only.
    fn permits(&self, verb: Sym, v: &Value) -> bool {
        // A hidden card permits nothing, because permissions depend on its text.
        v.card()
            .is_none_or(|card| !self.is_blank(card) && self.permission(verb, true, Some(card), None, self.me).is_none())
    }

    pub(in crate::kernel) fn is_option(&self, sel: &Selection, v: &Value) -> bool {
        if !self.meets_needs(sel, v) {
            return false;
        }
        // With a verb only the permissions of the verb count, not those of choosing: a blocker, for example, is not
        // chosen.
        match (sel.verb, v) {
            (Some(verb), Value::Card(_)) => self.permits(verb, v),
            (_, v) => self.may_choose(v),
        }
    }

    // ---- expressions ----

    /// The value of an expression.
    pub fn expr(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Ref(r) => self.lookup(r).into_owned(),
            Expr::Amount(a) => Value::Int(self.amount(a)),
            Expr::Select(sel) => self.sought(sel).into(),
            Expr::Dest(dest) => self.dest(dest, self.card, &[]).map_or(Value::Nil, Value::Zone),
            Expr::Seats(order) => Value::List(self.seats(order).into_iter().map(Value::Seat).collect()),
            Expr::Numbers(all) => {
                let pair = |(name, n): &(_, _)| Value::from(vec![Value::Word(*name), Value::Int(self.amount(n))]);
                Value::List(all.iter().map(pair).collect())
            }
        }
    }

    /// The zone into which `card` would move after the events of `before`: a pile, or the first free space. `None` if
    /// there is no such zone or no free space.
    pub fn dest(&self, dest: &Dest, card: Option<Card>, before: &[Event]) -> Option<Zone> {
        let seat = match &dest.whose {
            Some(r) => self.lookup(r).seat(),
            None => card.map(|c| self.state.card(c).owner).filter(|s| *s != Seat::NOBODY),
        };
        let schema = &self.rules.schema;
        let seat = schema.holder(dest.kind, seat.unwrap_or(self.me), dest.whose.is_some())?;
        let first = schema.zone(dest.kind, seat);
        let zone = &schema.zones[dest.kind.index()];
        if zone.spaces == 1 {
            return Some(first);
        }
        if let Some(slot) = &dest.slot {
            return schema.space_at(first, self.amount(slot).saturating_sub(1));
        }
        let coming = |space: Zone| {
            let to_it = |e: &&Event| e.kind == event::MOVED && e.fields[2] == Value::Zone(space);
            before.iter().filter(to_it).count()
        };
        let capacity = self.rules.capacity(dest.kind);
        let is_free =
            |space: &Zone| capacity.is_none_or(|n| self.state.zone(*space).len() + coming(*space) < n as usize);
        schema.spaces(dest.kind, seat).find(is_free)
    }

    /// The seats of an order.
    pub fn seats(&self, order: &Order) -> Seats {
        let n = self.rules.schema.seats;
        let from = |first: Seat| (0..n).map(move |i| Seat((first.0 + i) % n));
        // A player who has lost is out of the game.
        let is_in = |seat: &Seat| !self.state.is_out(*seat);
        match order {
            Order::First => from(self.state.first).filter(is_in).collect(),
            Order::Active => from(self.state.active).filter(is_in).collect(),
            Order::ActiveLast => from(self.next_seat(self.state.active)).filter(is_in).collect(),
            Order::Others => from(self.state.active).skip(1).filter(is_in).collect(),
            Order::Only(r) => self.lookup(r).items().iter().filter_map(Value::seat).collect(),
            Order::Those(test) => from(self.state.active).filter(|seat| self.player_matches(test, *seat)).collect(),
            Order::Named(i) => self.named_order(&self.rules.schema.orders[*i as usize].1),
        }
    }
}

/// The number of selected objects for which memory is reserved at once; few selections find more.
const AT_ONCE: usize = 16;

#[inline]
fn add(found: &mut Vec<Value>, one: Value) {
    if found.capacity() == 0 {
        found.reserve(AT_ONCE);
    }
    found.push(one);
}
