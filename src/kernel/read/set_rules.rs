//! Sets: rules about several cards together, and matchings.
//!
//! Searching for a legal set looks at hundreds of subsets of the same options. An [`OptionIndex`] reads
//! the state once for all of them: afterwards a subset is a mask, and testing it is arithmetic.

use crate::kernel::model::lang::{CardTest, Cmp, SetField, SetRule, SetRules, Test};
use crate::kernel::model::refusal::Unfit;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AttrId, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::work_limits::Work;
use std::cell::Cell;
use std::sync::Arc;

/// The most options among which sets are searched: each has one bit of a mask.
pub const MAX_OPTIONS: usize = 64;

/// The number of tests of subsets that together cost one look. A test is cheap, because it is only arithmetic.
const TESTS_A_LOOK: u32 = 8;

/// Rules about sets, prepared for all subsets of some options. Bit i of a mask is option i.
///
/// The test of each subset costs looks. Without looks left, no subset fits.
pub struct OptionIndex<'r> {
    parts: Vec<PreparedRule<'r>>,
    work: &'r Work,
    /// The tests that are not paid for yet.
    tests: Cell<u32>,
}

enum PreparedRule<'r> {
    Count(Cmp, i64),
    Sum {
        attr: AttrId,
        values: Vec<i64>,
        cmp: Cmp,
        n: i64,
    },
    Distinct {
        slot: u8,
        words: Vec<u64>,
        cmp: Cmp,
        n: i64,
    },
    /// The cards with each value of the field, and the jokers.
    Same {
        field: SetField,
        values: Vec<u64>,
        jokers: Jokers<'r>,
    },
    /// The number of each option, and the jokers.
    Sequence {
        attr: AttrId,
        numbers: Vec<Option<i64>>,
        jokers: Jokers<'r>,
    },
    Roles {
        roles: &'r Arc<Vec<(Test<CardTest>, u8)>>,
        rows: Vec<u64>,
    },
    Of(Sym, Vec<PreparedRule<'r>>),
    AnyOf(Vec<Vec<PreparedRule<'r>>>),
}

/// The options that stand in for any card, and the filter that they match; `None`: the rule has no jokers.
struct Jokers<'r> {
    mask: u64,
    filter: Option<&'r Arc<Test<CardTest>>>,
}

