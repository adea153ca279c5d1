//! Relations: assignments in which a thing may stand in several pairs, within bounds and rules about sets.
//!
//! A relation is found row by row: each thing that others are given to takes a set of them, small sets first, and the
//! search goes back where a bound cannot be met any more.

use std::cell::Cell;

use crate::kernel::model::decision::{Bounds, MAX_SETS, Pairs};
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::value::Value;
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::sets::{Index, MAX_OPTIONS, some_subset};
use crate::kernel::read::work::Work;

/// So many sets that are tried cost one look: they are arithmetic.
const TRIES_A_LOOK: u32 = 8;

/// What may be given to one thing.
struct Row<'r> {
    /// Of the things that may be given, those that are legal here: one bit each.
    open: u64,
    least: u32,
    most: u32,
    rules: Option<Index<'r>>,
}

/// The bounds of an assignment, read from the state once: whether pairs stand together in some legal one is asked of
/// them as often as one wants.
pub(crate) struct Relations<'r> {
    rows: Vec<Row<'r>>,
    per_to: &'r [(u32, u32)],
    /// So many sets may still be tried.
    tries: Cell<u32>,
    /// What pays for it.
    work: &'r Work,
}

impl<'r> Relations<'r> {
    fn new(pairs: &'r Pairs, bounds: &'r Bounds, env: Env<'r>) -> Relations<'r> {
        let work = &env.derived.work;
        let open = pairs.open();
        let row = |((from, (least, most)), open): ((&Value, &(u32, u32)), &u64)| {
            let rules = bounds.sets.as_ref().map(|rules| Index::new(&env.at_value(from), rules, &pairs.to));
            Row { open: *open, least: *least, most: *most, rules }
        };
        let rows = pairs.from.iter().zip(&bounds.per_from).zip(&open).map(row).collect();
        Relations { rows, per_to: &bounds.per_to, tries: Cell::new(0), work }
    }

    /// For each of the first things that others are given to, which of the first things may be given to it, one bit each.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.open)
    }

    /// Whether these pairs stand together in some legal assignment, all of them legal one by one.
    pub fn hold(&self, given: &[u64]) -> bool {
        self.is_legal(given) || self.some(given, &mut |_| true)
    }

    /// Whether these pairs are a legal assignment by themselves, which most are.
    fn is_legal(&self, given: &[u64]) -> bool {
        let fits = |(row, set): (&Row, &u64)| {
            let n = set.count_ones();
            n >= row.least && n <= row.most && (*set == 0 || row.rules.as_ref().is_none_or(|rules| rules.fits(*set)))
        };
        let mut counts = [0u32; MAX_OPTIONS];
        given.iter().for_each(|row| bits(*row).for_each(|i| counts[i] += 1));
        let within = |(n, (least, most)): (&u32, &(u32, u32))| n >= least && n <= most;
        self.rows.iter().zip(given).all(fits) && counts.iter().zip(self.per_to).all(within)
    }

    /// Hands relations that hold these pairs to `found`, until it says that it is enough; whether it did.
    fn some(&self, given: &[u64], found: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.tries.set(MAX_SETS);
        let mut left: Vec<u32> = self.per_to.iter().take(MAX_OPTIONS).map(|(_, most)| *most).collect();
        for row in given {
            for i in bits(*row) {
                match left[i].checked_sub(1) {
                    Some(n) => left[i] = n,
                    None => return false,
                }
            }
        }
        self.at_row(given, &mut left, &mut Vec::with_capacity(self.rows.len()), found)
    }

    fn at_row(
        &self,
        given: &[u64],
        left: &mut [u32],
        chosen: &mut Vec<u64>,
        found: &mut dyn FnMut(&[u64]) -> bool,
    ) -> bool {
        let Some(row) = self.rows.get(chosen.len()) else {
            let given_to = |i: usize| chosen.iter().filter(|row| **row & 1 << i != 0).count() as u32;
            let meets = |(i, (least, _)): (usize, &(u32, u32))| given_to(i) >= *least;
            return self.per_to.iter().take(MAX_OPTIONS).enumerate().all(meets) && found(chosen);
        };
        let held = given[chosen.len()];
        let more: Vec<usize> = bits(row.open & !held).filter(|i| left[*i] > 0).collect();
        let sizes = (row.least.saturating_sub(held.count_ones()), row.most.checked_sub(held.count_ones()));
        let (least, Some(most)) = sizes else { return false };
        let mut enough = false;
        some_subset(more.len(), least as usize, most as usize, MAX_SETS, |subset| {
            let Some(tries) = self.tries.get().checked_sub(1) else { return true };
            self.tries.set(tries);
            if tries % TRIES_A_LOOK == 0 && !self.work.look() {
                self.tries.set(0);
                return true;
            }
            let added = bits(subset).fold(0u64, |added, i| added | 1 << more[i]);
            let set = held | added;
            if set != 0 && row.rules.as_ref().is_some_and(|rules| !rules.fits(set)) {
                return false;
            }
            bits(added).for_each(|i| left[i] -= 1);
            chosen.push(set);
            enough = self.at_row(given, left, chosen, found);
            chosen.pop();
            bits(added).for_each(|i| left[i] += 1);
            enough
        });
        enough
    }
}

