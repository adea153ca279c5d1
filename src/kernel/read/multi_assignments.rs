//! Relations: assignments in which a thing may stand in several pairs, within bounds and rules about sets.
//!
//! The search goes row by row: each receiver takes a set of things, small sets first. After each step the rest must
//! still have a solution within the bounds (see `bounded_matching`). Without rules about sets the search is therefore
//! quick and complete. With such rules it may run out of steps, and options not found by then are not offered. For each
//! offered option an example is kept.

use std::cell::{Cell, RefCell};

use crate::kernel::model::decision::{Bounds, MAX_SETS, Pairs};
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::value::Value;
use crate::kernel::read::bounded_matching::{BoundedTable, Margin};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::set_rules::{MAX_OPTIONS, OptionIndex, bits};
use crate::kernel::read::work_limits::Work;

/// The number of search steps that together cost one look. A step is cheap, because it is only arithmetic.
const STEPS_A_LOOK: u32 = 8;
/// The most steps of a search for one set of one row.
const STEPS_A_SET: u32 = 256;
/// The budget of all searches for one question, as a multiple of one search.
const SEARCHES: u32 = 8;

/// The objects that one receiver may get.
struct Receiver<'r> {
    /// The objects that the receiver may get: one bit each.
    open: u64,
    least: u32,
    most: u32,
    rules: Option<OptionIndex<'r>>,
}

/// The bounds of an assignment, read from the state once. Any number of pairs can then be checked.
pub(crate) struct Relations<'r> {
    rows: Vec<Receiver<'r>>,
    columns: Vec<Margin>,
    /// True if no row and no column has a least number above 0, so that each row can be judged on its own.
    needs_nothing: bool,
    /// The possible sizes of each row's set; `None` if there is no legal set.
    sizes: Vec<Option<Margin>>,
    /// Legal assignments found so far, one mask for each row.
    found: RefCell<Vec<Vec<u64>>>,
    /// The steps that all searches together may still take.
    steps: Cell<u32>,
    /// The count of looks that pays for the search, and the looks that the search must leave to others.
    work: &'r Work,
    left_over: u32,
}

/// The pairs of an assignment in progress.
pub(crate) struct PartialAssignment<'r, 's> {
    relations: &'s Relations<'r>,
    /// The set of each row, as a mask of places.
    rows: Vec<u64>,
    counts: PlaceCounts,
    /// The number of rows that are not legal yet.
    unfit: usize,
    /// True if a row or column has too much, so that nothing can be added.
    exceeds: bool,
}

/// A search for assignments that contain the given pairs.
struct AssignmentSearch<'s> {
    relations: &'s Relations<'s>,
    margins: Vec<Margin>,
    must: Vec<u64>,
    may: Vec<u64>,
    /// The last solution that was found.
    near: Vec<u64>,
    steps: u32,
    /// True: solutions are reported as the search meets them, which is quicker; some may come twice.
    as_met: bool,
    found: &'s mut dyn FnMut(&[u64]) -> bool,
}