impl<'r> OptionIndex<'r> {
    /// Reads the state for `options`; those after the first 64 are left out.
    pub fn new(env: &Env<'r>, rules: &'r SetRules, options: &[Value]) -> OptionIndex<'r> {
        let options = &options[..options.len().min(MAX_OPTIONS)];
        OptionIndex { parts: parts(env, rules, options), work: &env.derived.work, tests: Cell::new(0) }
    }

    /// True if the subset meets all rules.
    pub fn fits(&self, mask: u64) -> bool {
        self.fits_for(&self.parts, mask)
    }

    /// Calls `f` with subsets as [`some_subset`] does, but leaves out those that are too small for the rules.
    pub fn some(&self, n: usize, min: usize, max: usize, limit: u32, f: impl FnMut(u64) -> bool) -> bool {
        let Some(least) = self.least_of(&self.parts) else { return false };
        match is_narrow(&self.parts) {
            true => self.some_narrow(n.min(MAX_OPTIONS), (min.max(least), max), limit, f),
            false => some_subset(n, min.max(least), max, limit, f),
        }
    }

    /// The least size of a subset that meets all these rules; `None` if none does.
    fn least_of(&self, parts: &[PreparedRule]) -> Option<usize> {
        parts.iter().try_fold(0, |least, part| Some(least.max(self.least(part)?)))
    }

    /// The least size of a subset that meets one rule.
    fn least(&self, part: &PreparedRule) -> Option<usize> {
        match part {
            PreparedRule::Roles { rows, .. } => {
                let all_fill = self.pays_for(rows.len() as u32) && can_match(rows, u64::MAX);
                all_fill.then_some(rows.len())
            }
            PreparedRule::Of(_, parts) => self.least_of(parts),
            PreparedRule::AnyOf(any) => any.iter().filter_map(|parts| self.least_of(parts)).min(),
            PreparedRule::Count(..)
            | PreparedRule::Sum { .. }
            | PreparedRule::Distinct { .. }
            | PreparedRule::Same { .. }
            | PreparedRule::Sequence { .. } => Some(0),
        }
    }

    /// Calls `f` with subsets in the order of [`some_subset`]'s sizes, but goes on only with beginnings of sets that may
    /// still meet the rules: of rules that few cards meet together, most subsets are never made. `limit` counts the
    /// beginnings, too.
    fn some_narrow(&self, n: usize, (min, max): (usize, usize), limit: u32, mut f: impl FnMut(u64) -> bool) -> bool {
        let all = if n == MAX_OPTIONS { u64::MAX } else { (1 << n) - 1 };
        let mut left = limit;
        (min..=max.min(n)).any(|size| self.may_fit(0, all, size) && self.grow((0, all), size, &mut left, &mut f))
    }

    /// Calls `f` with the sets of this size that have all of `has` and, besides, members of `may` only.
    fn grow(&self, (has, may): (u64, u64), size: usize, left: &mut u32, f: &mut impl FnMut(u64) -> bool) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        if has.count_ones() as usize == size {
            return f(has);
        }
        let mut rest = may & !has;
        while rest != 0 && *left > 0 {
            let one = rest & rest.wrapping_neg();
            let (more, within) = (has | one, has | rest);
            if self.may_fit(more, within, size) && self.grow((more, within), size, left, f) {
                return true;
            }
            rest &= !one;
        }
        false
    }

    /// False if no set of this size has all of `has`, only members of `may`, and meets all rules.
    pub fn may_fit(&self, has: u64, may: u64, size: usize) -> bool {
        self.parts.iter().all(|part| self.may_meet(part, (has, may, size)))
    }

    fn may_meet(&self, part: &PreparedRule, within: (u64, u64, usize)) -> bool {
        let (has, may, size) = within;
        self.pays_for(part.weight())
            && match part {
                PreparedRule::Count(cmp, n) => cmp.holds(size as i64, *n),
                PreparedRule::Sum { values, cmp, n, .. } => {
                    let mut more: Vec<i64> = bits(may & !has).map(|i| values[i]).collect();
                    more.sort_unstable();
                    let (has, room) =
                        (sum(values, has), size.saturating_sub(has.count_ones() as usize).min(more.len()));
                    let least = has + more[..room].iter().sum::<i64>();
                    let most = has + more[more.len() - room..].iter().sum::<i64>();
                    cmp.may_hold(least, most, *n)
                }
                PreparedRule::Distinct { words, cmp, n, .. } => {
                    cmp.may_hold(distinct(words, has), distinct(words, may), *n)
                }
                PreparedRule::Same { values, jokers, .. } => {
                    let is_enough = |cards: u64| cards & may != 0 && holds_as_many((cards | jokers.mask) & may, size);
                    let own = has & !jokers.mask;
                    size == 0 || values.iter().any(|cards| own & !cards == 0 && is_enough(cards & !jokers.mask))
                }
                PreparedRule::Sequence { numbers, jokers, .. } => {
                    size == 0
                        || may & !jokers.mask != 0
                            && span(numbers, has & !jokers.mask).is_some_and(|span| span.fits(size))
                }
                PreparedRule::Roles { rows, .. } => {
                    rows.len() <= size && self.pays_for(rows.len() as u32) && can_match(rows, may)
                }
                PreparedRule::Of(_, parts) => parts.iter().all(|part| self.may_meet(part, within)),
                PreparedRule::AnyOf(any) => {
                    any.iter().any(|parts| parts.iter().all(|part| self.may_meet(part, within)))
                }
            }
    }

    /// The first rule that a subset violates; `None` if it meets all.
    pub fn unfit(&self, mask: u64) -> Option<Unfit> {
        self.unfit_for(&self.parts, mask)
    }

    fn fits_for(&self, parts: &[PreparedRule], mask: u64) -> bool {
        parts.iter().all(|part| self.meets(part, mask))
    }

    fn unfit_for(&self, parts: &[PreparedRule], mask: u64) -> Option<Unfit> {
        parts.iter().find(|part| !self.meets(part, mask)).map(|part| self.why_not(part, mask))
    }

    /// True if a subset meets one rule. A search asks this for hundreds of subsets, and needs no reason.
    fn meets(&self, part: &PreparedRule, mask: u64) -> bool {
        self.pays_for(part.weight())
            && match part {
                PreparedRule::Count(cmp, n) => cmp.holds(count(mask), *n),
                PreparedRule::Sum { values, cmp, n, .. } => cmp.holds(sum(values, mask), *n),
                PreparedRule::Distinct { words, cmp, n, .. } => cmp.holds(distinct(words, mask), *n),
                PreparedRule::Same { values, jokers, .. } => {
                    let own = mask & !jokers.mask;
                    mask == 0 || own != 0 && values.iter().any(|cards| own & !cards == 0)
                }
                PreparedRule::Sequence { numbers, jokers, .. } => {
                    let own = mask & !jokers.mask;
                    let is_filled = |span: Span| span.fits(mask.count_ones() as usize);
                    mask == 0 || own != 0 && span(numbers, own).is_some_and(is_filled)
                }
                // Most sets lack every candidate for some role. That shows without a matching, so it is tested first.
                PreparedRule::Roles { rows, .. } => {
                    rows.iter().all(|row| row & mask != 0) && self.pays_for(rows.len() as u32) && can_match(rows, mask)
                }
                PreparedRule::Of(_, parts) => self.fits_for(parts, mask),
                PreparedRule::AnyOf(any) => any.iter().any(|parts| self.fits_for(parts, mask)),
            }
    }

    /// The reason why the subset breaks a rule.
    fn why_not(&self, part: &PreparedRule, mask: u64) -> Unfit {
        match part {
            PreparedRule::Count(cmp, n) => Unfit::Count(*cmp, *n, count(mask)),
            PreparedRule::Sum { attr, values, cmp, n } => Unfit::Sum(*attr, *cmp, *n, sum(values, mask)),
            PreparedRule::Distinct { slot, words, cmp, n } => Unfit::Distinct(*slot, *cmp, *n, distinct(words, mask)),
            PreparedRule::Same { field, jokers, .. } => jokers.alone(mask).unwrap_or(Unfit::Same(*field)),
            PreparedRule::Sequence { attr, jokers, .. } => jokers.alone(mask).unwrap_or(Unfit::Sequence(*attr)),
            PreparedRule::Roles { roles, .. } => Unfit::Roles(Arc::clone(roles)),
            PreparedRule::Of(name, parts) => {
                self.unfit_for(parts, mask).map_or(Unfit::AnyOf(Vec::new()), |why| Unfit::Of(*name, Box::new(why)))
            }
            PreparedRule::AnyOf(any) => {
                Unfit::AnyOf(any.iter().filter_map(|parts| self.unfit_for(parts, mask)).collect())
            }
        }
    }

    /// Pays looks for a number of tests of a subset; false: no look is left.
    fn pays_for(&self, tests: u32) -> bool {
        let tests = self.tests.get() + tests;
        let (looks, tests) = (tests / TESTS_A_LOOK, tests % TESTS_A_LOOK);
        self.tests.set(tests);
        looks == 0 || self.work.looks(looks as usize)
    }
}

