//! Payment: a way to pay all parts of a cost together.
//!
//! A card pays for one part only. Parts that compete for the same cards are solved as a matching, with a column for
//! every needed card. Parts with rules about their set are tried first, set by set, within a limited number of tries.

use std::cell::Cell;

use crate::kernel::model::ability::{Cost, CostPart};
use crate::kernel::model::decision::MAX_SETS;
use crate::kernel::model::lang::{Amount, EVERY, SetRules};
use crate::kernel::model::objects::Use;
use crate::kernel::model::pip_cards::PipCard;
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::value::Value;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::payability::some_payment;
use crate::kernel::read::pip_cards;
use crate::kernel::read::set_rules;

/// An unpaid part of a cost.
struct UnpaidPart<'a> {
    /// The cards that may pay the part.
    options: Vec<Value>,
    /// For each needed card the places of its candidates; empty if the part takes all remaining cards.
    rows: Vec<Vec<usize>>,
    /// Rules about the set, and the least and greatest number of cards in it.
    rules: Option<(&'a SetRules, usize, usize)>,
    /// True for a part that the card of the use pays itself, even if another part has taken this card already.
    shares: bool,
    /// True if the part takes all cards that the earlier parts left.
    takes_all: bool,
    /// The pips and pip cards of a part that is tried set by set, because some cards give several pips.
    pips: Option<(Cost, Vec<PipCard>)>,
}

impl<'a> Game<'a> {
    /// Finds cards for all unpaid parts of a cost, a list for each, so that no card pays for two parts. `payments` has
    /// the cards of the parts that are paid.
    pub(in crate::kernel) fn rest_paid(self, use_: &Use, payments: &[Vec<Value>]) -> Result<Vec<Vec<Value>>, WhyNot> {
        let all = self.cost_parts(use_);
        let mut parts = Vec::new();
        let mut why = WhyNot::CostCards;
        for part in all.iter().skip(payments.len()) {
            match part {
                CostPart::Counter { .. } => parts.push(UnpaidPart::of(Vec::new(), Vec::new())),
                CostPart::Pips(pips) => {
                    let cost = self.pips(use_, pips);
                    let part = self.pips_part(use_, &cost, payments)?;
                    why = WhyNot::Cost(cost);
                    parts.push(part);
                }
                CostPart::Cards { .. } => parts.push(self.cards_part(use_, part, payments)?),
            }
        }
        let env = self.use_env(use_);
        choose(&env, &parts, 0, &mut Vec::new(), &Cell::new(MAX_SETS)).ok_or(why)
    }

    fn pips_part(self, use_: &Use, cost: &Cost, payments: &[Vec<Value>]) -> Result<UnpaidPart<'a>, WhyNot> {
        if cost.iter().all(|n| *n <= 0) {
            return Ok(UnpaidPart::of(Vec::new(), Vec::new()));
        }
        let pip_cards = self.payers(use_, payments);
        let options = pip_cards.iter().map(|pip_card| pip_card.card.clone()).collect();
        if self.some_give_more() {
            if !pip_cards::can_pay(cost, &pip_cards) {
                return Err(WhyNot::Cost(*cost));
            }
            return Ok(UnpaidPart { pips: Some((*cost, pip_cards)), ..UnpaidPart::of(options, Vec::new()) });
        }
        let rows = pip_cards::rows(cost, &pip_cards);
        match match_rows(&rows, pip_cards.len()) {
            Some(_) => Ok(UnpaidPart::of(options, rows)),
            None => Err(WhyNot::Cost(*cost)),
        }
    }

    fn cards_part<'p>(self, use_: &Use, part: &'p CostPart, payments: &[Vec<Value>]) -> Result<UnpaidPart<'p>, WhyNot> {
        let CostPart::Cards { what, does, itself } = part else { return Err(WhyNot::CostCards) };
        let env = self.use_env(use_);
        let mut options = self.cost_options(&env, use_, what, does, *itself);
        options.retain(|v| *itself || !payments.iter().any(|p| p.contains(v)));
        let (min, max) = self.bounds(&env, what, options.len());
        if options.len() < min || min > max {
            return Err(WhyNot::CostCards);
        }
        let rows = (0..min).map(|_| (0..options.len()).collect()).collect();
        let rules = what.rules.as_deref().map(|rules| (rules, min, max));
        let takes_all = what.min == Amount::Int(EVERY) && !*itself;
        let rows = if takes_all || rules.is_some() { Vec::new() } else { rows };
        Ok(UnpaidPart { options, rows, rules, shares: *itself, takes_all, pips: None })
    }
}

impl UnpaidPart<'_> {
    fn of(options: Vec<Value>, rows: Vec<Vec<usize>>) -> UnpaidPart<'static> {
        UnpaidPart { options, rows, rules: None, shares: false, takes_all: false, pips: None }
    }
}