impl Receiver<'_> {
    /// True if a set of places is legal for the row.
    fn fits(&self, set: u64) -> bool {
        let n = set.count_ones();
        n >= self.least && n <= self.most && (n == 0 || self.rules.as_ref().is_none_or(|rules| rules.fits(set)))
    }

    /// False if no legal set of this size has all of `must` and only members of `may`.
    fn may_fit(&self, must: u64, may: u64, size: u32) -> bool {
        let is_possible = size >= must.count_ones().max(self.least) && size <= may.count_ones().min(self.most);
        is_possible && (size == 0 || self.rules.as_ref().is_none_or(|rules| rules.may_fit(must, may, size as usize)))
    }

    /// The first legal set found, by size, that has all of `must` and only members of `may`; `None` if the steps run
    /// out or there is none.
    fn some_set(&self, must: u64, may: u64) -> Option<u64> {
        let mut steps = STEPS_A_SET;
        let sizes = must.count_ones().max(self.least)..=may.count_ones().min(self.most);
        sizes.into_iter().find_map(|size| self.set_of(size, (must, may), &mut steps))
    }

    fn set_of(&self, size: u32, (must, may): (u64, u64), steps: &mut u32) -> Option<u64> {
        if *steps == 0 || !self.may_fit(must, may, size) {
            return None;
        }
        *steps -= 1;
        let set = if must.count_ones() == size { must } else { may };
        if set.count_ones() == size {
            return self.fits(set).then_some(set);
        }
        let last = 1 << (63 - (may & !must).leading_zeros());
        self.set_of(size, (must, may & !last), steps).or_else(|| self.set_of(size, (must | last, may), steps))
    }

    /// The least and greatest possible size of a set that has all of `must`.
    fn sizes(&self, must: u64) -> Option<Margin> {
        let mut sizes = (0..=self.open.count_ones()).filter(|size| self.may_fit(must, self.open, *size));
        let least = sizes.next()?;
        Some((least, sizes.last().unwrap_or(least)))
    }
}

impl<'r> Relations<'r> {
    fn new(pairs: &'r Pairs, bounds: &'r Bounds, env: Env<'r>) -> Relations<'r> {
        let work = &env.derived.work;
        let open = pairs.open();
        let row = |((from, (least, most)), open): ((&Value, &(u32, u32)), &u64)| {
            let rules = bounds.sets.as_ref().map(|rules| OptionIndex::new(&env.at_value(from), rules, &pairs.to));
            Receiver { open: *open, least: *least, most: *most, rules }
        };
        let rows: Vec<Receiver> = pairs.from.iter().zip(&bounds.per_from).zip(&open).map(row).collect();
        let columns: Vec<Margin> = bounds.per_to.iter().take(MAX_OPTIONS).copied().collect();
        let needs_nothing = rows.iter().all(|row| row.least == 0) && columns.iter().all(|(least, _)| *least == 0);
        let sizes = rows.iter().map(|row| row.sizes(0)).collect();
        let found = RefCell::new(masks(pairs, &bounds.example).into_iter().collect());
        let steps = Cell::new(MAX_SETS * SEARCHES);
        Relations { rows, columns, needs_nothing, sizes, found, steps, work, left_over: work.left() / 2 }
    }

    /// For each of the first 64 receivers the things that it may get, as a mask of the first 64 things.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.open)
    }

    /// An assignment in progress with these pairs, one mask for each row.
    pub fn held(&self, rows: Vec<u64>) -> PartialAssignment<'r, '_> {
        let counts = in_columns(&rows);
        let unfit = self.rows.iter().zip(&rows).filter(|(row, set)| !row.fits(**set)).count();
        let exceeds = self.columns.iter().zip(&counts).any(|((_, most), n)| n > most)
            || self.rows.iter().zip(&rows).any(|(row, set)| set.count_ones() > row.most);
        PartialAssignment { relations: self, rows, counts, unfit, exceeds }
    }

    /// True if some legal assignment contains these pairs. Each pair must be legal, and no row or column may have too
    /// many.
    fn hold(&self, given: &[u64], counts: &PlaceCounts) -> bool {
        self.is_legal_with(given, counts) || self.some_found(given).is_some() || {
            let found = self.with_more_each(given, *counts).or_else(|| self.any(given));
            let is_found = found.is_some();
            self.found.borrow_mut().extend(found);
            is_found
        }
    }

    /// A legal assignment with these pairs and few others; `None` if none was found.
    pub fn completed(&self, given: &[u64]) -> Option<Vec<u64>> {
        // Nothing has to be added to a legal assignment.
        if self.is_legal(given) {
            return Some(given.to_vec());
        }
        self.first(given).or_else(|| self.some_found(given))
    }

    /// True if these pairs are already a legal assignment, which most are.
    fn is_legal(&self, given: &[u64]) -> bool {
        self.is_legal_with(given, &in_columns(given))
    }