impl PreparedRule<'_> {
    /// The number of tests that this rule costs for a subset.
    fn weight(&self) -> u32 {
        let rows = match self {
            PreparedRule::Distinct { words, .. } => words.len(),
            PreparedRule::Roles { rows, .. } => rows.len(),
            PreparedRule::Same { values, .. } => values.len(),
            PreparedRule::Sequence { .. } => 8,
            _ => 0,
        };
        1 + rows as u32 / 8
    }
}

/// Prepares rules about sets: reads from the state what each rule must know about `options`.
fn parts<'r>(env: &Env<'r>, rules: &'r SetRules, options: &[Value]) -> Vec<PreparedRule<'r>> {
    let mut parts = Vec::new();
    for rule in &rules.rules {
        match rule {
            SetRule::Count(cmp, n) => parts.push(PreparedRule::Count(*cmp, env.amount(n))),
            SetRule::Sum(attr, cmp, n) => {
                let value = |v: &Value| {
                    let mut total = 0;
                    v.each_card(&mut |c| total += env.seen_attr(c, *attr));
                    total
                };
                let values = options.iter().map(value).collect();
                parts.push(PreparedRule::Sum { attr: *attr, values, cmp: *cmp, n: env.amount(n) });
            }
            SetRule::Distinct(slot, cmp, n) => {
                parts.push(PreparedRule::Distinct {
                    slot: *slot,
                    words: word_masks(env, *slot, options),
                    cmp: *cmp,
                    n: env.amount(n),
                });
            }
            SetRule::Same(field, filter) => {
                let jokers = Jokers::of(env, filter.as_ref(), options);
                parts.push(PreparedRule::Same { field: *field, values: value_masks(env, *field, options), jokers });
            }
            SetRule::Sequence(attr, filter) => {
                let jokers = Jokers::of(env, filter.as_ref(), options);
                let numbers = options.iter().map(|v| number_of(env, *attr, v)).collect();
                parts.push(PreparedRule::Sequence { attr: *attr, numbers, jokers });
            }
            SetRule::Roles(roles) => {
                let mut rows = Vec::new();
                for (filter, n) in roles.iter() {
                    // With more roles than options, one role stays empty in any case.
                    if rows.len() > MAX_OPTIONS || !env.derived.work.looks(options.len()) {
                        break;
                    }
                    let fits = options.iter().enumerate().filter(|(_, v)| env.untold_matches(filter, v));
                    let row = fits.fold(0u64, |row, (i, _)| row | 1 << i);
                    (0..*n).for_each(|_| rows.push(row));
                }
                parts.push(PreparedRule::Roles { roles, rows });
            }
            SetRule::Meets(source, slot) => env.lookup(source).each_card(&mut |card| {
                if env.is_blank(card) {
                    return;
                }
                let def = &env.rules.defs[env.state.card(card).def.index()];
                if let Some(rules) = &def.rules[*slot as usize] {
                    parts.push(PreparedRule::Of(def.name, self::parts(env, rules, options)));
                }
            }),
            SetRule::AnyOf(any) => {
                parts.push(PreparedRule::AnyOf(any.iter().map(|r| self::parts(env, r, options)).collect()))
            }
        }
    }
    parts
}

