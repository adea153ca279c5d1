//! Renumbering: carries a state over from the rules of one catalog to those of another.
//!
//! A state holds words, definitions, abilities and scripts by number, and every catalog numbers them anew. [`Numbers`]
//! finds each of them again by its name. Most types derive [`Renumber`]. Here are the types that may lose a part which
//! the new rules do not have.

mod fixed_numbering;
mod lost_tasks;
mod printed;
mod state;

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::kernel::model::ability::Ability;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::bounded;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;

pub use crate::kernel::model::renumber::{Moved, Numbers, Printed, Renumber};

impl<'r> Numbers<'r> {
    /// The numbers of the old rules in the new ones; `None` if layout or flow differ, so that no state can be carried
    /// over.
    pub fn between(old: &'r Rules, new: &'r Rules) -> Option<Numbers<'r>> {
        if fixed_numbering::layout(old) != fixed_numbering::layout(new) {
            return None;
        }
        let symbols = old.schema.symbols.names().map(|name| new.schema.symbols.find(name)).collect::<Vec<_>>();
        let sym = |sym: Sym| symbols[sym.0 as usize];
        let known = first_of(new.defs.iter().map(|d| d.id));
        let defs: Vec<Option<DefId>> = old.defs.iter().map(|d| known.get(&sym(d.id)?).map(|i| DefId::of(*i))).collect();
        // Abilities and scripts of a removed card are removed; those of the game itself belong to no card.
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

    /// The old rules and the new ones. Only numbers for a state have them.
    fn rules(&self) -> (&'r Rules, &'r Rules) {
        self.rules.expect("a state is carried over from rules to rules")
    }

    /// True if targets and payments that were chosen for an ability mean the same in the new rules.
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