    /// True if these pairs are already a legal assignment, with known column counts.
    fn is_legal_with(&self, given: &[u64], counts: &PlaceCounts) -> bool {
        let within = |(n, (least, most)): (&u32, &Margin)| n >= least && n <= most;
        self.rows.iter().zip(given).all(|(row, set)| row.fits(*set)) && counts.iter().zip(&self.columns).all(within)
    }

    /// A legal assignment that extends these pairs: each row that is not legal yet gets the first free columns that
    /// make it so. This is quick and usually succeeds; `None` proves nothing.
    fn with_more_each(&self, given: &[u64], mut counts: PlaceCounts) -> Option<Vec<u64>> {
        if !self.needs_nothing {
            return None;
        }
        let mut found = given.to_vec();
        for (row, set) in self.rows.iter().zip(&mut found).filter(|(row, set)| !row.fits(**set)) {
            let is_free = |place: &usize| counts[*place] < self.columns[*place].1;
            let one_more =
                || bits(row.open & !*set).filter(is_free).map(|more| *set | 1 << more).find(|set| row.fits(*set));
            let free = || bits(row.open & !*set).filter(is_free).fold(*set, |may, place| may | 1 << place);
            let legal = one_more().or_else(|| row.some_set(*set, free()))?;
            bits(legal & !*set).for_each(|place| counts[place] += 1);
            *set = legal;
        }
        Some(found)
    }

    /// A legal set for a row that contains this place, in an assignment whose other rows stay empty. A set of `before`,
    /// found for another row, is tried first: rows often permit the same sets.
    fn set_with_others_empty(&self, row: usize, place: usize, before: &[u64]) -> Option<u64> {
        let (row, place) = (&self.rows[row], 1u64 << place);
        if !self.needs_nothing {
            return None;
        }
        let may = bits(row.open).filter(|at| self.columns[*at].1 > 0).fold(0, |may, at| may | 1 << at);
        let is_legal = |set: &u64| set & place != 0 && set & !may == 0 && row.fits(*set);
        let known = || before.iter().rev().copied().find(is_legal);
        let some = || (place & !may == 0).then(|| row.some_set(place, may))?;
        Some(place).filter(is_legal).or_else(known).or_else(some)
    }

    /// A known legal assignment that contains these pairs.
    fn some_found(&self, given: &[u64]) -> Option<Vec<u64>> {
        let holds = |all: &&Vec<u64>| given.iter().zip(*all).all(|(given, row)| given & !row == 0);
        self.found.borrow().iter().find(holds).cloned()
    }

    /// The first legal assignment that contains these pairs.
    fn first(&self, given: &[u64]) -> Option<Vec<u64>> {
        let mut first = None;
        self.some(given, false, &mut |rows| {
            first = Some(rows.to_vec());
            true
        });
        first
    }

    /// A legal assignment that holds these pairs.
    fn any(&self, given: &[u64]) -> Option<Vec<u64>> {
        let mut any = None;
        self.some(given, true, &mut |rows| {
            any = Some(rows.to_vec());
            true
        });
        any
    }

    /// Reports legal assignments with these pairs to `found`, until it returns true; true if it did. They come in
    /// order, or as the search meets them, which is quicker, but may repeat one.
    fn some(&self, given: &[u64], as_met: bool, found: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let sizes = self.rows.iter().zip(&self.sizes).zip(given);
        let sizes = sizes.map(|((row, sizes), given)| if *given == 0 { *sizes } else { row.sizes(*given) });
        let Some(margins) = sizes.collect::<Option<Vec<Margin>>>() else { return false };
        // Starts from the last solution, which usually is a solution here, too, or nearly so.
        let near = self.found.borrow().last().cloned().unwrap_or_else(|| given.to_vec());
        let (must, may) = (given.to_vec(), self.open().collect());
        let steps = self.steps.get().min(MAX_SETS);
        let mut search = AssignmentSearch { relations: self, margins, must, may, near, steps, as_met, found };
        let enough = search.goes_on(|search| search.at_row(0));
        self.steps.set(self.steps.get() - (steps - search.steps));
        enough
    }
}

