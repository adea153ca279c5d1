//! Reads of conditions, amounts, references, and the fields on paths.

use super::{ObjectScope, Reads};
use crate::kernel::model::ability::Layer;
use crate::kernel::model::board_filters::Near;
use crate::kernel::model::fields::{GameField, SpaceField};
use crate::kernel::model::fixed_fields::{Holds, OfCard, OfGame, OfPlayer, OfSpace, OfUse, of_use};
use crate::kernel::model::lang::{Amount, CardField, Class, Cond, Distance, Head, PlayerField, Ref, SeatTest};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::Touched;

impl Reads<'_> {
    pub(super) fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Const(_) | Cond::Option(..) => {}
            Cond::All(conds) | Cond::Any(conds) => conds.iter().for_each(|c| self.cond(c)),
            Cond::Not(cond) => self.cond(cond),
            Cond::Exists(sel) => self.selection(sel),
            Cond::Count(sel, _, n) => {
                self.selection(sel);
                self.amount(n);
            }
            Cond::Amount(a, _, b) => {
                self.amount(a);
                self.amount(b);
            }
            Cond::Phase(_) => self.add(Touched::FLOW),
            Cond::Turn(test) => {
                self.add(Touched::FLOW);
                self.seat(test);
            }
            Cond::Record(_) => self.add(Touched::RECORDS),
            Cond::Window(_) => self.add(Touched::CONTROL),
            Cond::Matches(r, test) => {
                self.reference(r);
                self.testing(ObjectScope::ANY, |reads| reads.cards(test));
            }
        }
    }

    /// The reads of the steps between things: what the ends are, and where they lie.
    fn distance(&mut self, distance: &Distance) {
        match distance {
            Distance::Ways { by, from, to } => {
                self.selection(from);
                self.selection(to);
                self.testing(ObjectScope::ANY, |reads| {
                    reads.words(*by);
                    reads.add_here(Touched::CARDS.and(Touched::PLACES));
                    reads.layer(Layer::Name);
                });
            }
            Distance::Board { from, to } => {
                for end in [from, to] {
                    match end {
                        Near::Ref(r) => self.reference(r),
                        Near::Cards(sel) => self.selection(sel),
                        Near::Spaces(_) => unreachable!("an end of a way is a reference or a selection"),
                    }
                }
                self.testing(ObjectScope::ANY, |reads| reads.add_here(Touched::CARDS.and(Touched::PLACES)));
            }
        }
    }

    pub(super) fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::Int(_) => {}
            Amount::Ref(r) | Amount::CountOf(r) => self.reference(r),
            Amount::TimesIn(a, b) => {
                self.reference(a);
                self.reference(b);
            }
            Amount::Add(a, b)
            | Amount::Sub(a, b)
            | Amount::Mul(a, b)
            | Amount::Min(a, b)
            | Amount::Max(a, b)
            | Amount::Div(a, b)
            | Amount::Mod(a, b) => {
                self.amount(a);
                self.amount(b);
            }
            Amount::If(cond, a, b) => {
                self.cond(cond);
                self.amount(a);
                self.amount(b);
            }
            Amount::Table(table) => [&table.at].into_iter().chain(&table.of).for_each(|n| self.amount(n)),
            Amount::Distinct(slot, sel) => {
                self.selection(sel);
                self.testing(self.looked_at_by(sel), |reads| reads.words(*slot));
            }
            Amount::Distance(distance) => self.distance(distance),
            Amount::Extreme(extreme) => {
                self.selection(&extreme.of);
                let class = extreme.of.source.class();
                self.testing(self.looked_at_by(&extreme.of), |reads| {
                    reads.at(class, |reads| reads.amount(&extreme.by))
                });
            }
            Amount::Abs(a) | Amount::HalfUp(a) | Amount::HalfDown(a) => self.amount(a),
            Amount::Count(sel) => self.selection(sel),
            Amount::SumOf(attr, r) => {
                self.reference(r);
                self.testing(ObjectScope::ANY, |reads| reads.attr(*attr));
            }
            Amount::Sum(attr, sel) => {
                self.selection(sel);
                if sel.source.has_cards() {
                    self.testing(self.looked_at_by(sel), |reads| reads.attr(*attr));
                }
            }
            Amount::Groups(groups) => {
                self.selection(&groups.what);
                self.amount(&groups.size);
                self.testing(self.looked_at_by(&groups.what), |reads| {
                    reads.words(groups.by);
                    groups.joker.iter().for_each(|joker| reads.cards(joker));
                    reads.at(Some(Class::Card), |reads| groups.worth.iter().for_each(|worth| reads.amount(worth)));
                });
            }
        }
    }

    pub(super) fn reference(&mut self, r: &Ref) {
        let mut here = if r.head == Head::It { self.it.1 } else { ObjectScope::ANY };
        let mut path = r.path.as_slice();
        if let Some((class, of, rest)) = self.of_draft(&r.head, path) {
            return self.follow((class, of), rest);
        }
        let class = match r.head {
            Head::It => self.it.0,
            Head::Value(_) | Head::Option(_) => None,
            Head::Game => {
                if let [first, rest @ ..] = path {
                    self.game_field(*first);
                    path = rest;
                }
                None
            }
            Head::SelfCard => {
                self.ask_card();
                here = self.own_card();
                Some(Class::Card)
            }
            Head::Me => {
                self.ask();
                here = self.own_player();
                Some(Class::Player)
            }
            Head::Opponent => {
                self.ask();
                self.next_player();
                Some(Class::Player)
            }
            // A role leaves out the players who have lost.
            Head::Active | Head::Inactive | Head::Role(_) => {
                self.add(Touched::FLOW);
                Some(Class::Player)
            }
            Head::This | Head::ReplyTo | Head::Subject => {
                self.ask_card();
                self.add(Touched::USES);
                Some(Class::Use)
            }
            Head::Target(_) | Head::Paid | Head::Event | Head::Var(_) => {
                self.ask();
                self.add(Touched::USES.and(Touched::CONTROL));
                None
            }
            Head::Record(_) => {
                self.add(Touched::RECORDS);
                Some(Class::Record)
            }
            // The cells and facing of an area may come from cards of any kind.
            Head::Area(_) => {
                self.ask_card();
                self.add(Touched::ALL);
                None
            }
        };
        self.follow((class, here), path);
    }

    /// Adds the reads of a path of fields from an object.
    pub(super) fn follow(&mut self, mut of: (Option<Class>, ObjectScope), path: &[Sym]) {
        for name in path {
            let mut next = None;
            self.testing(of.1, |reads| next = reads.field(of.0, *name));
            of = (next, ObjectScope::ANY);
        }
    }

    /// Adds the reads of a field of an object; if the kind of object is unknown, of each kind with a field of this
    /// name. Returns the kind of object that the field holds; `None`: unknown.
    pub(super) fn field(&mut self, of: Option<Class>, name: Sym) -> Option<Class> {
        let schema = &self.rules.schema;
        let may_be = |class: Class| of.is_none_or(|of| of == class);
        let mut holds = None;
        if may_be(Class::Card)
            && let Some(of_card) = schema.card_field(name)
        {
            self.card_field(of_card);
            let holds_player = match of_card {
                CardField::Fixed(fixed) => fixed.fixed().holds == Holds::Player,
                _ => false,
            };
            holds = (holds_player && of.is_some()).then_some(Class::Player);
        }
        if may_be(Class::Player)
            && let Some(of_player) = schema.player_field(name)
        {
            self.player_field(of_player);
        }
        if may_be(Class::Use) {
            self.add(Touched::USES);
            // The other choices of a use, and its protection from being cancelled, may depend on anything.
            if matches!(of_use(name), Some(OfUse::Choices | OfUse::Cancellable)) {
                self.ask_card();
                self.add(Touched::ALL);
            }
        }
        if may_be(Class::Record) {
            self.add(Touched::RECORDS);
        }
        if may_be(Class::Zone)
            && let Some(of_space) = schema.space_field(name)
        {
            match of_space {
                SpaceField::Counter(_) => self.add(Touched::NUMBERS),
                SpaceField::Fixed(OfSpace::Card | OfSpace::Cards) => self.add(Touched::PLACES),
                SpaceField::Fixed(_) => {}
            }
        }
        if of.is_none() {
            self.game_field(name);
        }
        holds
    }

    pub(super) fn game_field(&mut self, name: Sym) {
        match self.rules.schema.game_field(name) {
            // The number of batches grows without a change, so no touch tells of it.
            Some(GameField::Fixed(OfGame::Batch)) => self.add(Touched::ALL),
            Some(GameField::Counter(_)) => self.add(Touched::NUMBERS),
            Some(GameField::Level(_) | GameField::Fixed(_)) => self.add(Touched::FLOW),
            None => {}
        }
    }

    pub(super) fn card_field(&mut self, field: CardField) {
        match field {
            CardField::Attr(attr) => self.attr(attr),
            CardField::Words(slot) => self.words(slot),
            CardField::Cond(slot) => self.printed_cond(slot),
            CardField::Cost(_) | CardField::Rules(_) | CardField::Text(_) | CardField::Cells(_) => {
                self.add_here(Touched::CARDS);
            }
            CardField::Status(_) => self.add_here(Touched::STATUSES),
            CardField::Fixed(field) => match field {
                OfCard::Id | OfCard::PutBy => self.add_here(Touched::CARDS),
                OfCard::Name => {
                    self.add_here(Touched::CARDS);
                    self.layer(Layer::Name);
                }
                OfCard::Type => {
                    self.add_here(Touched::CARDS);
                    self.layer(Layer::Type);
                }
                OfCard::Host | OfCard::Carries => self.add(Touched::ATTACHED),
                OfCard::Zone | OfCard::Slot | OfCard::Space => self.add_here(Touched::PLACES),
                OfCard::Controller => self.controller(),
                // The owner of a card never changes, and `now` reads nothing.
                OfCard::Owner | OfCard::Now => {}
            },
        }
    }

    pub(super) fn player_field(&mut self, field: PlayerField) {
        match field {
            PlayerField::Attr(attr) => self.attr(attr),
            PlayerField::Counter(_) => self.add_here(Touched::COUNTERS),
            PlayerField::Tally(_) => self.add_here(Touched::TALLIES),
            PlayerField::Zone(_) => self.add(Touched::PLACES),
            PlayerField::Fixed(OfPlayer::Wins | OfPlayer::Lost) => self.add(Touched::FLOW),
            PlayerField::Fixed(OfPlayer::Partner) => {
                // The search for a partner goes through all players.
                self.testing(ObjectScope::ANY, |reads| reads.rules.team.iter().for_each(|team| reads.attr(*team)));
            }
            PlayerField::Fixed(OfPlayer::Opponent | OfPlayer::Left) => self.next_player(),
            PlayerField::Fixed(OfPlayer::Name | OfPlayer::Seat | OfPlayer::Right) => {}
        }
    }

    pub(super) fn seat(&mut self, test: &SeatTest) {
        match test {
            SeatTest::Me | SeatTest::Opponent => self.ask(),
            SeatTest::Active | SeatTest::Inactive => self.add(Touched::FLOW),
            SeatTest::Ref(r) => self.reference(r),
        }
    }
}
