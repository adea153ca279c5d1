//! Symbols: names of the game as small numbers.
//!
//! Every word that rules compare (fields, zones, traits, printed names) is interned once while
//! a catalog loads. Numbers follow the order of loading, which is sorted, so they are the same on
//! every machine.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// An interned word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

impl Sym {
    /// The number of a word in hashes of logs. Words that the kernel added after these hashes were fixed have numbers
    /// of their own, so that other games keep their hashes.
    pub fn hashed(self) -> u32 {
        let (first, end) = (field::FIRST_LATER.0, FIELDS.len() as u32);
        match self.0 {
            n if n < first => n,
            n if n < end => u32::MAX - (n - first),
            n => n - (end - first),
        }
    }
}

/// Prints the number for hashes ([`Sym::hashed`]). Logs hold filters made by scripts in this form.
impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Sym").field(&self.hashed()).finish()
    }
}

/// Names that the kernel itself gives to fields: they come first in every table, so they are constants.
macro_rules! fields {
    ($($name:ident = $text:literal),*; later: $later:ident = $later_text:literal $(, $more:ident = $more_text:literal)* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum FieldNumber { $($name,)* $later, $($more),* }
        const FIELDS: &[&str] = &[$($text,)* $later_text, $($more_text),*];
        /// Fields that objects have in every game: see `fixed_fields`.
        pub mod field {
            use super::{FieldNumber, Sym};
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Sym = Sym(FieldNumber::$name as u32);
            )*
            #[doc = concat!("`", $later_text, "`")]
            pub const $later: Sym = Sym(FieldNumber::$later as u32);
            $(
                #[doc = concat!("`", $more_text, "`")]
                #[allow(dead_code)] // those of events are found by their text
                pub const $more: Sym = Sym(FieldNumber::$more as u32);
            )*
            /// The first of the fields that the kernel added later.
            pub(super) const FIRST_LATER: Sym = $later;

            /// The name of a field.
            ///
            /// # Panics
            ///
            /// Panics if the symbol is no field.
            pub fn text(name: Sym) -> &'static str {
                super::FIELDS[name.0 as usize]
            }
        }
    };
}

fields! {
    CARD = "card", USER = "user", X = "x", PAID = "paid", REPLY_TO = "reply_to", CANCELLED = "cancelled",
    ABILITY = "ability", TARGETS = "targets", IS_GROUP = "is_group", KIND = "kind", TIMING = "timing", MODE = "mode",
    ACTIVE = "active", FIRST = "first", PHASE = "phase", BATCH = "batch", PLAYERS = "players",
    LAST_WINNER = "last_winner", SLOT = "slot", COLUMN = "column", ROW = "row", ZONE = "zone", OWNER = "owner",
    CARDS = "cards", CHOICES = "choices", CANCELLABLE = "cancellable", NAME = "name", ID = "id", TYPE = "type",
    SPACE = "space", CONTROLLER = "controller", PUT_BY = "put_by", SEAT = "seat", OPPONENT = "opponent",
    LOST = "lost", WINS = "wins";
    later: IS_COPY = "is_copy", COPIED = "copied", TAKEN_OVER = "taken_over",
    PHASE_BEGAN = "phase_began", LEVEL_BEGAN = "level_began", ATTACHED = "attached", CONTROLLED = "controlled",
    LEFT = "left", RIGHT = "right", PARTNER = "partner", HOST = "host", CARRIES = "carries", NOW = "now",
    FACE_CHANGED = "face_changed", COVERED = "covered", UNCOVERED = "uncovered", OVER = "over",
}

/// The table of interned words.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Arc<str>>,
    // Only ever looked up, never iterated: its order cannot reach the log. A hash without a secret will do: whoever
    // makes words collide slows down her own game only.
    index: FxHashMap<Arc<str>, Sym>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols { names: Vec::new(), index: FxHashMap::default() };
        for name in FIELDS {
            symbols.add((*name).into());
        }
        symbols
    }
}

impl Symbols {
    /// The symbol of `name`, interned if it is new.
    pub fn intern(&mut self, name: &str) -> Sym {
        match self.index.get(name) {
            Some(&sym) => self.met(sym),
            None => self.add(name.into()),
        }
    }

    /// Interns a word that is already shared.
    pub fn intern_shared(&mut self, name: &Arc<str>) -> Sym {
        match self.index.get(name) {
            Some(&sym) => self.met(sym),
            None => self.add(name.clone()),
        }
    }

    /// Marks a word as used by the game. Some words of games became words of the kernel later: such a word is hashed as
    /// a word of the game from its first use, and still names the field.
    fn met(&mut self, sym: Sym) -> Sym {
        if !(field::LEFT.0..FIELDS.len() as u32).contains(&sym.0) {
            return sym;
        }
        self.add(self.names[sym.0 as usize].clone())
    }

    fn add(&mut self, name: Arc<str>) -> Sym {
        // A catalog's texts, which contain all words, are far shorter.
        let sym = Sym(u32::try_from(self.names.len()).expect("no catalog has four billion words"));
        self.names.push(name.clone());
        self.index.insert(name, sym);
        sym
    }

    /// The symbol of `name`, if the catalog knows it.
    pub fn find(&self, name: &str) -> Option<Sym> {
        self.index.get(name).copied()
    }

    /// The word behind `sym`.
    ///
    /// # Panics
    ///
    /// Panics if `sym` comes from another table.
    pub fn name(&self, sym: Sym) -> &Arc<str> {
        &self.names[sym.0 as usize]
    }

    /// The symbols that the words of another table have in this one, and the words of this table that the other one
    /// lacks. The kernel's own words stand first in both.
    pub fn places_of<'s>(
        &'s self,
        others: &[Arc<str>],
    ) -> (Vec<Option<Sym>>, impl Iterator<Item = &'s Arc<str>> + use<'s>) {
        let (own, mut ahead) = (FIELDS.len(), 0);
        let mut is_there = vec![false; self.names.len()];
        let place = |(i, name): (usize, &Arc<str>)| {
            // A word has usually moved as far as the word before it, so that place is tried first.
            let near = i.saturating_add_signed(ahead);
            let is_it = |at: &usize| i < own || *at >= own && self.names.get(*at) == Some(name);
            let at = Some(if i < own { i } else { near }).filter(is_it).or_else(|| {
                let found = self.find(name)?.0 as usize;
                (found >= own).then_some(found)
            })?;
            ahead = at as isize - i as isize;
            is_there[at] = true;
            Some(Sym(at as u32))
        };
        let places = others.iter().enumerate().map(place).collect();
        let new = self.names.iter().zip(is_there).skip(own).filter(|(_, is_there)| !is_there).map(|(name, _)| name);
        (places, new)
    }

    /// All words, by number.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.iter()
    }

    /// The number of words.
    pub fn count(&self) -> usize {
        self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, Sym, Symbols, field};

    #[test]
    fn words_that_the_kernel_learnt_later_move_no_hash() {
        let mut symbols = Symbols::default();
        // The first word of a game came after `wins`, the last one that the kernel knew.
        assert_eq!(symbols.intern("a word of a game").hashed(), field::WINS.0 + 1);
        let mut all: Vec<u32> = (0..FIELDS.len() as u32 + 9).map(|n| Sym(n).hashed()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), FIELDS.len() + 9);
    }
}
