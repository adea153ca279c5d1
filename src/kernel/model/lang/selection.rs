//! Selections: the objects, their number, and the conditions on the set.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardTest, Class, Cmp, Cond, PlayerTest, PrintTest, RecordTest, Ref, SeatTest, SpaceTest, Test, UseTest,
};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::*;
use intermezzo_derive::{Capture, Renumber};
use std::sync::Arc;

/// The most numbers of a range that a selection offers, or a list goes through.
pub const MOST_NUMBERS: i64 = 1024;

/// A selection: the objects that may be selected, and their number.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct Selection {
    /// The source of the objects.
    pub source: Source,
    /// The least number of selected objects.
    pub min: Amount,
    /// The greatest number of selected objects; `None` for no limit.
    pub max: Option<Amount>,
    /// The rules for the selected set.
    pub rules: Option<Arc<SetRules>>,
    /// True if chance chooses.
    pub random: bool,
    /// Conditions on each selected object, and the reasons that are told where they fail.
    pub needs: Vec<(Cond, Option<Arc<Words>>)>,
    /// The verb that must not be forbidden for a selected object.
    pub verb: Option<Sym>,
    /// The order of the matching objects and the selected part; `None`: all objects, in the order of the zone.
    pub cut: Option<Box<Cut>>,
}

/// The source of the options of a selection.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Source {
    /// Cards.
    Cards(CardSource),
    /// Players.
    Players(Test<PlayerTest>),
    /// Uses.
    Uses(Test<UseTest>),
    /// Open records.
    Records(Test<RecordTest>),
    /// Zones and spaces.
    Spaces(SpaceSource),
    /// Any word that some card prints in the word field with this slot.
    Words(u8),
    /// Card definitions.
    Defs(Test<PrintTest>),
    /// A number of a range.
    Number(Amount, Amount),
    /// All objects that any of these selections finds, of several kinds.
    Either(Vec<Selection>),
}

impl Source {
    /// The class of all objects that the source gives; `None`: words, definitions, numbers, or objects of several
    /// classes.
    pub fn class(&self) -> Option<Class> {
        match self {
            Source::Cards(_) => Some(Class::Card),
            Source::Players(_) => Some(Class::Player),
            Source::Uses(_) => Some(Class::Use),
            Source::Records(_) => Some(Class::Record),
            Source::Spaces(_) => Some(Class::Zone),
            Source::Either(all) => {
                let mut classes = all.iter().map(|one| one.source.class());
                let first = classes.next()?;
                first.filter(|_| classes.all(|class| class == first))
            }
            Source::Words(_) | Source::Defs(_) | Source::Number(..) => None,
        }
    }

    /// True if a value is of a kind that is selected here, whatever the filter.
    pub fn is_of_kind(&self, value: &Value) -> bool {
        match (self, value) {
            (Source::Either(all), value) => all.iter().any(|one| one.source.is_of_kind(value)),
            (Source::Cards(_), Value::Card(_))
            | (Source::Players(_), Value::Seat(_))
            | (Source::Uses(_), Value::Use(_))
            | (Source::Records(_), Value::Record(_))
            | (Source::Spaces(_), Value::Zone(_))
            | (Source::Words(_), Value::Word(_))
            | (Source::Defs(_), Value::Def(_))
            | (Source::Number(..), Value::Int(_)) => true,
            _ => false,
        }
    }

    /// True if the source gives cards, perhaps among other objects.
    pub fn has_cards(&self) -> bool {
        match self {
            Source::Cards(_) => true,
            Source::Either(all) => all.iter().any(|one| one.source.has_cards()),
            _ => false,
        }
    }
}

/// The source of a selection of spaces: the kinds of zone or the lists to look in, and the test of each space.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct SpaceSource {
    /// The test of each space.
    pub filter: Test<SpaceTest>,
    /// Kinds of zone to look in; all if the filter names none.
    pub zones: IdSet<ZoneKind>,
    /// Lists to look in instead of zones.
    pub lists: Vec<Ref>,
}

/// A source of cards: a test, and the zones to search.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct CardSource {
    /// The test of each card.
    pub filter: Test<CardTest>,
    /// The filter without its conditions `zones`, `whose` and `owner`, which limit the search.
    pub rest: Test<CardTest>,
    /// Kinds of zone to look in; all if the filter names none.
    pub zones: IdSet<ZoneKind>,
    /// A test of the controller of each card, which determines whose zones are searched; `None`: any controller.
    pub whose: Option<SeatTest>,
    /// A test of the owner of each card; `None`: any owner.
    pub owner: Option<SeatTest>,
    /// Lists to look in instead of zones.
    pub lists: Vec<Ref>,
    /// The only place of each pile that counts, from 0 for the top; negative numbers count from the bottom, which is
    /// -1.
    pub position: Option<i32>,
    /// True if the source has only cards that are attached to others.
    pub hanging: bool,
}

