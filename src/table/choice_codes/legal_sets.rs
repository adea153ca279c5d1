//! Legal sets: the options that may still be taken, so that the choice can become a legal set.

use super::super::Table;
use crate::kernel::read::assignments::as_values;
use crate::kernel::{Answer, Decision, Kind, PickRule, Value};

/// The most paths on a board that are listed.
const MAX_WAYS: usize = 256;
/// The most sets that are tried for one option.
const MAX_TRIES: u32 = 512;
/// The most options that are looked at where a rule judges sets, one bit each. Options behind them are never open.
const MAX_OPTIONS: usize = 64;

/// The options that may be chosen together.
#[derive(Clone, Debug)]
pub(super) enum Sets {
    /// Any options, each once.
    Free,
    /// Paths on a board: each list names the options of one path, in its order, by their places. No other list is
    /// legal.
    Ways(Vec<Vec<usize>>),
    /// The sets that a rule permits, one bit for each option.
    Ruled {
        /// The legal sets found so far.
        found: Vec<u64>,
        /// The options that may be taken next.
        open: u64,
        /// True if the present choice is a legal set.
        may_end: bool,
    },
    /// Pairs that stand together in a legal assignment.
    Pairs {
        /// The legal assignments found so far: for each receiver, one bit for each object.
        found: Vec<Vec<u64>>,
        /// For each pair, true if it may be taken next.
        open: Vec<bool>,
        /// True if the present choice is a legal assignment.
        may_end: bool,
    },
}

impl Sets {
    pub fn of(table: &Table, decision: &Decision) -> Sets {
        let Kind::Pick { options, min, max, rule, .. } = &decision.kind else {
            return match &decision.kind {
                Kind::Assign(_) => Sets::Pairs { found: Vec::new(), open: Vec::new(), may_end: false },
                _ => Sets::Free,
            };
        };
        match rule {
            PickRule::Free => Sets::Free,
            PickRule::Path { .. } => {
                let place = |v: &Value| options.iter().position(|o| o == v);
                let ways = table.world().game().legal_sets(options, *min, *max, rule, MAX_WAYS);
                Sets::Ways(ways.iter().map(|way| way.iter().filter_map(place).collect()).collect())
            }
            // With a maximum of 1 each offered option is a legal set: the kernel offers none that cannot be chosen
            // alone.
            _ if *max == 1 => Sets::Free,
            _ => Sets::Ruled { found: Vec::new(), open: 0, may_end: false },
        }
    }

    /// Finds which options may be taken next, after these options were taken.
    pub fn grow(&mut self, table: &Table, decision: &Decision, taken: &[usize]) {
        if let (Sets::Pairs { found, open, may_end }, Kind::Assign(pairs)) = (&mut *self, &decision.kind) {
            let game = table.world().game();
            let given: Vec<(Value, Value)> = taken.iter().map(|place| pairs.legal[*place].clone()).collect();
            *may_end = game.check(decision, &Answer::Values(as_values(given.clone()))).is_ok();
            *open = game.pairs_beside(pairs, &given, found);
            return;
        }
        let (Sets::Ruled { found, open, may_end }, Kind::Pick { options, min, max, rule, .. }) = (self, &decision.kind)
        else {
            return;
        };
        let count = options.len().min(MAX_OPTIONS);
        let is_legal = |set: u64| {
            let values: Vec<Value> = places(set).map(|place| options[place].clone()).collect();
            table.world().game().set_is_legal(rule, &values).is_ok()
        };
        let chosen = taken.iter().filter(|place| **place < MAX_OPTIONS).fold(0u64, |set, place| set | 1 << place);
        let size = taken.len();
        *may_end = size >= *min as usize && is_legal(chosen);
        *open = found.iter().filter(|set| **set & chosen == chosen).fold(0, |all, set| all | set) & !chosen;
        for place in 0..count {
            let with = chosen | 1 << place;
            if with == chosen || *open & 1 << place != 0 {
                continue;
            }
            let rest: Vec<usize> = (0..count).filter(|other| with & 1 << other == 0).collect();
            let sizes = (*min as usize).max(size + 1) - size - 1..=(*max as usize).max(size + 1) - size - 1;
            if let Some(set) = first_subset(&rest, sizes, |more| is_legal(with | more)) {
                found.push(with | set);
                *open |= (with | set) & !chosen;
            }
        }
    }

    pub fn is_open(&self, taken: &[usize], place: usize) -> bool {
        match self {
            Sets::Free => !taken.contains(&place),
            Sets::Ways(ways) => ways.iter().any(|way| way.starts_with(taken) && way.get(taken.len()) == Some(&place)),
            Sets::Ruled { open, .. } => place < MAX_OPTIONS && open & 1 << place != 0,
            Sets::Pairs { open, .. } => open.get(place).is_some_and(|open| *open),
        }
    }

    pub fn may_end(&self, taken: &[usize]) -> bool {
        match self {
            Sets::Free => true,
            Sets::Ways(ways) => ways.iter().any(|way| way == taken),
            Sets::Ruled { may_end, .. } | Sets::Pairs { may_end, .. } => *may_end,
        }
    }
}

fn places(set: u64) -> impl Iterator<Item = usize> {
    (0..MAX_OPTIONS).filter(move |place| set & 1 << place != 0)
}

/// The first subset of these places that fits, as bits, smaller subsets first; `None` if none of those tried fits.
fn first_subset(
    places: &[usize],
    sizes: std::ops::RangeInclusive<usize>,
    mut fits: impl FnMut(u64) -> bool,
) -> Option<u64> {
    let mut tries = 0;
    for size in sizes {
        if size > places.len() {
            break;
        }
        // The chosen ones, by their index in `places`, in order.
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let set = chosen.iter().fold(0u64, |set, i| set | 1 << places[*i]);
            if fits(set) {
                return Some(set);
            }
            tries += 1;
            if tries >= MAX_TRIES {
                return None;
            }
            // The next subset: the last index that can grow grows by one, and those behind it follow it directly.
            let can_move = |i: &usize| chosen[*i] < places.len() - size + *i;
            let Some(at) = (0..size).rev().find(can_move) else { break };
            let next = chosen[at] + 1;
            for (i, c) in chosen[at..].iter_mut().enumerate() {
                *c = next + i;
            }
        }
    }
    None
}

/// The places of the first legal set that the table itself finds.
pub(super) fn first(table: &Table, decision: &Decision, options: &[Value]) -> Vec<usize> {
    let place = |v: &Value| options.iter().position(|o| o == v);
    match table.world().game().answers(decision, 1).first() {
        Some(Answer::Values(values)) => values.iter().filter_map(place).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sizes: std::ops::RangeInclusive<usize>, fits: impl Fn(u64) -> bool, expect: Option<u64>) {
        assert_eq!(first_subset(&[0, 2, 3, 5], sizes, fits), expect);
    }

    #[test]
    fn the_first_set_that_fits_is_found() {
        check(0..=4, |set| set == 0, Some(0));
        check(1..=4, |set| set.count_ones() == 2, Some(0b101));
        check(2..=2, |set| set == 0b101000, Some(0b101000));
        check(3..=4, |set| set & 0b1000 == 0, Some(0b100101));
        check(4..=9, |_| true, Some(0b101101));
        check(5..=9, |_| true, None);
        check(0..=4, |_| false, None);
    }
}
