//! Renumbering: carries a state over from the rules of one catalog to those of another.
//!
//! A state holds words, definitions, abilities and scripts by number, and every catalog numbers them anew. [`Numbers`]
//! finds each of them again by its name. Every struct and enum of a state lists all its parts: a new field does not
//! compile until it is listed, and its type decides what happens to it.

mod filters;
mod fixed_numbering;
mod printed;
mod state;
mod tasks;

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use thin_vec::ThinVec;

use crate::kernel::model::ability::Ability;
use crate::kernel::model::declaration::Stage;
use crate::kernel::model::fixed_fields::OfPlayer;
use crate::kernel::model::id_set::{IdSet, InSet};
use crate::kernel::model::lang::{Cmp, Taken};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::objects::{Called, Face, Ordinals, Role};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::bounded;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::value_list::ValueList;

pub use printed::{Moved, Printed};

/// Numbers of old rules in new ones, found by name.
pub struct Numbers<'r> {
    defs: Vec<Option<DefId>>,
    abilities: Vec<Option<AbilityId>>,
    scripts: Vec<Option<ScriptId>>,
    lists: Vec<Option<ListId>>,
    symbols: Vec<Option<Sym>>,
    /// The numbers of a single compiled card; `None` where a state is carried over.
    printed: Option<Printed>,
    /// The two rules, where a state is carried over.
    rules: Option<(&'r Rules, &'r Rules)>,
}

/// A type that holds numbers of rules.
pub trait Renumber {
    /// Replaces the numbers of the old rules by those of the new ones. `None`: something does not exist in the new
    /// rules, so the whole value is worthless.
    fn renumber(&mut self, numbers: &Numbers) -> Option<()>;
}

impl<'r> Numbers<'r> {
    /// `None` if layout or flow differ, so that the state cannot be carried over.
    pub fn between(old: &'r Rules, new: &'r Rules) -> Option<Numbers<'r>> {
        if fixed_numbering::layout(old) != fixed_numbering::layout(new) {
            return None;
        }
        let symbols = old.schema.symbols.names().map(|name| new.schema.symbols.find(name)).collect::<Vec<_>>();
        let sym = |sym: Sym| symbols[sym.0 as usize];
        let known = first_of(new.defs.iter().map(|d| d.id));
        let defs: Vec<Option<DefId>> = old.defs.iter().map(|d| known.get(&sym(d.id)?).map(|i| DefId::of(*i))).collect();
        // The parts of a removed card are removed; parts of the game have no card.
        let def = |def: Option<DefId>| match def {
            Some(def) => defs[def.index()].map(Some),
            None => Some(None),
        };
        let known = first_of(new.abilities.iter().map(|a| (a.def, a.id)));
        let ability = |a: &Ability| known.get(&(def(a.def)?, sym(a.id)?)).map(|i| AbilityId::of(*i));
        let abilities: Vec<_> = old.abilities.iter().map(ability).collect();
        let lists = fixed_numbering::lists(old, new, |old| abilities[old.index()]);
        let known = first_of(new.scripts.iter().map(|s| (s.def, &*s.name)));
        let scripts =
            old.scripts.iter().map(|s| known.get(&(def(s.def)?, &*s.name)).map(|i| ScriptId::of(*i))).collect();
        Some(Numbers { defs, abilities, scripts, lists, symbols, printed: None, rules: Some((old, new)) })
    }

    /// The old rules and the new ones, for a state.
    fn rules(&self) -> (&'r Rules, &'r Rules) {
        self.rules.expect("a state is carried over from rules to rules")
    }

    /// True if the choices made for an ability mean the same in the new rules.
    fn asks_the_same(&self, old: AbilityId, new: AbilityId) -> bool {
        let (before, after) = self.rules();
        let (old, new) = (&before.abilities[old.index()], &after.abilities[new.index()]);
        let names = |rules: &Rules, a: &Ability| {
            a.targets.iter().map(|t| (rules.name(t.name).clone(), t.list)).collect::<Vec<_>>()
        };
        names(before, old) == names(after, new)
            && old.cost.len() == new.cost.len()
            && old.cost.iter().zip(&new.cost).all(|(a, b)| std::mem::discriminant(a) == std::mem::discriminant(b))
    }

    /// Carries a card's stored numbers into new rules. A number that play changed keeps its difference from the printed
    /// start; an unchanged one takes the new start.
    fn stored(&self, was: DefId, is: DefId, zone: Zone, stored: &mut [i64]) {
        let (old, new) = self.rules();
        let kind = new.schema.kind_of(zone);
        let starts = old.stored_starts(was).zip(new.stored_starts(is));
        for ((_, _, begun), (slot, attr, begins)) in starts {
            let (min, max) = attr.bounds_in(kind);
            stored[slot] = match stored[slot].saturating_sub(begun) {
                0 => begins,
                by => bounded(begins.saturating_add(by), min, max),
            };
        }
    }
}

/// The place of the first thing of each name. The map is only looked up, so its order cannot reach the log.
fn first_of<K: Hash + Eq>(names: impl ExactSizeIterator<Item = K>) -> FxHashMap<K, usize> {
    let mut found = FxHashMap::with_capacity_and_hasher(names.len(), Default::default());
    for (i, name) in names.enumerate() {
        found.entry(name).or_insert(i);
    }
    found
}

/// Drops what the new rules do not have.
fn keep_known<T: Renumber>(all: &mut Vec<T>, numbers: &Numbers) {
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

/// Types that are equal in both rules: plain data, running numbers, and what [`layout`] compares.
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
same!(Cmp, Face, OfPlayer, Ordinals, Role, Since, Stage, Taken);

/// Such ids are the same in both rules, as their bit masks are.
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

/// All parts of structs and of enums, none left out.
macro_rules! parts {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl Renumber for $name {
            fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
                let $name { $($field),* } = self;
                $($field.renumber(numbers)?;)*
                Some(())
            }
        }
    };
    (enum $name:ident { $($variant:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)? }) => {
        impl Renumber for $name {
            fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
                match (self, numbers) {
                    $(($name::$variant $(($($part),*))? $({$($field),*})?, _numbers) => {
                        $($($part.renumber(_numbers)?;)*)?
                        $($($field.renumber(_numbers)?;)*)?
                    })*
                }
                Some(())
            }
        }
    };
}
use {parts, same};
