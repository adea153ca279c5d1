//! Card dependencies: the cards whose fields a filter or ability reads, beyond their zones and owners.
//!
//! Dependencies are computed once, when the filter is parsed. Reads that do not concern one card at a time (a condition
//! in a filter, a path of fields) are overestimated, never underestimated.

use std::ops::Deref;

use crate::kernel::model::board_filters::Near;
use crate::kernel::model::event;
use crate::kernel::model::fixed_fields::{CARD_FIELDS, Holds, OfCard, OfUse, PLAYER_FIELDS, of_use};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardField, CardTest, Cond, Distance, Expr, Filter, Head, PlayerField, PlayerTest, RecordTest, Ref,
    SeatTest, Selection, SetRule, SetRules, Source, SpaceTest, Test, UseTest,
};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::{EventId, ZoneKind};

/// A selection of a script, with the cards that its tests read beyond their zones and owners.
pub(crate) struct ScriptSelection {
    selection: Selection,
    /// The reads of the filter; `None` if it reads only public information.
    pub reads: Option<Box<CardReads>>,
}

/// The cards about which a filter or an ability asks more than their zones and owners.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct CardReads {
    /// The candidates whose hidden fields the filter reads: the selection, without its tests of hidden fields.
    pub candidates: Option<Selection>,
    /// The kinds of zone of which every card counts as read.
    pub zones: IdSet<ZoneKind>,
    /// The kinds of zone of which every card of the asking player counts as read.
    pub own: IdSet<ZoneKind>,
    /// References to cards that count as read.
    pub refs: Vec<Ref>,
    /// The variables of a list, each with the expression that gives its value.
    pub vars: Vec<(Sym, Expr)>,
    /// True if the cards of all uses count as read.
    pub used: bool,
    /// True if the cards at which any use could aim count as read.
    pub aimed: bool,
    /// True if the cards in all records count as read.
    pub held: bool,
    /// True if the cards to which any card is attached count as read.
    pub hosts: bool,
    /// True if every card counts as read, wherever it lies.
    pub anywhere: bool,
    /// The name of a player's number that is read and that not everybody sees; `None`: there is none.
    pub private: Option<Sym>,
    /// The cards that a static ability changes, which count as read if a pack brings the ability.
    pub affected: Affects,
}

/// The cards that a filter of a static ability tests.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Affects {
    /// The kinds of zone of which the filter may test every card.
    pub zones: IdSet<ZoneKind>,
    /// The kinds of zone of which the filter may test every card of the asking player.
    pub own: IdSet<ZoneKind>,
    /// True if the filter may test every card, wherever it lies.
    pub anywhere: bool,
}

impl CardReads {
    /// The reads of a filter apart from the tested object.
    pub fn around(rules: &Rules, filter: &Filter) -> CardReads {
        let mut walk = ReadsWalk::new(rules);
        walk.filter(filter);
        walk.reads
    }

    /// Counts as read the cards that the static ability changes.
    pub fn read_affected(&mut self) {
        self.zones |= self.affected.zones;
        self.own |= self.affected.own;
        self.anywhere |= self.affected.anywhere;
    }

    /// The reads of a filter including the tested card: every card in a zone where a matching card may lie.
    pub fn around_and_of(rules: &Rules, filter: &Filter) -> CardReads {
        let mut walk = ReadsWalk::new(rules);
        if walk.filter(filter)
            && let Filter::Card(test) = filter
        {
            walk.reads.zones |= zones_of(test);
        }
        walk.reads
    }
}

/// The kinds of zone in which a matching card may lie; empty if the test names its cards.
pub(super) fn zones_of(test: &Test<CardTest>) -> IdSet<ZoneKind> {
    match test {
        Test::One(CardTest::Zone(kinds)) => *kinds,
        Test::Is(_) | Test::Among(_) => IdSet::EMPTY,
        Test::All(parts) => parts.iter().fold(IdSet::ALL, |all, part| all & zones_of(part)),
        Test::Any(parts) => parts.iter().fold(IdSet::EMPTY, |all, part| all | zones_of(part)),
        _ => IdSet::ALL,
    }
}

/// The kinds of zone outside of which no card matches.
pub(super) fn lies_in(test: &Test<CardTest>) -> IdSet<ZoneKind> {
    match test {
        Test::One(CardTest::Zone(kinds)) => *kinds,
        Test::All(parts) => parts.iter().fold(IdSet::ALL, |all, part| all & lies_in(part)),
        Test::Any(parts) => parts.iter().fold(IdSet::EMPTY, |all, part| all | lies_in(part)),
        _ => IdSet::ALL,
    }
}