impl PartialAssignment<'_, '_> {
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// True if some legal assignment also gives this thing to a receiver.
    pub fn may_have(&mut self, from: usize, at: usize) -> bool {
        let Relations { rows, columns, needs_nothing, .. } = self.relations;
        let (row, bit) = (&rows[from], 1 << at);
        let (before, set) = (self.rows[from], self.rows[from] | bit);
        if self.exceeds
            || row.open & !before & bit == 0
            || self.counts[at] >= columns[at].1
            || set.count_ones() > row.most
        {
            return false;
        }
        let others_fit = self.unfit == 0 || self.unfit == 1 && !row.fits(before);
        if *needs_nothing && others_fit && row.fits(set) {
            return true;
        }
        self.rows[from] = set;
        self.counts[at] += 1;
        let may_have = self.relations.hold(&self.rows, &self.counts);
        self.rows[from] = before;
        self.counts[at] -= 1;
        may_have
    }

    /// Gives a receiver one more legal thing.
    pub fn give(&mut self, from: usize, at: usize) {
        let row = &self.relations.rows[from];
        self.unfit -= usize::from(!row.fits(self.rows[from]));
        self.rows[from] |= 1 << at;
        self.unfit += usize::from(!row.fits(self.rows[from]));
        self.counts[at] += 1;
        // Solutions without the new pair are dropped.
        self.relations.found.borrow_mut().retain(|found| found[from] & 1 << at != 0);
    }
}

impl AssignmentSearch<'_> {
    /// Takes a step; false: no more may be taken.
    fn step(&mut self) -> bool {
        let work = self.relations.work;
        let is_paid = !self.steps.is_multiple_of(STEPS_A_LOOK) || work.left() > self.relations.left_over && work.look();
        self.steps = if is_paid { self.steps.saturating_sub(1) } else { 0 };
        self.steps > 0
    }

    /// Goes on with the search in `then` if a solution within the bounds is left; true if `found` has enough solutions.
    fn goes_on(&mut self, then: impl FnOnce(&mut Self) -> bool) -> bool {
        let AssignmentSearch { relations, margins, must, may, near, .. } = self;
        if !(BoundedTable { rows: margins, columns: &relations.columns, must, may }).find_matching(near) {
            return false;
        }
        self.as_met && relations.is_legal(&self.near) && (self.found)(&self.near) || then(self)
    }

    /// Decides the sets of this row and all later ones, small sets first; true if `found` has enough.
    fn at_row(&mut self, at: usize) -> bool {
        let Some(row) = self.relations.rows.get(at) else { return !self.as_met && (self.found)(&self.must) };
        let (margin, must, may) = (self.margins[at], self.must[at], self.may[at]);
        for size in margin.0..=margin.1 {
            if !self.step() {
                break;
            }
            self.margins[at] = (size, size);
            if row.may_fit(must, may, size) && self.goes_on(|search| search.at_place(at, size)) {
                return true;
            }
        }
        self.margins[at] = margin;
        false
    }

    /// Decides the things of a row of known size, the last one first, because it is the last to join a set.
    fn at_place(&mut self, at: usize, size: u32) -> bool {
        let row = &self.relations.rows[at];
        let (must, may) = (self.must[at], self.may[at]);
        let set = if must.count_ones() == size { must } else { may };
        if set.count_ones() == size {
            (self.must[at], self.may[at]) = (set, set);
            let enough = row.fits(set) && self.at_row(at + 1);
            (self.must[at], self.may[at]) = (must, may);
            return enough;
        }
        let Some(last) = bits(may & !must).last().map(|last| 1u64 << last) else { return false };
        for (must_be, may_be) in [(must, may & !last), (must | last, may)] {
            (self.must[at], self.may[at]) = (must_be, may_be);
            let is_possible = self.step() && row.may_fit(must_be, may_be, size);
            if is_possible && self.goes_on(|search| search.at_place(at, size)) {
                return true;
            }
        }
        (self.must[at], self.may[at]) = (must, may);
        false
    }
}

