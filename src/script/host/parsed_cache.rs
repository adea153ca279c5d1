//! Parsed cache: parsed filters of scripts, found by their contents and their rules.
//!
//! A filter holds numbers of the rules it was parsed under, so it is found under those rules only:
//! catalogs that share a VM number their words, cards and options each in their own way.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use crate::kernel::model::rules::Rules;

/// Filters parsed before, under each of the recently used rules.
#[derive(Default)]
pub struct FilterCache {
    /// The rules in use come last.
    under: RefCell<Vec<ParsedFilters>>,
    pub(super) key: RefCell<Vec<u8>>,
}

/// The parsed filters under one set of rules.
struct ParsedFilters {
    // A weak reference keeps the address in use, so that no other rules can lie there.
    rules: Weak<Rules>,
    // Nothing walks through the map, so its order has no effect on a game.
    found: HashMap<Vec<u8>, Rc<dyn Any>, BuildHasherDefault<OfBytes>>,
    /// The size of the keys in `found`, in bytes.
    bytes: usize,
}

/// Hashes the key of a filter (xxh3), at each call of a script. A script that makes its filters collide slows only its
/// own calls, by the comparisons with the kept filters.
#[derive(Default)]
struct OfBytes(u64);

impl Hasher for OfBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, self.0);
    }

    fn write_usize(&mut self, len: usize) {
        self.0 ^= len as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl FilterCache {
    pub(super) fn get(&self, rules: &Arc<Rules>, key: &[u8]) -> Option<Rc<dyn Any>> {
        let mut all = self.under.borrow_mut();
        let at = all.iter().rposition(|under| std::ptr::eq(under.rules.as_ptr(), Arc::as_ptr(rules)))?;
        // The rules that were used last are the last to go.
        all[at..].rotate_left(1);
        all.last()?.found.get(key).cloned()
    }

    /// Stores a result that [`FilterCache::get`] did not have.
    pub(super) fn keep(&self, rules: &Arc<Rules>, key: &[u8], new: Rc<dyn Any>) {
        let mut all = self.under.borrow_mut();
        if all.last().is_none_or(|under| !std::ptr::eq(under.rules.as_ptr(), Arc::as_ptr(rules))) {
            all.retain(|under| under.rules.strong_count() > 0);
            if all.len() >= MAX_RULES {
                all.remove(0);
            }
            all.push(ParsedFilters { rules: Arc::downgrade(rules), found: HashMap::default(), bytes: 0 });
        }
        let Some(ParsedFilters { found, bytes, .. }) = all.last_mut() else { return };
        if found.len() >= MAX_KEPT || *bytes > MAX_BYTES {
            found.clear();
            *bytes = 0;
        }
        *bytes += key.len();
        found.insert(key.to_vec(), new);
    }
}

/// The most rules that are kept apart: games that one VM plays in turn.
const MAX_RULES: usize = 8;

/// The most filters that are kept under one set of rules; then all of these are forgotten. A script that never asks
/// twice in the same words gains nothing by more.
const MAX_KEPT: usize = 4096;
/// The most bytes of keys that are kept under one set of rules; then its filters are forgotten. The parsed form of a
/// filter is many times as large as its key.
const MAX_BYTES: usize = 512 << 10;
