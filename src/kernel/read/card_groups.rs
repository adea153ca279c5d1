//! Card groups: the greatest number of disjoint sets of like cards, or the greatest worth of such sets.
//!
//! A set has a fixed number of cards with the same word in one field. A joker stands in for any card,
//! but each set has at least one other card. The result is optimal: dynamic programming over
//! the jokers left, one row a word.

use crate::kernel::model::lang::Groups;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, Value};
use crate::kernel::read::evaluation_env::Env;

impl Env<'_> {
    /// The greatest total worth of disjoint sets of the cards that `groups` selects.
    pub(in crate::kernel) fn groups(&self, groups: &Groups) -> i64 {
        let size = self.amount(&groups.size).clamp(1, 255) as usize;
        let mut jokers = 0;
        // Count of cards per word, with one example card.
        let mut kinds: Vec<(Sym, usize, Card)> = Vec::new();
        let mut see = |card: Card| {
            let as_of = self.found_as_of(&groups.what, card);
            if self.is_blank_as_of(card, as_of) {
                return;
            }
            if groups.joker.as_ref().is_some_and(|f| self.card_matches_as_of(f, card, as_of)) {
                jokers += 1;
                return;
            }
            let Some(word) = self.first_word_as_of(card, groups.by, as_of) else { return };
            match kinds.iter_mut().find(|(w, ..)| *w == word) {
                Some((_, n, _)) => *n += 1,
                None => kinds.push((word, 1, card)),
            }
        };
        self.each_card_sought(&groups.what, &mut see);
        let rows = kinds.into_iter().map(|(_, n, card)| {
            let worth = groups.worth.as_ref().map_or(1, |w| self.at_found(&groups.what, &Value::Card(card)).amount(w));
            (n, worth)
        });
        best(rows, size, jokers)
    }
}

/// The greatest worth. Each row is a word: the number of its cards, and the worth of one set of them.
fn best(rows: impl Iterator<Item = (usize, i64)>, size: usize, jokers: usize) -> i64 {
    if jokers == 0 {
        return rows
            .fold(0, |all: i64, (n, worth)| all.max(all.saturating_add(worth.saturating_mul((n / size) as i64))));
    }
    // The best result for each number of jokers used.
    let mut table = vec![0i64; jokers + 1];
    let mut before = table.clone();
    for (n, worth) in rows {
        before.clone_from(&table);
        for sets in 1..=n {
            let needed = (sets * size).saturating_sub(n);
            if needed > jokers {
                break;
            }
            for used in needed..=jokers {
                let total = before[used - needed].saturating_add(worth.saturating_mul(sets as i64));
                table[used] = table[used].max(total);
            }
        }
    }
    table[jokers]
}

#[cfg(test)]
mod tests {
    use super::best;

    #[track_caller]
    fn check(rows: &[(usize, i64)], jokers: usize, expected: i64) {
        assert_eq!(best(rows.iter().copied(), 4, jokers), expected, "{rows:?} with {jokers} jokers");
    }

    #[test]
    fn joker_cards_go_where_they_are_worth_most() {
        check(&[(4, 1)], 0, 1);
        check(&[(3, 1)], 0, 0);
        check(&[(3, 1)], 1, 1);
        check(&[(1, 1)], 3, 1);
        check(&[], 4, 0);
        check(&[(6, 1)], 2, 2);
        check(&[(6, 1)], 1, 1);
        check(&[(3, 100), (3, 300)], 1, 300);
        // Two sets of one card and three jokers each need two other cards.
        check(&[(2, 5)], 6, 10);
        check(&[(1, 5)], 7, 5);
        // One dear set against two cheap ones.
        check(&[(2, 300), (3, 100), (3, 100)], 2, 300);
        check(&[(2, 300), (3, 200), (3, 200)], 2, 400);
    }
}