/// The words of the options in a field: for each word the mask of the options with it.
fn word_masks(env: &Env, slot: u8, options: &[Value]) -> Vec<u64> {
    let mut found: Vec<(Sym, u64)> = Vec::new();
    for (i, v) in options.iter().enumerate() {
        v.each_card(&mut |c| {
            for word in if env.is_blank(c) { Vec::new() } else { env.words(c, slot) } {
                match found.iter_mut().find(|(w, _)| *w == word) {
                    Some((_, mask)) => *mask |= 1 << i,
                    None => found.push((word, 1 << i)),
                }
            }
        });
    }
    found.into_iter().map(|(_, mask)| mask).collect()
}

impl<'r> Jokers<'r> {
    fn of(env: &Env<'r>, filter: Option<&'r Arc<Test<CardTest>>>, options: &[Value]) -> Jokers<'r> {
        let is_joker = |v: &Value| filter.is_some_and(|filter| env.untold_matches(filter, v));
        let may_look = filter.is_none() || env.derived.work.looks(options.len());
        let jokers = options.iter().enumerate().filter(|(_, v)| may_look && is_joker(v));
        Jokers { mask: jokers.fold(0, |mask, (i, _)| mask | 1 << i), filter }
    }

    /// The reason why a set of nothing but jokers meets no rule; `None` for other sets.
    fn alone(&self, mask: u64) -> Option<Unfit> {
        self.filter.filter(|_| mask & !self.mask == 0).map(|filter| Unfit::OnlyJokers(Arc::clone(filter)))
    }
}

/// The values of the options in a field: for each value the mask of the options with it.
fn value_masks(env: &Env, field: SetField, options: &[Value]) -> Vec<u64> {
    let attr = match field {
        SetField::Words(slot) => return word_masks(env, slot, options),
        SetField::Number(attr) => attr,
    };
    let mut found: Vec<(i64, u64)> = Vec::new();
    for (i, n) in options.iter().enumerate().filter_map(|(i, v)| Some((i, number_of(env, attr, v)?))) {
        match found.iter_mut().find(|(value, _)| *value == n) {
            Some((_, mask)) => *mask |= 1 << i,
            None => found.push((n, 1 << i)),
        }
    }
    found.into_iter().map(|(_, mask)| mask).collect()
}

/// A card's number in an attribute; `None`: the option names no single card, or a card hidden from the reader.
fn number_of(env: &Env, attr: AttrId, option: &Value) -> Option<i64> {
    let card = option.card().filter(|card| !env.is_blank(*card))?;
    Some(env.seen_attr(card, attr))
}

/// The range of distinct card numbers.
#[derive(Clone, Copy)]
struct Span {
    /// The count of whole numbers from the least to the greatest, gaps included.
    length: usize,
}

impl Span {
    /// True if so many cards can lie without a gap: the others stand in for what is missing, or lie at the ends.
    fn fits(self, cards: usize) -> bool {
        self.length <= cards
    }
}

/// Finds the range of the masked options' numbers. `None`: a number is missing or repeated, or the range exceeds 64, the
/// largest set.
fn span(numbers: &[Option<i64>], mask: u64) -> Option<Span> {
    let mut least_and_most: Option<(i64, i64)> = None;
    for i in bits(mask) {
        let n = numbers[i]?;
        least_and_most = Some(least_and_most.map_or((n, n), |(least, most)| (least.min(n), most.max(n))));
    }
    let Some((least, most)) = least_and_most else { return Some(Span { length: 0 }) };
    let length = most.checked_sub(least).filter(|gap| *gap < MAX_OPTIONS as i64)? as usize + 1;
    let mut taken = 0u64;
    for i in bits(mask) {
        let bit = 1 << (numbers[i]? - least);
        if taken & bit != 0 {
            return None;
        }
        taken |= bit;
    }
    Some(Span { length })
}

