//! Reachable: the numbers, cards and zones that can occur in a game.

use super::contradictions::{ALL, Range, bounds_of, bounds_of_player};
use super::{LintInput, has_key};
use crate::kernel::model::ability::Ability;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardSource, CardTest, Cmp, Filter, Head, PlayerTest, Ref, Selection, Source, SpaceTest, Test, UseTest,
};
use crate::kernel::model::layer::Layer;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::{TypeId, UseKindId, Value, ZoneKind};

/// The states that a game can reach, as far as they are known.
pub(super) struct Reach<'a> {
    pub(super) input: &'a LintInput<'a>,
    /// True if some effect gives a player control of another player's cards.
    has_control: bool,
}

/// The point of view of a test: the ability that asks, and its surroundings.
#[derive(Clone, Copy, Default)]
pub(super) struct Viewpoint<'a> {
    /// The ability that asks.
    pub ability: Option<&'a Ability>,
    /// True if the ability's card certainly lies where the ability works.
    pub is_in_place: bool,
}

impl<'a> Reach<'a> {
    pub(super) fn of(input: &'a LintInput<'a>) -> Reach<'a> {
        let rules = &input.catalog.rules;
        let has_control =
            input.is_said_in_scripts("control") || rules.layered.contains(Layer::Control) || has_key(input, "control");
        Reach { input, has_control }
    }

    /// The range in which an amount lies.
    pub(super) fn range(&self, amount: &Amount) -> Range {
        let both = |a: &Amount, b: &Amount| (self.range(a), self.range(b));
        match amount {
            Amount::Int(n) => Range { least: *n, most: *n },
            Amount::Ref(r) => self.range_of_ref(r),
            Amount::Add(a, b) => {
                let (a, b) = both(a, b);
                Range { least: plus(a.least, b.least), most: plus(a.most, b.most) }
            }
            Amount::Sub(a, b) => {
                let (a, b) = both(a, b);
                Range { least: plus(a.least, minus(b.most)), most: plus(a.most, minus(b.least)) }
            }
            Amount::Min(a, b) => {
                let (a, b) = both(a, b);
                Range { least: a.least.min(b.least), most: a.most.min(b.most) }
            }
            Amount::Max(a, b) => {
                let (a, b) = both(a, b);
                Range { least: a.least.max(b.least), most: a.most.max(b.most) }
            }
            Amount::If(_, then, otherwise) => {
                let (a, b) = both(then, otherwise);
                Range { least: a.least.min(b.least), most: a.most.max(b.most) }
            }
            Amount::Table(table) => {
                let all = table.of.iter().map(|n| self.range(n));
                let joined = |a: Range, b: Range| Range { least: a.least.min(b.least), most: a.most.max(b.most) };
                all.reduce(joined).unwrap_or(ALL)
            }
            Amount::Count(what) => Range { least: 0, most: self.most(what) },
            Amount::CountOf(_) | Amount::TimesIn(..) | Amount::Distinct(..) | Amount::Groups(_) => {
                Range { least: 0, ..ALL }
            }
            Amount::Abs(_) => Range { least: 0, ..ALL },
            _ => ALL,
        }
    }

    fn range_of_ref(&self, r: &Ref) -> Range {
        if let (Head::Value(Value::Int(n)), true) = (&r.head, r.path.is_empty()) {
            return Range { least: *n, most: *n };
        }
        if let (Head::Game, [field]) = (&r.head, &r.path[..])
            && **self.input.catalog.rules.name(*field) == *"turn"
        {
            return Range { least: 0, ..ALL };
        }
        // Only a field of a single object has bounds: a list counts as its sum, and a missing object as 0.
        let ([field], Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::SelfCard | Head::It) =
            (&r.path[..], &r.head)
        else {
            return ALL;
        };
        let bounds = match r.head {
            Head::Me | Head::Opponent | Head::Active | Head::Inactive => bounds_of_player(self.input, *field),
            _ => bounds_of(self.input, self.input.catalog.rules.name(*field)),
        };
        let bounds = bounds.unwrap_or(ALL);
        Range { least: bounds.least.min(0), most: bounds.most.max(0) }
    }

    /// The most objects that a selection can find.
    pub(super) fn most(&self, what: &Selection) -> i64 {
        let found = match &what.source {
            _ if self.is_never(what) => 0,
            Source::Cards(cards) => self.most_cards(cards),
            Source::Players(_) => self.input.catalog.rules.schema.players.most as i64,
            _ => i64::MAX,
        };
        match what.cut.as_ref().and_then(|cut| cut.part.as_ref()) {
            Some(part) => found.min(self.range(part.n()).most.max(0)),
            None => found,
        }
    }

    fn most_cards(&self, cards: &CardSource) -> i64 {
        let schema = &self.input.catalog.rules.schema;
        if cards.zones == IdSet::ALL || !cards.lists.is_empty() {
            return i64::MAX;
        }
        let is_of_one = cards.owner.is_some() || cards.whose.is_some() && !self.has_control;
        let room = |kind: ZoneKind| {
            let zone = &schema.zones[kind.index()];
            let capacity = zone.capacity.filter(|_| zone.capacity_option.is_none())?;
            let owners = if zone.per_player && !is_of_one { schema.players.most as i64 } else { 1 };
            Some(capacity as i64 * zone.spaces.max(1) as i64 * owners)
        };
        schema.kinds(cards.zones).map(room).sum::<Option<i64>>().unwrap_or(i64::MAX)
    }

    /// True if a selection never finds an object.
    pub(super) fn is_never(&self, what: &Selection) -> bool {
        match &what.source {
            Source::Cards(cards) => self.no_card(&cards.filter, Viewpoint::default()),
            Source::Players(test) => self.no_player(test),
            Source::Uses(test) => self.no_use(test),
            Source::Spaces(spaces) => self.no_space(&spaces.filter) || spaces.zones.is_empty(),
            Source::Number(low, high) => self.range(low).least > self.range(high).most,
            Source::Either(all) => !all.is_empty() && all.iter().all(|one| self.is_never(one)),
            _ => false,
        }
    }

    /// True if no object of a game ever matches a filter.
    pub(super) fn no_match(&self, filter: &Filter, from: Viewpoint) -> bool {
        match filter {
            Filter::Card(test) => self.no_card(test, from),
            Filter::Player(test) => self.no_player(test),
            Filter::Use(test) => self.no_use(test),
            Filter::Space(test) => self.no_space(test),
            _ => false,
        }
    }

    /// True if no space matches, because it would have to lie in two kinds of zone.
    fn no_space(&self, test: &Test<SpaceTest>) -> bool {
        let of = |one: &SpaceTest| if let SpaceTest::Zone(kinds) = one { Some(*kinds) } else { None };
        zones(test, true, &self.input.catalog.rules, &of).is_empty()
    }

    pub(super) fn no_player(&self, test: &Test<PlayerTest>) -> bool {
        match test {
            Test::All(parts) => parts.iter().any(|part| self.no_player(part)),
            Test::Any(parts) => !parts.is_empty() && parts.iter().all(|part| self.no_player(part)),
            Test::Where(cond) => self.never(cond, Viewpoint::default()),
            _ => false,
        }
    }

    /// The types of the cards that meet a test.
    pub(super) fn types_of_test(&self, test: &Test<CardTest>) -> IdSet<TypeId> {
        self.input.arrivals.types_of_test(&self.input.catalog.rules, test, &|_| IdSet::ALL)
    }

    pub(super) fn no_use(&self, test: &Test<UseTest>) -> bool {
        let (mut kinds, mut types) = (IdSet::ALL, IdSet::ALL);
        let is_of_others = |kinds: IdSet<UseKindId>, types: IdSet<TypeId>| {
            types != IdSet::ALL && kinds != IdSet::ALL && (self.input.arrivals.of_uses(kinds) & types).is_empty()
        };
        self.no_use_of(test, &mut kinds, &mut types) || kinds.is_empty() || is_of_others(kinds, types)
    }

    /// True if no use matches; else narrows `kinds` and `types` to the kinds of the uses that may match and the types
    /// of their cards.
    fn no_use_of(&self, test: &Test<UseTest>, kinds: &mut IdSet<UseKindId>, types: &mut IdSet<TypeId>) -> bool {
        match test {
            Test::All(parts) => parts.iter().any(|part| self.no_use_of(part, kinds, types)),
            Test::Any(parts) => !parts.is_empty() && parts.iter().all(|part| self.no_use(part)),
            Test::One(UseTest::UseKind(of)) => {
                *kinds = *kinds & *of;
                false
            }
            Test::One(UseTest::UseCard(card)) => {
                *types = *types & self.types_of_test(card);
                self.no_card(card, Viewpoint::default())
            }
            _ => false,
        }
    }
}