impl<'a> Game<'a> {
    /// Removes pairs that no legal assignment contains, and keeps an example assignment.
    pub(in crate::kernel) fn leave_possible(self, pairs: &mut Pairs) {
        let Some(mut bounds) = pairs.bounds.take() else { return };
        let (legal, example) = self.possible_pairs(pairs, &bounds);
        (pairs.legal, bounds.example) = (legal, example.map_or_else(Vec::new, |rows| pairs.of(&rows)));
        pairs.bounds = Some(bounds);
    }

    /// The pairs that some legal assignment contains, and one such assignment, if there is any.
    fn possible_pairs(self, pairs: &Pairs, bounds: &Bounds) -> (Vec<(Value, Value)>, Option<Vec<u64>>) {
        let relations = Relations::new(pairs, bounds, self.env(&bounds.context));
        // Each assignment that is found proves all of its pairs.
        let mut known = vec![0u64; relations.rows.len()];
        let mut given = known.clone();
        let (mut example, mut sets) = (None, Vec::new());
        for from in 0..known.len() {
            for to in bits(relations.rows[from].open) {
                if known[from] & 1 << to != 0 {
                    continue;
                }
                if let Some(set) = relations.set_with_others_empty(from, to, &sets) {
                    known[from] |= set;
                    if set.count_ones() > 1 && !sets.contains(&set) {
                        sets.push(set);
                    }
                    example.get_or_insert_with(|| (0..given.len()).map(|at| set * u64::from(at == from)).collect());
                    continue;
                }
                given[from] = 1 << to;
                let found = match relations.is_legal(&given) {
                    true => Some(given.clone()),
                    false => relations.any(&given),
                };
                given[from] = 0;
                if let Some(rows) = found {
                    known.iter_mut().zip(&rows).for_each(|(known, row)| *known |= row);
                    *relations.found.borrow_mut() = vec![rows.clone()];
                    example.get_or_insert(rows);
                }
            }
        }
        let (mut from, mut to) = (ValuePlaces::of(&pairs.from), ValuePlaces::of(&pairs.to));
        let mut is_known = |(f, t): &(Value, Value)| {
            let places = (from.find(f).filter(|at| *at < known.len()), to.find(t).filter(|at| *at < MAX_OPTIONS));
            matches!(places, (Some(f), Some(t)) if known[f] & 1 << t != 0)
        };
        (pairs.legal.iter().filter(|pair| is_known(pair)).cloned().collect(), example)
    }

