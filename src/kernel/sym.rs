//! Symbols: names of the game as small numbers.
//!
//! Every word that rules compare (fields, zones, traits, printed names) is interned once while
//! a catalog loads. Numbers follow the order of loading, which is sorted, so they are the same on
//! every machine.

use std::collections::HashMap;
use std::sync::Arc;

/// An interned word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// The table of interned words.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<Arc<str>>,
    // Only ever looked up, never iterated: its order cannot reach the log.
    index: HashMap<Arc<str>, Sym>,
}

impl Symbols {
    /// The symbol of `name`, interned if it is new.
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.index.get(name) {
            return sym;
        }
        let sym = Sym(self.names.len() as u32);
        let name: Arc<str> = name.into();
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

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no word was interned yet.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
