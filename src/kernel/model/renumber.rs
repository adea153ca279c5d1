//! Renumbering: words, definitions, abilities, scripts and lists are held by number, and every catalog numbers them
//! anew.
//!
//! [`Renumber`] is derived: it visits all parts of a type, and the type of a part decides what happens to it.

use std::collections::VecDeque;
use std::sync::Arc;

use thin_vec::ThinVec;

use crate::kernel::model::declaration::DeclareStage;
use crate::kernel::model::duration::Duration;
use crate::kernel::model::fixed_fields::OfPlayer;
use crate::kernel::model::id_set::{IdSet, InSet};
use crate::kernel::model::lang::{Cmp, Taken, ValueTest};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::modification_kinds::{How, HowWord};
use crate::kernel::model::objects::{Called, Face, Ordinals, Role};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::piles::Piles;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::value_list::ValueList;

/// For the numbers of old rules, the numbers that the same things, found by name, have in new rules.
pub struct Numbers<'r> {
    pub(in crate::kernel) defs: Vec<Option<DefId>>,
    pub(in crate::kernel) abilities: Vec<Option<AbilityId>>,
    pub(in crate::kernel) scripts: Vec<Option<ScriptId>>,
    pub(in crate::kernel) lists: Vec<Option<ListId>>,
    pub(in crate::kernel) symbols: Vec<Option<Sym>>,
    /// The shifts of the numbers in one compiled card that a cache holds; `None` where a state is carried over.
    pub(in crate::kernel) printed: Option<Printed>,
    /// The two rules, where a state is carried over.
    pub(in crate::kernel) rules: Option<(&'r Rules, &'r Rules)>,
}

/// A type that holds numbers of rules.
pub trait Renumber {
    /// Replaces the numbers of the old rules by those of the new ones. `None`: something does not exist in the new
    /// rules, so the whole value is worthless.
    fn renumber(&mut self, numbers: &Numbers) -> Option<()>;
}

/// A shift of the numbers of compiled parts: `by` is added to all numbers from `from` on. Lower numbers belong to the
/// manifest and stay.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// The first number that moved.
    pub from: i64,
    /// The distance of the shift.
    pub by: i64,
}

impl Moved {
    /// Exchanges an old number for the new one.
    pub fn number<N: Copy + Into<i64> + TryFrom<i64>>(self, number: &mut N) -> Option<()> {
        let old: i64 = (*number).into();
        if old >= self.from {
            *number = N::try_from(old + self.by).ok()?;
        }
        Some(())
    }
}

/// The shifts of the numbers in a compiled card that a cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Printed {
    /// The shift of words that were added while cards were compiled; their numbers come after those of the words of all
    /// files.
    pub words: Moved,
    /// The shift of the card's abilities.
    pub abilities: Moved,
    /// The shift of the card's scripts.
    pub scripts: Moved,
    /// The shift of the card's lists.
    pub lists: Moved,
    /// The shift of the card's indices into `Rules::named_abilities`, which holds the abilities that lists name.
    pub named: Moved,
}

impl Numbers<'static> {
    /// The numbers for carrying over single compiled cards: the new symbol of each old word, and the new id of each old
    /// definition.
    pub fn of_cards(symbols: Vec<Option<Sym>>, defs: Vec<Option<DefId>>) -> Numbers<'static> {
        let (abilities, scripts, lists, printed) = (Vec::new(), Vec::new(), Vec::new(), Some(Printed::default()));
        Numbers { defs, abilities, scripts, lists, symbols, printed, rules: None }
    }

    /// Sets the shifts for the card that is carried over next.
    pub fn moved(&mut self, printed: Printed) {
        self.printed = Some(printed);
    }
}

impl Numbers<'_> {
    /// Shifts an index into `Rules::named_abilities` that a compiled card holds. A state holds no such index.
    pub(in crate::kernel) fn named(&self, at: &mut usize) -> Option<()> {
        let Some(printed) = self.printed else { return Some(()) };
        let mut number = i64::try_from(*at).ok()?;
        printed.named.number(&mut number)?;
        *at = usize::try_from(number).ok()?;
        Some(())
    }
}