    /// The legal assignments within bounds, prepared once; `None`: there are no bounds.
    pub(crate) fn relations_of<'r>(self, pairs: &'r Pairs) -> Option<Relations<'r>>
    where
        'a: 'r,
    {
        let bounds = pairs.bounds.as_ref()?;
        Some(Relations::new(pairs, bounds, self.env(&bounds.context)))
    }

    /// For each legal pair, true if a legal assignment contains it together with the given pairs. `known` holds legal
    /// assignments, one mask for each receiver, and takes new ones.
    pub(crate) fn pairs_beside(self, pairs: &Pairs, given: &[(Value, Value)], known: &mut Vec<Vec<u64>>) -> Vec<bool> {
        let Some(relations) = self.relations_of(pairs) else {
            let is_free = |(f, t): &(Value, Value)| !given.iter().any(|(from, to)| from == f || to == t);
            return pairs.legal.iter().map(is_free).collect();
        };
        let Some(given) = masks(pairs, given) else { return vec![false; pairs.legal.len()] };
        let mut held = relations.held(given);
        relations.found.borrow_mut().append(known);
        let (mut from, mut to) = (ValuePlaces::of(&pairs.from), ValuePlaces::of(&pairs.to));
        let goes_on = |(f, t): &(Value, Value)| match (from.find(f), to.find(t)) {
            (Some(f), Some(t)) => f < held.rows().len() && t < MAX_OPTIONS && held.may_have(f, t),
            _ => false,
        };
        let beside = pairs.legal.iter().map(goes_on).collect();
        // Solutions without the given pairs are dropped.
        let holds = |rows: &Vec<u64>| rows.iter().zip(held.rows()).all(|(row, held)| held & !row == 0);
        *known = relations.found.take();
        known.retain(holds);
        beside
    }

    /// Legal assignments, small ones first among the first things; at most `limit`, and at least one.
    pub(in crate::kernel) fn relations(self, pairs: &Pairs, bounds: &Bounds, limit: usize) -> Vec<Vec<(Value, Value)>> {
        let mut all = Vec::new();
        let relations = Relations::new(pairs, bounds, self.env(&bounds.context));
        relations.some(&vec![0; relations.rows.len()], false, &mut |rows| {
            all.push(pairs.of(rows));
            all.len() >= limit
        });
        if all.is_empty() {
            all.push(bounds.example.clone());
        }
        all
    }

    /// Checks that pairs, each of them legal, meet the bounds together. The error is the first violation.
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
                if let Some(why) = OptionIndex::new(&env, rules, &set).unfit(all(set.len())) {
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

/// For each place, the number of rows that hold it.
type PlaceCounts = [u32; MAX_OPTIONS];

/// Counts for each place the rows that hold it.
fn in_columns(rows: &[u64]) -> PlaceCounts {
    let mut counts = [0; MAX_OPTIONS];
    rows.iter().for_each(|row| bits(*row).for_each(|place| counts[place] += 1));
    counts
}

/// The pairs as one mask for each receiver; `None`: a pair is illegal, or occurs twice.
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

impl Pairs {
    /// The pairs that masks stand for: one mask for each receiver.
    pub(crate) fn of(&self, rows: &[u64]) -> Vec<(Value, Value)> {
        let row = |(from, row): (&Value, &u64)| -> Vec<(Value, Value)> {
            bits(*row).map(|i| (from.clone(), self.to[i].clone())).collect()
        };
        self.from.iter().zip(rows).flat_map(row).collect()
    }

    /// For each of the first 64 receivers the things that it may get, as a mask of the first 64 things.
    fn open(&self) -> Vec<u64> {
        let mut open = vec![0u64; self.from.len().min(MAX_OPTIONS)];
        let (mut from, mut to) = (ValuePlaces::of(&self.from), ValuePlaces::of(&self.to));
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

    /// True if a pair is legal by itself.
    pub fn has(&self, from: &Value, to: &Value) -> bool {
        let at = |all: &[Value], one: &Value| all.iter().position(|v| v == one);
        match (at(&self.pairs.from, from), at(&self.pairs.to, to)) {
            (Some(f), Some(t)) if f < self.open.len() && t < MAX_OPTIONS => self.open[f] & 1 << t != 0,
            (Some(_), Some(_)) => self.pairs.legal.iter().any(|(f, t)| f == from && t == to),
            _ => false,
        }
    }
}

/// The places of values in a list. Values are mostly asked for in the order of the list.
struct ValuePlaces<'a> {
    all: &'a [Value],
    last: usize,
}

impl<'a> ValuePlaces<'a> {
    fn of(all: &'a [Value]) -> ValuePlaces<'a> {
        ValuePlaces { all, last: 0 }
    }

    /// The first place of a value. A value stands in the list once.
    fn find(&mut self, value: &Value) -> Option<usize> {
        let near = [self.last, self.last + 1].into_iter().find(|at| self.all.get(*at) == Some(value));
        let at = near.or_else(|| self.all.iter().position(|v| v == value))?;
        self.last = at;
        Some(at)
    }
}