/// The kinds of zone in which a card must lie for a test to hold.
pub(super) fn zones_of(test: &Test<CardTest>, rules: &Rules) -> IdSet<ZoneKind> {
    zones(test, true, rules, &|one| if let CardTest::Zone(kinds) = one { Some(*kinds) } else { None })
}

/// The kinds of zone that a test allows, or its opposite if `holds` is false; `of` gives the kinds that a single test
/// names.
fn zones<T>(
    test: &Test<T>,
    holds: bool,
    rules: &Rules,
    of: &impl Fn(&T) -> Option<IdSet<ZoneKind>>,
) -> IdSet<ZoneKind> {
    let parts = |parts: &[Test<T>], all: bool| {
        let found = parts.iter().map(|part| zones(part, holds, rules, of));
        if all { found.fold(IdSet::ALL, |a, b| a & b) } else { found.fold(IdSet::EMPTY, |a, b| a | b) }
    };
    match test {
        Test::All(all) => parts(all, holds),
        Test::Any(any) => parts(any, !holds),
        Test::Not(part) => zones(part, !holds, rules, of),
        Test::One(one) => match (of(one), holds) {
            (Some(kinds), true) => kinds,
            (Some(kinds), false) => {
                (0..rules.schema.zones.len()).map(ZoneKind::of).filter(|kind| !kinds.contains(*kind)).collect()
            }
            (None, _) => IdSet::ALL,
        },
        _ => IdSet::ALL,
    }
}