/// Renumbers the elements of a list, and drops those that the new rules do not have.
pub(in crate::kernel) fn keep_known<T: Renumber>(all: &mut Vec<T>, numbers: &Numbers) {
    all.retain_mut(|one| one.renumber(numbers).is_some());
}

impl Renumber for Sym {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match (numbers.symbols.get(self.0 as usize), numbers.printed) {
            (Some(new), _) => new.map(|new| *self = new),
            // The old rules did not number this word: a card's own compilation added it, so its numbers hold.
            (None, Some(printed)) => printed.words.number(&mut self.0),
            (None, None) => None,
        }
    }
}

impl Renumber for DefId {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        numbers.defs[self.index()].map(|new| *self = new)
    }
}

impl Renumber for Origin {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        // An effect of a removed card stays, but counts for no card.
        if self.0.renumber(numbers).is_none() {
            *self = Origin::default();
        }
        Some(())
    }
}

impl Renumber for Called {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        // A timed effect stays even if nothing uses its name any more.
        if self.0.renumber(numbers).is_none() {
            *self = Called::default();
        }
        Some(())
    }
}

impl Renumber for AbilityId {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match numbers.printed {
            Some(printed) => printed.abilities.number(&mut self.0),
            None => numbers.abilities[self.index()].map(|new| *self = new),
        }
    }
}

impl Renumber for ScriptId {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match numbers.printed {
            Some(printed) => printed.scripts.number(&mut self.0),
            None => numbers.scripts[self.index()].map(|new| *self = new),
        }
    }
}

impl Renumber for ListId {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match numbers.printed {
            Some(printed) => printed.lists.number(&mut self.0),
            None => numbers.lists[self.index()].map(|new| *self = new),
        }
    }
}

/// Types that are equal in both rules: plain data, running numbers, and what the layout of a game compares.
macro_rules! same {
    ($($name:ty),* $(,)?) => {
        $(impl Renumber for $name {
            fn renumber(&mut self, _: &Numbers) -> Option<()> {
                Some(())
            }
        })*
    };
}

same!(bool, u8, u16, u32, u64, usize, i16, i32, i64, [u8; 8], [i8; 8], u128, String, Arc<str>);
same!(Card, Seat, UseId, RecId);
same!(Zone, ZoneKind, TypeId, LevelId, Status, RecKind, EventId, UseKindId, WindowId, AttrId);
same!(Cmp, Duration, Face, How, HowWord, OfPlayer, Ordinals, Role, Since, DeclareStage, Taken);

/// Ids of these types are the same under both rules, so their bit masks are, too.
impl<T: InSet> Renumber for IdSet<T> {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        Some(())
    }
}

impl<T: Renumber> Renumber for Vec<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.renumber(numbers))
    }
}

impl<T: Renumber> Renumber for ThinVec<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.renumber(numbers))
    }
}

impl Renumber for ValueList {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        self.make_mut().renumber(numbers)
    }
}

impl<T: Renumber> Renumber for VecDeque<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.renumber(numbers))
    }
}

impl<T: Renumber> Renumber for Option<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        self.iter_mut().try_for_each(|one| one.renumber(numbers))
    }
}

impl<T: Renumber> Renumber for Box<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        (**self).renumber(numbers)
    }
}

impl<T: Renumber + Clone> Renumber for Arc<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        Arc::make_mut(self).renumber(numbers)
    }
}

impl<A: Renumber, B: Renumber> Renumber for (A, B) {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let (a, b) = self;
        a.renumber(numbers)?;
        b.renumber(numbers)
    }
}

impl<A: Renumber, B: Renumber, C: Renumber> Renumber for (A, B, C) {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let (a, b, c) = self;
        a.renumber(numbers)?;
        b.renumber(numbers)?;
        c.renumber(numbers)
    }
}

impl Renumber for ValueTest {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        match *self {}
    }
}

impl Renumber for Piles {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        // Cards and zones keep their numbers.
        Some(())
    }
}
