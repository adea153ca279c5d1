//! Reads of conditions printed on cards, apart for each card, so that a touch wakes a check only if a card in play
//! reads it.

use super::{ObjectScope, Reads};
use crate::kernel::model::ability::{Ability, Layer};
use crate::kernel::model::lang::{CardTest, Class, Selection, Source, Test};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::touched::{CheckReads, Touched};

/// The field whose printed condition all selected cards must fulfil, by slot, and the selection without that test.
pub(super) fn asked_by(what: &Selection) -> Option<(u8, Selection)> {
    let Source::Cards(cards) = &what.source else { return None };
    // What orders the cards is read, too.
    if what.cut.as_ref().is_some_and(|cut| !cut.is_written()) {
        return None;
    }
    let (slot, filter) = without(&cards.filter)?;
    let (_, rest) = without(&cards.rest)?;
    let mut what = what.clone();
    if let Source::Cards(cards) = &mut what.source {
        (cards.filter, cards.rest) = (filter, rest);
    }
    // Conditions come before the cut.
    what.cut = None;
    Some((slot, what))
}

/// The slot of the first printed condition that a test requires, and the test without it; `None` if it requires none.
fn without(test: &Test<CardTest>) -> Option<(u8, Test<CardTest>)> {
    let slot_of = |part: &Test<CardTest>| match part {
        Test::One(CardTest::Fulfils(slot)) => Some(*slot),
        _ => None,
    };
    match test {
        Test::All(parts) => {
            let slot = parts.iter().find_map(slot_of)?;
            Some((slot, Test::All(parts.iter().filter(|part| slot_of(part) != Some(slot)).cloned().collect())))
        }
        one => slot_of(one).map(|slot| (slot, Test::True)),
    }
}

/// Reads of each printed condition that some check uses, by slot and definition.
pub(super) fn conditions(rules: &Rules, statics: &[&Ability], checks: &[CheckReads]) -> Vec<Vec<Touched>> {
    let is_asked =
        |slot: usize| checks.iter().any(|check| matches!(check.printed, Some((at, _)) if at as usize == slot));
    let of_slot = |slot: usize| {
        let of_def = rules.defs.iter().map(|def| {
            let mut reads = Reads::new(rules, statics);
            // A printed condition is judged for the controller of its card, so the controller is read.
            reads.layer(Layer::Control);
            reads.of_ability(true, |reads| {
                if def.is_from_pack && def.conds[slot].is_some() {
                    reads.sight();
                }
                let read = |reads: &mut Reads| def.conds[slot].iter().for_each(|cond| reads.cond(cond));
                reads.testing(ObjectScope::ANY, |reads| reads.at(Some(Class::Card), read));
            });
            reads.found
        });
        if is_asked(slot) { of_def.collect() } else { Vec::new() }
    };
    (0..rules.schema.conds.len()).map(of_slot).collect()
}