/// True if every set that meets these rules has cards that belong together, so that most beginnings of sets lead to none.
fn is_narrow(parts: &[PreparedRule]) -> bool {
    parts.iter().any(|part| match part {
        PreparedRule::Same { .. } | PreparedRule::Sequence { .. } => true,
        PreparedRule::Of(_, parts) => is_narrow(parts),
        PreparedRule::AnyOf(any) => any.iter().all(|parts| is_narrow(parts)),
        _ => false,
    })
}

fn holds_as_many(mask: u64, size: usize) -> bool {
    mask.count_ones() as usize >= size
}

fn count(mask: u64) -> i64 {
    mask.count_ones().into()
}

fn sum(values: &[i64], mask: u64) -> i64 {
    bits(mask).map(|i| values[i]).sum()
}

/// The number of words that the options of a mask have.
fn distinct(words: &[u64], mask: u64) -> i64 {
    words.iter().filter(|w| *w & mask != 0).count() as i64
}

/// The places of the bits of a mask, the lowest first.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// Checks that `set` meets all rules.
///
/// # Errors
///
/// The first rule that the set breaks.
pub fn fits(env: &Env, rules: &SetRules, set: &[Value]) -> Result<(), Unfit> {
    let index = OptionIndex::new(env, rules, set);
    let all = if set.len() >= MAX_OPTIONS { u64::MAX } else { (1 << set.len()) - 1 };
    index.unfit(all).map_or(Ok(()), Err)
}

/// Calls `f` with each subset of `n` options that has `min` to `max` members, small ones first, until `f` returns true
/// or `limit` subsets were tried. True if `f` returned true.
pub fn some_subset(n: usize, min: usize, max: usize, limit: u32, mut f: impl FnMut(u64) -> bool) -> bool {
    let n = n.min(MAX_OPTIONS);
    let mut tried = 0;
    for size in min..=max.min(n) {
        if size == 0 {
            if f(0) {
                return true;
            }
            continue;
        }
        // The next mask with as many bits: Gosper's hack.
        let mut mask = if size == 64 { u64::MAX } else { (1u64 << size) - 1 };
        loop {
            if f(mask) {
                return true;
            }
            tried += 1;
            if tried >= limit {
                return false;
            }
            let low = mask & mask.wrapping_neg();
            let Some(ripple) = mask.checked_add(low) else { break };
            let next = (((ripple ^ mask) >> 2) / low) | ripple;
            if n < 64 && next >> n != 0 {
                break;
            }
            mask = next;
        }
    }
    false
}

/// The options of a mask.
pub fn pick(options: &[Value], mask: u64) -> Vec<Value> {
    bits(mask).map(|i| options[i].clone()).collect()
}

/// The mark of a column that no row has taken.
const FREE: u8 = u8::MAX;

/// True if each row can get a different one of these columns; bit i of a row says that column i fits. Found by Kuhn's
/// augmenting paths.
pub fn can_match(rows: &[u64], columns: u64) -> bool {
    let mut row_of = [FREE; 64];
    return (0..rows.len()).all(|start| augment(rows, start, &mut !columns, &mut row_of));

    fn augment(rows: &[u64], row: usize, seen: &mut u64, row_of: &mut [u8; 64]) -> bool {
        loop {
            let open = rows[row] & !*seen;
            if open == 0 {
                return false;
            }
            let column = open.trailing_zeros() as usize;
            *seen |= 1 << column;
            if row_of[column] == FREE || augment(rows, row_of[column] as usize, seen, row_of) {
                row_of[column] = row as u8;
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{can_match, some_subset};

    #[test]
    fn a_matching_moves_earlier_rows_where_needed() {
        assert!(can_match(&[0b11, 0b01], u64::MAX));
        assert!(!can_match(&[0b11, 0b01], 0b01));
        assert!(!can_match(&[0b01, 0b01], u64::MAX));
        assert!(can_match(&[], u64::MAX));
    }

    #[test]
    fn subsets_come_by_size_and_each_once() {
        let mut seen = Vec::new();
        assert!(!some_subset(3, 1, 2, 100, |m| {
            seen.push(m);
            false
        }));
        assert_eq!(seen, [0b001, 0b010, 0b100, 0b011, 0b101, 0b110]);
    }

    #[test]
    fn subsets_of_all_sixty_four_options_end() {
        let mut n = 0;
        some_subset(64, 63, 64, 1000, |_| {
            n += 1;
            false
        });
        assert_eq!(n, 65);
    }
}