/// True if a test holds only for cards that the asking player owns or controls.
pub(super) fn is_own(test: &Test<CardTest>) -> bool {
    match test {
        Test::One(CardTest::Owner(seat) | CardTest::Controller(seat)) => *seat == SeatTest::Me,
        Test::All(parts) => parts.iter().any(is_own),
        _ => false,
    }
}

impl Deref for ScriptSelection {
    type Target = Selection;

    fn deref(&self) -> &Selection {
        &self.selection
    }
}

impl ScriptSelection {
    /// Finds the reads of a selection of a script.
    pub fn new(rules: &Rules, selection: Selection) -> ScriptSelection {
        let mut walk = ReadsWalk::new(rules);
        let asks = walk.set(&selection);
        match &selection.source {
            Source::Cards(cards) => {
                if walk.card(&cards.filter) || asks {
                    let mut open = cards.clone();
                    walk.strip(&mut open.filter);
                    walk.strip(&mut open.rest);
                    walk.reads.candidates = Some(Selection::of(Source::Cards(open)));
                }
            }
            other => walk.source(other),
        }
        let reads = (walk.reads != CardReads::default()).then(|| Box::new(walk.reads));
        ScriptSelection { selection, reads }
    }
}

/// True if this field of a card is public in every zone.
pub(crate) fn is_open(rules: &Rules, field: Sym) -> bool {
    match rules.schema.card_field(field) {
        Some(CardField::Fixed(field)) => match field {
            OfCard::Zone | OfCard::Slot | OfCard::Space | OfCard::Owner | OfCard::Controller | OfCard::PutBy => true,
            // The host and the attached cards are told by log lines that everybody reads.
            OfCard::Host | OfCard::Carries => true,
            // The field `now` leads back to the card and reveals nothing.
            OfCard::Now => true,
            OfCard::Name | OfCard::Id | OfCard::Type => false,
        },
        _ => false,
    }
}

/// True if a path surely leads to a player.
fn leads_to_player(head: &Head, path: &[Sym]) -> bool {
    match path.last() {
        None => matches!(head, Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_)),
        Some(last) => {
            let of_cards = CARD_FIELDS.iter().map(|f| (f.name, f.holds));
            let of_players = PLAYER_FIELDS.iter().map(|f| (f.name, f.holds));
            of_cards.chain(of_players).any(|(name, holds)| name == *last && holds == Holds::Player)
        }
    }
}

/// True if a reference cannot begin with a card.
fn is_no_card(head: &Head) -> bool {
    match head {
        Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_) | Head::Game => true,
        Head::This | Head::Event | Head::Record(_) | Head::ReplyTo | Head::Subject => true,
        Head::SelfCard | Head::It | Head::Target(_) | Head::Var(_) | Head::Paid => false,
        Head::Value(_) | Head::Option(_) | Head::Area(_) => false,
    }
}

/// True if `asks` is true for some member. All members are visited, because each visit notes reads.
pub(super) fn any<T>(all: &[T], mut asks: impl FnMut(&T) -> bool) -> bool {
    all.iter().filter(|one| asks(one)).count() > 0
}

/// A walk through a filter that collects its reads. Methods that return a bool return true if the tested object is
/// read.
pub(super) struct ReadsWalk<'r> {
    pub rules: &'r Rules,
    pub reads: CardReads,
}

