//! What a compiled rule reads: which parts of a state decide what it says, so that it is asked again only when one of
//! them was touched.
//!
//! Reading an attribute reads all that may change it: its base, modifiers, and every static ability of the game that
//! may come into play, with its conditions.

use crate::kernel::model::ability::{Ability, Affected, Permission, Static};
use crate::kernel::model::checks::Check;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardField, CardSource, CardTest, Cond, Filter, Head, PlayerField, PlayerTest, RecordTest, Ref, SeatTest,
    Selection, Source, SpaceTest, Test, UseTest,
};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::AttrBase;
use crate::kernel::model::sym::{Sym, field};
use crate::kernel::model::touched::Touched;
use crate::kernel::model::value::{AttrId, ZoneKind};

/// What finding the objects of each check reads, in their order.
pub fn check_reads(rules: &Rules) -> Vec<Touched> {
    let static_: Vec<&Ability> = rules.abilities.iter().filter(|a| !a.statics.is_empty()).collect();
    let of = |check: &Check| {
        let mut reads = Reads { rules, static_: &static_, found: Touched::FLOW, here: IdSet::ALL, seen: Vec::new() };
        check.if_.iter().for_each(|cond| reads.cond(cond));
        reads.selection(&check.what);
        reads.found
    };
    rules.checks.iter().map(of).collect()
}

/// What several things can read, each looked into once.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    Attr(AttrId),
    Words(u8),
    Verb(Sym),
    Cond(u8),
    Mutes,
}

struct Reads<'a> {
    rules: &'a Rules,
    static_: &'a [&'a Ability],
    found: Touched,
    /// In which kinds of zone the card looked at may lie.
    here: IdSet<ZoneKind>,
    seen: Vec<(Shared, IdSet<ZoneKind>)>,
}