/// Chooses sets for the parts from `at` on that have rules about their set, or cards that give several pips, until all
/// other parts can be paid beside them.
fn choose(
    env: &Env,
    parts: &[UnpaidPart],
    at: usize,
    taken: &mut Vec<(usize, Vec<Value>)>,
    left: &Cell<u32>,
) -> Option<Vec<Vec<Value>>> {
    let Some(next) = (at..parts.len()).find(|i| parts[*i].rules.is_some() || parts[*i].pips.is_some()) else {
        return together(&parts.iter().collect::<Vec<_>>(), taken);
    };
    let part = &parts[next];
    let is_free = |v: &&Value| part.shares || !taken.iter().any(|(_, set)| set.contains(v));
    let options: Vec<Value> = part.options.iter().filter(is_free).cloned().collect();
    let is_left = |pip_card: &&PipCard| options.contains(&pip_card.card);
    let pip_cards: Vec<PipCard> =
        part.pips.iter().flat_map(|(_, pip_cards)| pip_cards).filter(is_left).cloned().collect();
    let mut found = None;
    let mut is_enough = |set: Vec<Value>| {
        taken.push((next, set));
        found = choose(env, parts, next + 1, taken, left);
        taken.pop();
        found.is_some() || left.get() == 0
    };
    match (part.rules, &part.pips) {
        (Some((rules, min, max)), _) => {
            let index = set_rules::OptionIndex::new(env, rules, &options);
            index.some(options.len(), min, max, left.get(), |mask| {
                left.set(left.get().saturating_sub(1));
                index.fits(mask) && is_enough(set_rules::pick(&options, mask)) || left.get() == 0
            });
        }
        (None, Some((cost, _))) => {
            some_payment(cost, &pip_cards, left, |places| {
                is_enough(places.iter().map(|at| pip_cards[*at].card.clone()).collect())
            });
        }
        (None, None) => {}
    }
    found
}

/// Cards for all parts, each card for one part. `taken` has the cards of parts that already chose theirs.
fn together(parts: &[&UnpaidPart], taken: &[(usize, Vec<Value>)]) -> Option<Vec<Vec<Value>>> {
    let mut cards: Vec<&Value> = Vec::new();
    let mut rows = Vec::new();
    let mut gone: Vec<&Value> = taken.iter().flat_map(|(_, set)| set).collect();
    for part in parts {
        if part.shares {
            // The card of the use pays this part, so the matching must not give it to another part.
            gone.extend(&part.options);
            continue;
        }
        for row in &part.rows {
            let mut places = Vec::new();
            for value in row.iter().map(|i| &part.options[*i]).filter(|v| !gone.contains(v)) {
                let known = cards.iter().position(|c| *c == value);
                places.push(known.unwrap_or(cards.len()));
                if known.is_none() {
                    cards.push(value);
                }
            }
            rows.push(places);
        }
        if part.takes_all {
            gone.extend(&part.options);
        }
    }
    let columns = match_rows(&rows, cards.len())?;
    let mut chosen = columns.into_iter().map(|column| cards[column].clone());
    let mut out: Vec<Vec<Value>> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let set = match taken.iter().find(|(at, _)| *at == i) {
            Some((_, set)) => set.clone(),
            None if part.shares => part.options.clone(),
            None if part.takes_all => {
                let is_left = |v: &&Value| !out.iter().any(|set| set.contains(v));
                part.options.iter().filter(is_left).cloned().collect()
            }
            None => chosen.by_ref().take(part.rows.len()).collect(),
        };
        out.push(set);
    }
    Some(out)
}

/// A different column for each row, out of the columns that the row lists; found by Kuhn's augmenting paths.
pub(in crate::kernel) fn match_rows(rows: &[Vec<usize>], columns: usize) -> Option<Vec<usize>> {
    let mut row_of: Vec<Option<usize>> = vec![None; columns];
    for start in 0..rows.len() {
        let mut seen = vec![false; columns];
        if !augment(rows, start, &mut seen, &mut row_of) {
            return None;
        }
    }
    let mut found = vec![0; rows.len()];
    for (column, row) in row_of.iter().enumerate() {
        if let Some(row) = row {
            found[*row] = column;
        }
    }
    Some(found)
}

fn augment(rows: &[Vec<usize>], row: usize, seen: &mut [bool], row_of: &mut [Option<usize>]) -> bool {
    for &column in &rows[row] {
        if std::mem::replace(&mut seen[column], true) {
            continue;
        }
        let holder = row_of[column];
        if holder.is_none_or(|other| augment(rows, other, seen, row_of)) {
            row_of[column] = Some(row);
            return true;
        }
    }
    false
}