impl<'a> Game<'a> {
    /// The pairs of an assignment that stand in some legal one.
    pub(in crate::kernel) fn possible_pairs(self, pairs: &Pairs, bounds: &Bounds) -> Vec<(Value, Value)> {
        let relations = Relations::new(pairs, bounds, self.env(&bounds.context));
        // Each relation that is found shows it of all its pairs.
        let mut known = vec![0u64; relations.rows.len()];
        for from in 0..known.len() {
            for to in bits(relations.rows[from].open) {
                if known[from] & 1 << to == 0 {
                    let mut given = vec![0u64; known.len()];
                    given[from] = 1 << to;
                    if relations.is_legal(&given) {
                        known[from] |= 1 << to;
                        continue;
                    }
                    relations.some(&given, &mut |rows| {
                        known.iter_mut().zip(rows).for_each(|(known, row)| *known |= row);
                        true
                    });
                }
            }
        }
        let (mut from, mut to) = (Places::of(&pairs.from), Places::of(&pairs.to));
        let mut is_known = |(f, t): &(Value, Value)| {
            let places = (from.find(f).filter(|at| *at < known.len()), to.find(t).filter(|at| *at < MAX_OPTIONS));
            matches!(places, (Some(f), Some(t)) if known[f] & 1 << t != 0)
        };
        pairs.legal.iter().filter(|pair| is_known(pair)).cloned().collect()
    }

    /// What an assignment within bounds may be, read once; `None`: it has no bounds.
    pub(crate) fn relations_of<'r>(self, pairs: &'r Pairs) -> Option<Relations<'r>>
    where
        'a: 'r,
    {
        let bounds = pairs.bounds.as_ref()?;
        Some(Relations::new(pairs, bounds, self.env(&bounds.context)))
    }

    /// For each legal pair, whether some legal assignment holds it beside those that are given already.
    pub(crate) fn pairs_beside(self, pairs: &Pairs, given: &[(Value, Value)]) -> Vec<bool> {
        let Some(relations) = self.relations_of(pairs) else {
            let is_free = |(f, t): &(Value, Value)| !given.iter().any(|(from, to)| from == f || to == t);
            return pairs.legal.iter().map(is_free).collect();
        };
        let Some(mut held) = masks(pairs, given) else { return vec![false; pairs.legal.len()] };
        let (mut from, mut to) = (Places::of(&pairs.from), Places::of(&pairs.to));
        let goes_on = |(f, t): &(Value, Value)| {
            let (Some(f), Some(t)) = (from.find(f), to.find(t)) else { return false };
            if f >= held.len() || t >= MAX_OPTIONS || held[f] & 1 << t != 0 {
                return false;
            }
            held[f] |= 1 << t;
            let goes_on = relations.hold(&held);
            held[f] &= !(1 << t);
            goes_on
        };
        pairs.legal.iter().map(goes_on).collect()
    }

    /// A legal assignment that holds these pairs, and as little else as the first things need; `None`: there is none.
    pub fn completed(self, pairs: &Pairs, given: &[(Value, Value)]) -> Option<Vec<(Value, Value)>> {
        self.relations(pairs, pairs.bounds.as_ref()?, given, 1).pop()
    }

    /// Legal assignments that hold these pairs, small ones first as far as the first things go, at most `limit`.
    pub(in crate::kernel) fn relations(
        self,
        pairs: &Pairs,
        bounds: &Bounds,
        given: &[(Value, Value)],
        limit: usize,
    ) -> Vec<Vec<(Value, Value)>> {
        let mut all = Vec::new();
        let Some(masks) = masks(pairs, given) else { return all };
        Relations::new(pairs, bounds, self.env(&bounds.context)).some(&masks, &mut |rows| {
            let row = |(from, row): (&Value, &u64)| bits(*row).map(|i| (from.clone(), pairs.to[i].clone())).collect();
            all.push(pairs.from.iter().zip(rows).flat_map(|(f, r)| -> Vec<_> { row((f, r)) }).collect());
            all.len() >= limit
        });
        all
    }

    /// Whether pairs that are legal one by one meet the bounds together; if not, the first thing that is wrong.
    pub(in crate::kernel) fn check_bounds(
        self,
        pairs: &Pairs,
        bounds: &Bounds,
        given: &[(&Value, &Value)],
    ) -> Result<(), Refusal> {
        let outside = |n: usize, (least, most): (u32, u32)| n < least as usize || n > most as usize;
        for (from, allowed) in pairs.from.iter().zip(&bounds.per_from) {
            let set: Vec<Value> = given.iter().filter(|(f, _)| *f == from).map(|(_, t)| (*t).clone()).collect();
            if outside(set.len(), *allowed) {
                return Err(Refusal::NotSoOften(from.clone(), allowed.0, allowed.1));
            }
            if let Some(rules) = bounds.sets.as_ref().filter(|_| !set.is_empty()) {
                let env = self.env(&bounds.context).at_value(from);
                if let Some(why) = Index::new(&env, rules, &set).unfit(all(set.len())) {
                    return Err(Refusal::NoSet(from.clone(), why));
                }
            }
        }
        for (to, allowed) in pairs.to.iter().zip(&bounds.per_to) {
            if outside(given.iter().filter(|(_, t)| *t == to).count(), *allowed) {
                return Err(Refusal::NotToSoMany(to.clone(), allowed.0, allowed.1));
            }
        }
        Ok(())
    }
}