impl Reads<'_> {
    fn add(&mut self, touched: Touched) {
        self.found = self.found.and(touched);
    }

    /// Adds a part of the card looked at.
    fn add_here(&mut self, touched: Touched) {
        self.add(touched.within(self.here));
    }

    /// Looks at cards in these kinds of zone.
    fn within(&mut self, zones: IdSet<ZoneKind>, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.here, zones);
        f(self);
        self.here = outer;
    }

    /// Looks at cards anywhere.
    fn anywhere(&mut self, f: impl FnOnce(&mut Self)) {
        self.within(IdSet::ALL, f);
    }

    fn once(&mut self, shared: Shared, f: impl FnOnce(&mut Self)) {
        if !self.seen.contains(&(shared, self.here)) {
            self.seen.push((shared, self.here));
            f(self);
        }
    }

    // ---- conditions, amounts, references ----

    fn cond(&mut self, cond: &Cond) {
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
                self.anywhere(|reads| reads.cards(test));
            }
        }
    }

    fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::Int(_) => {}
            Amount::Ref(r) | Amount::CountOf(r) => self.reference(r),
            Amount::TimesIn(a, b) => {
                self.reference(a);
                self.reference(b);
            }
            Amount::Add(a, b) | Amount::Sub(a, b) | Amount::Mul(a, b) | Amount::Min(a, b) | Amount::Max(a, b) => {
                self.amount(a);
                self.amount(b);
            }
            Amount::Abs(a) | Amount::HalfUp(a) | Amount::HalfDown(a) => self.amount(a),
            Amount::Count(sel) => self.selection(sel),
            Amount::SumOf(attr, r) => {
                self.reference(r);
                self.anywhere(|reads| reads.attr(*attr));
            }
            Amount::Sum(attr, sel) => {
                self.selection(sel);
                self.anywhere(|reads| reads.attr(*attr));
            }
            Amount::Groups(groups) => {
                self.selection(&groups.what);
                self.amount(&groups.size);
                groups.worth.iter().for_each(|worth| self.amount(worth));
                self.anywhere(|reads| {
                    reads.words(groups.by);
                    groups.joker.iter().for_each(|joker| reads.cards(joker));
                });
            }
        }
    }

    fn reference(&mut self, r: &Ref) {
        match r.head {
            Head::Value(_) | Head::SelfCard | Head::Me | Head::It | Head::Option(_) | Head::Game => {}
            Head::Opponent | Head::Active | Head::Inactive => self.add(Touched::FLOW),
            Head::This | Head::Target(_) | Head::Paid | Head::ReplyTo | Head::Subject => self.add(Touched::USES),
            Head::Record(_) => self.add(Touched::RECORDS),
            // Where an area lies is said by cards, cells and facings of any kind; what is bound, or happens, by anything.
            Head::Area(_) | Head::Var(_) | Head::Event => self.add(Touched::ALL),
        }
        self.anywhere(|reads| r.path.iter().for_each(|name| reads.field(*name)));
    }

    /// A field of whatever a reference leads to: all that has one of this name.
    fn field(&mut self, name: Sym) {
        // Fields of records and targets of uses may have any name.
        self.add(Touched::USES.and(Touched::RECORDS));
        let schema = &self.rules.schema;
        if let Some(of_card) = schema.card_field(name) {
            self.card_field(of_card);
        }
        if let Some(of_player) = schema.player_field(name) {
            self.player_field(of_player);
        }
        if schema.space_counters.iter().chain(&schema.game_counters).any(|counter| counter.name == name) {
            self.add(Touched::NUMBERS);
        }
        if schema.levels.contains(&name) {
            self.add(Touched::FLOW);
        }
        match name {
            field::CARD | field::CARDS => self.add(Touched::PLACES),
            field::ACTIVE | field::FIRST | field::PHASE | field::LAST_WINNER => self.add(Touched::FLOW),
            field::BATCH | field::CHOICES | field::CANCELLABLE => self.add(Touched::ALL),
            _ => {}
        }
    }

    fn card_field(&mut self, field: CardField) {
        match field {
            CardField::Attr(attr) => self.attr(attr),
            CardField::Words(slot) => self.words(slot),
            CardField::Cond(slot) => self.printed_cond(slot),
            CardField::Cost(_) | CardField::Rules(_) | CardField::Text(_) | CardField::Cells(_) => {
                self.add_here(Touched::CARDS);
            }
            CardField::Status(_) | CardField::Name | CardField::Id | CardField::Type | CardField::PutBy => {
                self.add_here(Touched::CARDS);
            }
            CardField::Zone | CardField::Slot | CardField::Space => self.add_here(Touched::PLACES),
            CardField::Owner | CardField::Controller => {
                self.add_here(Touched::PLACES.and(Touched::CARDS));
                self.add(Touched::FLOW);
            }
        }
    }

    fn player_field(&mut self, field: PlayerField) {
        match field {
            PlayerField::Attr(attr) => self.attr(attr),
            PlayerField::Counter(_) | PlayerField::Tally(_) => self.add(Touched::NUMBERS),
            PlayerField::Wins | PlayerField::Lost => self.add(Touched::FLOW),
            PlayerField::Name | PlayerField::Seat => {}
        }
    }

    fn seat(&mut self, test: &SeatTest) {
        match test {
            SeatTest::Me | SeatTest::Opponent => {}
            SeatTest::Active | SeatTest::Inactive => self.add(Touched::FLOW),
            SeatTest::Ref(r) => self.reference(r),
        }
    }

    // ---- selections and tests ----

    fn selection(&mut self, sel: &Selection) {
        match &sel.source {
            Source::Cards(cards) => self.source(cards, sel),
            Source::Players(test) => self.players(test),
            Source::Uses(test) => {
                self.add(Touched::USES);
                self.uses(test);
            }
            Source::Records(test) => {
                self.add(Touched::RECORDS);
                self.records(test);
            }
            Source::Spaces(test, lists) => {
                lists.iter().for_each(|r| self.reference(r));
                self.spaces(test);
            }
            Source::Words(_) | Source::Defs(_) => {}
            Source::Number(low, high) => {
                self.amount(low);
                self.amount(high);
            }
        }
        if !matches!(sel.source, Source::Cards(_)) {
            self.anywhere(|reads| reads.choosing(sel));
        }
        // Which sets are allowed is not asked where candidates are looked for; if it ever is, it may read anything.
        if sel.rules.is_some() {
            self.add(Touched::ALL);
        }
    }

    /// The cards of a selection, where it looks for them.
    fn source(&mut self, cards: &CardSource, sel: &Selection) {
        cards.lists.iter().for_each(|r| self.reference(r));
        cards.whose.iter().chain(&cards.owner).for_each(|test| self.seat(test));
        let zones = if cards.lists.is_empty() { cards.zones } else { IdSet::ALL };
        self.within(zones, |reads| {
            reads.add_here(Touched::PLACES);
            // Whose a card is that lies in a zone of nobody's depends on the turn.
            reads.add_here(Touched::CARDS);
            reads.add(Touched::FLOW);
            reads.cards(&cards.filter);
            reads.choosing(sel);
        });
    }

    /// What must hold for each object of a selection besides its filter.
    fn choosing(&mut self, sel: &Selection) {
        sel.needs.iter().for_each(|(cond, _)| self.cond(cond));
        sel.verb.iter().chain(&self.rules.choose).for_each(|verb| self.permission(*verb));
    }

    /// What every kind of object can be asked; the rest is for `one`.
    fn test<T>(&mut self, test: &Test<T>, mut one: impl FnMut(&mut Self, &T)) {
        test.walk(&mut |part| match part {
            Test::Is(r) => self.reference(r),
            Test::Among(refs) => refs.iter().for_each(|r| self.reference(r)),
            Test::Where(cond) => self.cond(cond),
            Test::One(what) => one(self, what),
            Test::True | Test::All(_) | Test::Any(_) | Test::Not(_) => {}
        });
    }

    fn cards(&mut self, test: &Test<CardTest>) {
        self.test(test, |reads, one| match one {
            CardTest::Zone(_) | CardTest::Position(_) => reads.add_here(Touched::PLACES),
            CardTest::Slot(_, amount) => {
                reads.add_here(Touched::PLACES);
                reads.amount(amount);
            }
            CardTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.reference(r);
            }
            CardTest::Space(test) => {
                reads.add_here(Touched::PLACES);
                reads.spaces(test);
            }
            CardTest::Owner(test) | CardTest::Controller(test) | CardTest::PutBy(test) => {
                reads.card_field(CardField::Owner);
                reads.seat(test);
            }
            CardTest::Type(_) | CardTest::Def(_) | CardTest::Status(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
            }
            CardTest::Name(r) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.reference(r);
            }
            CardTest::Words(slot, words) => {
                reads.words(*slot);
                words.iter().for_each(|r| reads.reference(r));
            }
            CardTest::Attr(attr, _, amount) | CardTest::Printed(attr, _, amount) => {
                reads.attr(*attr);
                reads.amount(amount);
            }
            CardTest::CostTotal(_, _, amount) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.amount(amount);
            }
            CardTest::Fulfils(slot) => reads.printed_cond(*slot),
            CardTest::Other => {}
            CardTest::Permitted(verb) => reads.permission(*verb),
            CardTest::HasAbility(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.add(Touched::LASTING);
            }
        });
    }

    fn spaces(&mut self, test: &Test<SpaceTest>) {
        self.test(test, |reads, one| match one {
            SpaceTest::Zone(_) => {}
            SpaceTest::Owner(test) => reads.seat(test),
            SpaceTest::Slot(_, amount) => reads.amount(amount),
            SpaceTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.reference(r);
            }
            SpaceTest::Free => reads.add(Touched::PLACES),
            SpaceTest::Holds(test) => {
                reads.add(Touched::PLACES);
                reads.anywhere(|reads| reads.cards(test));
            }
            SpaceTest::SpaceCounter(_, _, amount) => {
                reads.add(Touched::NUMBERS);
                reads.amount(amount);
            }
            SpaceTest::Board(_) => reads.add(Touched::ALL),
        });
    }

    fn players(&mut self, test: &Test<PlayerTest>) {
        self.test(test, |reads, one| match one {
            PlayerTest::Player(test) => reads.seat(test),
            PlayerTest::PlayerField(field, _, amount) => {
                reads.player_field(*field);
                reads.amount(amount);
            }
        });
    }

    fn uses(&mut self, test: &Test<UseTest>) {
        self.test(test, |reads, one| match one {
            UseTest::UseKind(_) | UseTest::Timing(_) => reads.add(Touched::USES),
            UseTest::User(test) => {
                reads.add(Touched::USES);
                reads.seat(test);
            }
            UseTest::UseCard(test) => {
                reads.add(Touched::USES);
                reads.anywhere(|reads| reads.cards(test));
            }
            UseTest::CanAimElsewhere | UseTest::Cancellable => reads.add(Touched::ALL),
        });
    }

    fn records(&mut self, test: &Test<RecordTest>) {
        self.test(test, |reads, one| match one {
            RecordTest::RecordKind(_) => reads.add(Touched::RECORDS),
            RecordTest::RecordField(_, filter) => reads.filter(filter),
        });
    }

    fn filter(&mut self, filter: &Filter) {
        self.add(Touched::RECORDS);
        match filter {
            Filter::Card(test) => self.anywhere(|reads| reads.cards(test)),
            Filter::Player(test) => self.players(test),
            Filter::Use(test) => self.uses(test),
            Filter::Record(test) => self.records(test),
            Filter::Space(test) => self.spaces(test),
            Filter::Status(_) | Filter::Number(_) | Filter::Value(_) => self.add(Touched::ALL),
        }
    }

    // ---- what is computed from several things ----

    fn attr(&mut self, attr: AttrId) {
        self.once(Shared::Attr(attr), |reads| {
            reads.add(Touched::LASTING);
            // A modifier is for one stay of its card.
            reads.add_here(Touched::CARDS.and(Touched::PLACES));
            match &reads.rules.schema.attrs[attr.index()].base {
                AttrBase::Printed(_) => {}
                AttrBase::Stored { .. } => reads.add_here(Touched::CARD_NUMBERS),
                AttrBase::Amount(amount) => reads.amount(amount),
            }
            reads.statics(&|one| matches!(one, Static::Attr { attr: a, .. } if *a == attr));
        });
    }

    fn words(&mut self, slot: u8) {
        self.once(Shared::Words(slot), |reads| {
            reads.add(Touched::LASTING);
            reads.add_here(Touched::CARDS.and(Touched::PLACES));
            reads.statics(&|one| matches!(one, Static::Word { field, .. } if *field == slot));
        });
    }

    fn permission(&mut self, verb: Sym) {
        self.once(Shared::Verb(verb), |reads| {
            reads.add(Touched::LASTING);
            reads.statics(&|one| matches!(one, Static::Permission(p) if p.verb == verb));
        });
    }

    fn printed_cond(&mut self, slot: u8) {
        self.add_here(Touched::CARDS.and(Touched::PLACES));
        self.once(Shared::Cond(slot), |reads| {
            let rules = reads.rules;
            rules.defs.iter().flat_map(|def| &def.conds[slot as usize]).for_each(|cond| reads.cond(cond));
        });
    }

    /// The static abilities that hold one that is wanted, and what mutes them.
    fn statics(&mut self, wanted: &dyn Fn(&Static) -> bool) {
        self.add(Touched::STATICS);
        for ability in self.static_ {
            if !ability.statics.iter().any(wanted) {
                continue;
            }
            ability.needs.iter().for_each(|(cond, _)| self.cond(cond));
            ability.turn.iter().for_each(|test| self.seat(test));
            self.add(Touched::FLOW);
            ability.statics.iter().filter(|one| wanted(one)).for_each(|one| self.affected(one));
        }
        self.once(Shared::Mutes, |reads| reads.statics(&|one| matches!(one, Static::Mute { .. })));
    }

    fn affected(&mut self, one: &Static) {
        match one {
            Static::Attr { affects, by, .. } => {
                match affects {
                    Affected::Cards(test) => self.cards(test),
                    Affected::Players(test) => self.players(test),
                }
                self.amount(by);
            }
            Static::Word { affects, .. } | Static::Mute { affects, .. } => self.anywhere(|reads| reads.cards(affects)),
            Static::Cost { affects, .. } | Static::CounterCost { affects, .. } => self.uses(affects),
            Static::Permission(Permission { card, use_, by, to, .. }) => {
                card.iter().for_each(|test| self.cards(test));
                use_.iter().for_each(|test| self.uses(test));
                by.iter().for_each(|test| self.seat(test));
                to.iter().for_each(|filter| self.filter(filter));
            }
        }
    }
}
