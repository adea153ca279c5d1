//! Symbols: names of the game as small numbers.
//!
//! Every word that rules compare (fields, zones, traits, printed names) is interned once while
//! a catalog loads. Numbers follow the order of loading, which is sorted, so they are the same on
//! every machine.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// An interned word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// Names that the kernel itself gives to fields: they come first in every table, so they are constants.
macro_rules! fields {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),* }
        const FIELDS: &[&str] = &[$($text),*];
        /// Fields that objects have in every game: see `fixed`.
        pub mod field {
            use super::{Place, Sym};
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Sym = Sym(Place::$name as u32);
            )*

            /// The name of one of these fields.
            ///
            /// # Panics
            ///
            /// Panics if the symbol is none of these fields.
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
    LOST = "lost", WINS = "wins",
}

/// The table of interned words.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Arc<str>>,
    // Only ever looked up, never iterated: its order cannot reach the log. A hash without a secret will do: whoever makes
    // words collide slows down her own game only.
    index: FxHashMap<Arc<str>, Sym>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols { names: Vec::new(), index: FxHashMap::default() };
        for name in FIELDS {
            symbols.intern(name);
        }
        symbols
    }
}

impl Symbols {
    /// The symbol of `name`, interned if it is new.
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.index.get(name) {
            return sym;
        }
        self.add(name.into())
    }

    /// The same for a word that somebody holds already.
    pub fn intern_shared(&mut self, name: &Arc<str>) -> Sym {
        match self.index.get(name) {
            Some(&sym) => sym,
            None => self.add(name.clone()),
        }
    }

    fn add(&mut self, name: Arc<str>) -> Sym {
        // A catalog's texts, of which words are parts, are shorter than this by far.
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

    /// All words, by number.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.iter()
    }

    /// How many words there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }
}