impl CardSource {
    /// True if the source has only cards that the asking player owns or controls.
    pub fn is_own(&self) -> bool {
        [&self.whose, &self.owner].into_iter().any(|test| *test == Some(SeatTest::Me))
    }

    /// The kinds of zone in which the cards of the source may lie.
    pub fn looked_in(&self) -> IdSet<ZoneKind> {
        if self.lists.is_empty() { self.zones } else { IdSet::ALL }
    }
}

impl Selection {
    /// True if neither a need nor a verb limits the result.
    pub fn is_plain(&self) -> bool {
        self.verb.is_none() && self.needs.is_empty()
    }

    /// A selection of one card from a list.
    pub fn in_list(list: Ref) -> Selection {
        let (filter, rest) = (Test::True, Test::True);
        let (zones, whose, owner, lists) = (IdSet::ALL, None, None, vec![list]);
        Selection::of(Source::Cards(CardSource {
            filter,
            rest,
            zones,
            whose,
            owner,
            lists,
            position: None,
            hanging: false,
        }))
    }

    /// A selection of one object from a source.
    pub fn of(source: Source) -> Selection {
        Selection {
            source,
            min: Amount::Int(1),
            max: Some(Amount::Int(1)),
            rules: None,
            random: false,
            needs: Vec::new(),
            verb: None,
            cut: None,
        }
    }

    /// The test of the selected cards; `None`: the selection is of other objects.
    pub fn of_cards(&self) -> Option<&Test<CardTest>> {
        match &self.source {
            Source::Cards(cards) => Some(&cards.filter),
            _ => None,
        }
    }
}

/// The order of the matching objects, and the part of them that counts.
#[derive(Clone, Debug, Default, PartialEq, Renumber, Capture)]
pub struct Cut {
    /// The amounts that order the objects, `it` being the object: the greatest first, ties by the next amount, and in
    /// the end as they lie. Empty: all as they lie.
    pub by: Vec<Amount>,
    /// The part that counts; `None`: all.
    pub part: Option<Part>,
}

impl Cut {
    /// True if the cut depends on nothing in the state: it orders nothing, and its number is fixed.
    pub fn is_written(&self) -> bool {
        self.by.is_empty() && self.part.iter().all(|part| matches!(part.n(), Amount::Int(_)))
    }
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Part {
    /// The first ones, up to this number.
    First(Amount),
    /// The last ones, up to this number.
    Last(Amount),
}

impl Part {
    /// The number of objects in the part.
    pub fn n(&self) -> &Amount {
        let (Part::First(n) | Part::Last(n)) = self;
        n
    }

    /// Shortens a list to its first or last `n` objects.
    pub fn keep<T>(&self, n: usize, all: &mut Vec<T>) {
        match self {
            Part::First(_) => all.truncate(n),
            Part::Last(_) => drop(all.drain(..all.len() - n.min(all.len()))),
        }
    }
}

/// The least number of a selection that takes all there are: `pick: every`.
pub const EVERY: i64 = i64::MAX;

/// Rules about a set of cards.
#[derive(Clone, Debug, PartialEq, Default, Renumber, Capture)]
pub struct SetRules {
    /// The rules, all of which must hold.
    pub rules: Vec<SetRule>,
}

/// A field of which cards of a set may have a value in common.
#[derive(Clone, Copy, Debug, PartialEq, Renumber, Capture)]
pub enum SetField {
    /// A number.
    Number(AttrId),
    /// A field of words, by slot.
    Words(u8),
}

/// A rule about a set of cards.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum SetRule {
    /// The number of cards, compared with an amount.
    Count(Cmp, Amount),
    /// The sum of an attribute.
    Sum(AttrId, Cmp, Amount),
    /// The number of different words in a field, compared with an amount.
    Distinct(u8, Cmp, Amount),
    /// Cards that have a value in common in a field, except for the jokers.
    Same(SetField, Option<Arc<Test<CardTest>>>),
    /// Cards whose numbers follow each other, each number once; jokers stand in for missing numbers.
    Sequence(AttrId, Option<Arc<Test<CardTest>>>),
    /// Different cards that fill these roles, each role with its number of cards.
    Roles(Arc<Vec<(Test<CardTest>, u8)>>),
    /// The set also meets the rules printed on these cards, in the field with this slot.
    Meets(Ref, u8),
    /// Alternatives, of which one must hold.
    AnyOf(Vec<SetRules>),
}