/// The pairs as one mask for each thing that others are given to; `None`: one of them is not legal, or stands there twice.
fn masks(pairs: &Pairs, given: &[(Value, Value)]) -> Option<Vec<u64>> {
    let open = pairs.open();
    let mut masks = vec![0u64; open.len()];
    for pair in given.iter() {
        let from = pairs.from.iter().position(|f| *f == pair.0).filter(|i| *i < MAX_OPTIONS)?;
        let to = pairs.to.iter().position(|t| *t == pair.1).filter(|i| *i < MAX_OPTIONS)?;
        if open[from] & 1 << to == 0 || masks[from] & 1 << to != 0 {
            return None;
        }
        masks[from] |= 1 << to;
    }
    Some(masks)
}

fn all(n: usize) -> u64 {
    1u64.checked_shl(n as u32).map_or(u64::MAX, |bit| bit - 1)
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < MAX_OPTIONS).then_some(bit)
    })
}

impl Pairs {
    /// For each of the first things that others are given to, which of the first things may be given to it, one bit each.
    fn open(&self) -> Vec<u64> {
        let mut open = vec![0u64; self.from.len().min(MAX_OPTIONS)];
        let (mut from, mut to) = (Places::of(&self.from), Places::of(&self.to));
        for (f, t) in &self.legal {
            if let (Some(f), Some(t)) = (from.find(f), to.find(t))
                && f < open.len()
                && t < MAX_OPTIONS
            {
                open[f] |= 1 << t;
            }
        }
        open
    }
}

/// The legal pairs of an assignment, quick to ask.
pub(in crate::kernel) struct Legal<'a> {
    pairs: &'a Pairs,
    open: Vec<u64>,
}

impl<'a> Legal<'a> {
    pub fn of(pairs: &'a Pairs) -> Legal<'a> {
        Legal { pairs, open: pairs.open() }
    }

    /// Whether a pair is legal by itself.
    pub fn has(&self, from: &Value, to: &Value) -> bool {
        let at = |all: &[Value], one: &Value| all.iter().position(|v| v == one);
        match (at(&self.pairs.from, from), at(&self.pairs.to, to)) {
            (Some(f), Some(t)) if f < self.open.len() && t < MAX_OPTIONS => self.open[f] & 1 << t != 0,
            (Some(_), Some(_)) => self.pairs.legal.iter().any(|(f, t)| f == from && t == to),
            _ => false,
        }
    }
}

/// Places of values in a list, which are mostly asked for in its order.
struct Places<'a> {
    all: &'a [Value],
    last: usize,
}

impl<'a> Places<'a> {
    fn of(all: &'a [Value]) -> Places<'a> {
        Places { all, last: 0 }
    }

    /// The first place of a value. A value stands in the list once.
    fn find(&mut self, value: &Value) -> Option<usize> {
        let near = [self.last, self.last + 1].into_iter().find(|at| self.all.get(*at) == Some(value));
        let at = near.or_else(|| self.all.iter().position(|v| v == value))?;
        self.last = at;
        Some(at)
    }
}