/// The numbers that meet a comparison with some number of a range.
pub(super) fn meeting(cmp: Cmp, with: Range) -> Range {
    match cmp {
        Cmp::Eq => with,
        Cmp::Ne => ALL,
        Cmp::Lt => Range { most: plus(with.most, -1), ..ALL },
        Cmp::Le => Range { most: with.most, ..ALL },
        Cmp::Gt => Range { least: plus(with.least, 1), ..ALL },
        Cmp::Ge => Range { least: with.least, ..ALL },
    }
}

/// True if a comparison holds for some pair of numbers from two ranges.
pub(super) fn may_meet(cmp: Cmp, one: Range, other: Range) -> bool {
    let is_one = one.least == one.most && one == other;
    !(one.and(meeting(cmp, other)).is_empty() || cmp == Cmp::Ne && is_one)
}

pub(super) fn opposite(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        Cmp::Lt => Cmp::Ge,
        Cmp::Ge => Cmp::Lt,
        Cmp::Gt => Cmp::Le,
        Cmp::Le => Cmp::Gt,
    }
}

/// A sum in which the least and the greatest number stand for no bound, and stay so.
fn plus(a: i64, b: i64) -> i64 {
    match (a, b) {
        (i64::MIN, _) | (_, i64::MIN) => i64::MIN,
        (i64::MAX, _) | (_, i64::MAX) => i64::MAX,
        _ => a.saturating_add(b),
    }
}

fn minus(a: i64) -> i64 {
    match a {
        i64::MIN => i64::MAX,
        i64::MAX => i64::MIN,
        _ => -a,
    }
}