impl<'r> ReadsWalk<'r> {
    /// A walk that has noted nothing yet.
    pub fn new(rules: &'r Rules) -> ReadsWalk<'r> {
        ReadsWalk { rules, reads: CardReads::default() }
    }

    /// Removes all parts of a test that read hidden information. The result matches at least the same cards.
    fn strip(&mut self, test: &mut Test<CardTest>) {
        match test {
            Test::All(parts) => parts.iter_mut().for_each(|part| self.strip(part)),
            other if self.card(other) => *other = Test::True,
            _ => {}
        }
    }

    fn test<T>(&mut self, test: &Test<T>, one: &dyn Fn(&mut Self, &T) -> bool) -> bool {
        match test {
            Test::True => false,
            Test::All(parts) | Test::Any(parts) => any(parts, |part| self.test(part, one)),
            Test::Not(part) => self.test(part, one),
            Test::Is(r) => self.reference(r),
            Test::Among(refs) => self.references(refs),
            Test::Where(cond) => self.cond(cond),
            Test::One(what) => one(self, what),
        }
    }

    pub fn card(&mut self, test: &Test<CardTest>) -> bool {
        self.test(test, &|walk, one| match one {
            CardTest::Zone(_) | CardTest::FaceDown(_) | CardTest::Other | CardTest::Position(_) => false,
            CardTest::Owner(seat) | CardTest::Controller(seat) | CardTest::PutBy(seat) => walk.seat(seat),
            CardTest::Slot(_, amount) => walk.amount(amount),
            CardTest::Space(test) => walk.space(test),
            CardTest::Opposite(r) => walk.reference(r),
            CardTest::Host(test) => {
                walk.reads.hosts |= walk.card(test);
                false
            }
            CardTest::Type(_)
            | CardTest::Def(_)
            | CardTest::Status(_)
            | CardTest::Fulfils(_)
            | CardTest::Permitted(_)
            | CardTest::HasAbility(_) => true,
            CardTest::Name(r) => {
                walk.reference(r);
                true
            }
            CardTest::Words(_, refs) => {
                walk.references(refs);
                true
            }
            CardTest::Attr(_, _, amount) | CardTest::Printed(_, _, amount) | CardTest::CostTotal(_, _, amount) => {
                walk.amount(amount);
                true
            }
        })
    }

    fn space(&mut self, test: &Test<SpaceTest>) -> bool {
        self.test(test, &|walk, one| match one {
            SpaceTest::Zone(_) | SpaceTest::Free | SpaceTest::Board(_) => false,
            SpaceTest::Owner(seat) => walk.seat(seat),
            SpaceTest::Slot(_, amount) | SpaceTest::SpaceCounter(_, _, amount) => walk.amount(amount),
            SpaceTest::Opposite(r) => walk.reference(r),
            SpaceTest::Holds(test) => {
                if walk.card(test) {
                    walk.reads.zones |= walk.with_spaces() & zones_of(test);
                }
                false
            }
        })
    }

    /// The kinds of zone with more than one space.
    fn with_spaces(&self) -> IdSet<ZoneKind> {
        let schema = &self.rules.schema;
        schema.kinds(IdSet::ALL).filter(|kind| schema.zones[kind.index()].spaces > 1).collect()
    }

    pub fn player(&mut self, test: &Test<PlayerTest>) -> bool {
        self.test(test, &|walk, one| match one {
            PlayerTest::Player(seat) => walk.seat(seat),
            PlayerTest::PlayerField(field, _, amount) => {
                walk.number(*field);
                walk.amount(amount)
            }
        })
    }

    pub fn of_use(&mut self, test: &Test<UseTest>) -> bool {
        self.test(test, &|walk, one| match one {
            UseTest::User(seat) => walk.seat(seat),
            UseTest::UseCard(test) => {
                walk.reads.used |= walk.card(test);
                false
            }
            UseTest::CanAimElsewhere => {
                walk.reads.aimed = true;
                false
            }
            UseTest::UseKind(_) | UseTest::Timing(_) | UseTest::Cancellable | UseTest::IsCopy => false,
        })
    }

    fn record(&mut self, test: &Test<RecordTest>) -> bool {
        self.test(test, &|walk, one| {
            match one {
                RecordTest::RecordKind(_) => {}
                RecordTest::RecordField(_, filter) => walk.reads.held |= walk.filter(filter),
            }
            false
        })
    }

    pub fn filter(&mut self, filter: &Filter) -> bool {
        match filter {
            Filter::Card(test) => self.card(test),
            Filter::Player(test) => self.player(test),
            Filter::Use(test) => self.of_use(test),
            Filter::Record(test) => self.record(test),
            Filter::Space(test) => self.space(test),
            Filter::Status(test) => self.test(test, &|_, _| false),
            Filter::Number(test) => self.test(test, &|walk, one| {
                let crate::kernel::model::lang::NumberTest::Int(_, amount) = one;
                walk.amount(amount)
            }),
            Filter::Value(test) => self.test(test, &|_, one| match *one {}),
        }
    }

    pub fn seat(&mut self, test: &SeatTest) -> bool {
        match test {
            SeatTest::Ref(r) => self.reference(r),
            SeatTest::Me | SeatTest::Opponent | SeatTest::Active | SeatTest::Inactive => false,
        }
    }

    pub fn cond(&mut self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(_) | Cond::Phase(_) | Cond::Record(_) | Cond::Option(..) | Cond::Window(_) => false,
            Cond::All(parts) | Cond::Any(parts) => any(parts, |part| self.cond(part)),
            Cond::Not(part) => self.cond(part),
            Cond::Exists(sel) => self.selection(sel),
            Cond::Count(sel, _, amount) => self.selection(sel) | self.amount(amount),
            Cond::Amount(a, _, b) => self.amount(a) | self.amount(b),
            Cond::Turn(seat) => self.seat(seat),
            Cond::Matches(r, test) => self.card(test) && self.at(r) || self.reference(r),
        }
    }

    pub fn amount(&mut self, amount: &Amount) -> bool {
        match amount {
            Amount::Int(_) => false,
            Amount::Ref(r) | Amount::CountOf(r) => self.reference(r),
            Amount::Add(a, b)
            | Amount::Sub(a, b)
            | Amount::Mul(a, b)
            | Amount::Min(a, b)
            | Amount::Max(a, b)
            | Amount::Div(a, b)
            | Amount::Mod(a, b) => self.amount(a) | self.amount(b),
            Amount::If(cond, a, b) => self.cond(cond) | self.amount(a) | self.amount(b),
            Amount::Table(table) => self.amount(&table.at) | any(&table.of, |n| self.amount(n)),
            Amount::Distinct(_, sel) => self.selection(sel) | self.all_of(sel),
            Amount::Distance(distance) => match &**distance {
                Distance::Ways { from, to, .. } => {
                    self.selection(from) | self.selection(to) | self.all_of(from) | self.all_of(to)
                }
                Distance::Board { from, to } => self.end_on_board(from) | self.end_on_board(to),
            },
            Amount::Extreme(extreme) => {
                self.amount(&extreme.by) | self.selection(&extreme.of) | self.all_of(&extreme.of)
            }
            Amount::Abs(a) | Amount::HalfUp(a) | Amount::HalfDown(a) => self.amount(a),
            Amount::TimesIn(a, b) => self.reference(a) | self.reference(b),
            Amount::Count(sel) => self.selection(sel),
            Amount::SumOf(_, r) => self.at(r) | self.reference(r),
            Amount::Sum(_, sel) => self.selection(sel) | self.all_of(sel),
            Amount::Groups(groups) => {
                let own = groups.joker.as_ref().is_some_and(|test| self.card(test));
                let worth = groups.worth.as_ref().is_some_and(|amount| self.amount(amount));
                own | worth | self.amount(&groups.size) | self.selection(&groups.what) | self.all_of(&groups.what)
            }
        }
    }

    /// Walks a selection inside a filter: its test reads each card of its zones.
    pub fn selection(&mut self, sel: &Selection) -> bool {
        let asks = self.set(sel);
        match &sel.source {
            Source::Cards(cards) if self.card(&cards.filter) || asks => self.all_of(sel),
            Source::Cards(_) => false,
            other => {
                self.source(other);
                false
            }
        }
    }

    /// Reads an end of a way on a board, of which the place counts and not the text.
    fn end_on_board(&mut self, end: &Near) -> bool {
        match end {
            Near::Ref(r) => self.reference(r),
            Near::Cards(sel) => self.selection(sel),
            Near::Spaces(_) => unreachable!("an end of a way is a reference or a selection"),
        }
    }

    /// Adds all cards that a selection inside a filter may find.
    pub fn all_of(&mut self, sel: &Selection) -> bool {
        match &sel.source {
            Source::Cards(cards) if cards.lists.is_empty() => {
                match cards.is_own() {
                    true => self.reads.own |= cards.zones,
                    false => self.reads.zones |= cards.zones,
                }
                false
            }
            Source::Cards(cards) => any(&cards.lists, |list| self.at(list)),
            Source::Either(all) => any(all, |one| self.all_of(one)),
            _ => false,
        }
    }

    /// Walks the tests of a source whose objects are no cards.
    fn source(&mut self, source: &Source) {
        match source {
            Source::Cards(cards) => self.card(&cards.filter),
            Source::Players(test) => self.player(test),
            Source::Uses(test) => self.of_use(test),
            Source::Records(test) => self.record(test),
            Source::Spaces(spaces) => self.space(&spaces.filter),
            Source::Number(low, high) => self.amount(low) | self.amount(high),
            Source::Either(all) => any(all, |one| self.selection(one)),
            Source::Words(_) | Source::Defs(_) => false,
        };
    }

    /// Walks the number, rules, needs and order of a selection. True if the rules, needs or order read the candidates; the
    /// number never counts.
    fn set(&mut self, sel: &Selection) -> bool {
        self.amount(&sel.min);
        if let Some(max) = &sel.max {
            self.amount(max);
        }
        // The words of a need show the amounts in them, so what these read is read, too.
        let said = |walk: &mut Self, words: &Words| any(&words.amounts, |(_, amount)| walk.amount(amount));
        let needs =
            any(&sel.needs, |(cond, words)| self.cond(cond) | words.as_deref().is_some_and(|words| said(self, words)));
        let ordered = sel.cut.as_ref().is_some_and(|cut| {
            cut.part.iter().for_each(|part| {
                self.amount(part.n());
            });
            any(&cut.by, |amount| self.amount(amount))
        });
        // Whether the verb is permitted depends on the text of each candidate, so a selection with a verb reads them.
        sel.rules.as_ref().is_some_and(|rules| self.rules_of(rules)) || needs || ordered || sel.verb.is_some()
    }

    fn rules_of(&mut self, rules: &SetRules) -> bool {
        rules.rules.iter().fold(false, |asks, rule| {
            let reads = match rule {
                SetRule::Count(_, amount) => self.amount(amount),
                SetRule::Sum(..)
                | SetRule::Distinct(..)
                | SetRule::Same(..)
                | SetRule::Sequence(..)
                | SetRule::Roles(_)
                | SetRule::Meets(..) => true,
                SetRule::AnyOf(several) => any(several, |one| self.rules_of(one)),
            };
            asks || reads
        })
    }

    fn references(&mut self, refs: &[Ref]) -> bool {
        any(refs, |r| self.reference(r))
    }

    /// Adds the cards whose fields a reference reads. True if one of them is the tested object.
    pub fn reference(&mut self, r: &Ref) -> bool {
        let rules = self.rules;
        let reads = |field: &Sym| rules.schema.card_field(*field).is_some() && !is_open(rules, *field);
        let mut asks = false;
        // The alternatives to a target depend on the texts of the candidates.
        self.reads.aimed |= r.path.iter().any(|field| of_use(*field) == Some(OfUse::Choices));
        // After a head that is no card, the first field belongs to the head, even if a field of cards has the same
        // name.
        let first = usize::from(is_no_card(&r.head));
        for (i, _) in r.path.iter().enumerate().skip(first).filter(|(_, field)| reads(field)) {
            asks |= self.at(&Ref { head: r.head.clone(), path: r.path[..i].to_vec() });
        }
        // A field that tells what a created or transformed card is reads this card.
        if r.head == Head::Event && r.path.first().is_some_and(|field| self.is_made(*field)) {
            asks |= self.at(&Ref { head: Head::Event, path: r.path[..1].to_vec() });
        }
        // The change of a number is shown to those who see its card, and the card may lie anywhere.
        self.reads.anywhere |= matches!(&r.path[..], [field] if r.head == Head::Event && self.is_amount(*field));
        for (i, field) in r.path.iter().enumerate() {
            let Some(found) = rules.schema.player_field(*field) else { continue };
            let is_own = r.head == Head::Me && i == 0;
            let is_of_card = rules.schema.card_field(*field).is_some() && !leads_to_player(&r.head, &r.path[..i]);
            let is_seen = is_own && rules.schema.seen_by(found) == SeenBy::Owner;
            if !(is_of_card || is_seen) {
                self.number(found);
            }
        }
        asks
    }

    /// True if a field of an event tells what a created or transformed card is: its definition, or its stored numbers.
    pub fn is_made(&self, field: Sym) -> bool {
        let [_, (def, _), _, _, (values, _)] = &self.rules.events[event::CREATED.index()].fields[..] else {
            return false;
        };
        [*def, *values].contains(&field)
    }

    /// True if a field of an event holds the change of a number, or the new number.
    fn is_amount(&self, field: Sym) -> bool {
        let name = |kind: EventId| self.rules.events[kind.index()].fields.get(2).map(|(name, _)| *name);
        [event::CHANGED, event::SET].into_iter().any(|kind| name(kind) == Some(field))
    }

    /// Notes the name of a player's number that is read, if it is hidden from somebody.
    fn number(&mut self, field: PlayerField) {
        let schema = &self.rules.schema;
        let name = match field {
            PlayerField::Attr(attr) => schema.attrs[attr.index()].name,
            PlayerField::Counter(counter) => schema.counters[usize::from(counter)].name,
            PlayerField::Tally(_) | PlayerField::Zone(_) | PlayerField::Fixed(_) => return,
        };
        if schema.seen_by(field) != SeenBy::All {
            self.reads.private = Some(name);
        }
    }

    /// Adds the cards that a reference leads to. Returns true for the tested object.
    pub fn at(&mut self, r: &Ref) -> bool {
        match (&r.head, r.path.is_empty()) {
            (Head::It, true) => return true,
            // A path from the tested object may lead to any card, for example to one that is attached to it.
            (Head::It, false) => self.reads.anywhere = true,
            _ => self.reads.refs.push(r.clone()),
        }
        false
    }
}
