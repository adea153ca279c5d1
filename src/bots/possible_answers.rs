//! Possible answers: the answers to a decision from which a bot chooses, without those that are equal to another one.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::bots::Random;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::{self, Answer, Card, Decision, Kind, Seat, Value, World};

/// A decision with up to 40 answers is listed whole; a larger one gives a random sample.
const MOST_LISTED: u64 = 40;

/// An answer, with a number that is the same for answers that are alike: another copy of a card in a hand.
#[derive(Clone, Debug)]
pub(super) struct PossibleAnswer {
    pub key: u64,
    pub answer: Answer,
}

/// The approximate number of answers to a decision.
fn count(kind: &Kind) -> u64 {
    match kind {
        Kind::Act { options, may_pass } => options.len() as u64 + *may_pass as u64,
        Kind::Pick { options, min, max, .. } => {
            let n = options.len() as u64;
            (*min as u64..=(*max as u64).min(n)).fold(0u64, |all, k| all.saturating_add(sets_of(n, k)))
        }
        Kind::Order(items) => (1..=items.len() as u64).fold(1, u64::saturating_mul),
        Kind::Assign(pairs) => pairs.from.iter().enumerate().fold(1u64, |all, (i, from)| {
            let of = pairs.legal.iter().filter(|(f, _)| f == from).count() as u64;
            let most = pairs.bounds.as_ref().map_or(1, |bounds| bounds.per_from[i].1);
            all.saturating_mul((0..=u64::from(most).min(of)).fold(0u64, |sets, k| sets.saturating_add(sets_of(of, k))))
        }),
        Kind::Number(low, high) => high.abs_diff(*low).saturating_add(1),
    }
}

/// The approximate number of sets of `k` out of `n`.
fn sets_of(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1u64, |sets, i| sets.saturating_mul(n - i) / (i + 1)) }
}

/// True if all answers can be listed; else some are drawn.
pub(super) fn is_listed(decision: &Decision) -> bool {
    count(&decision.kind) <= MOST_LISTED || matches!(decision.kind, Kind::Act { .. })
}

/// All distinct answers; of very many, a sample.
pub fn listed(world: &World, decision: &Decision, rng: &mut Random, drawn: usize) -> Vec<PossibleAnswer> {
    let mut all: Vec<PossibleAnswer> = Vec::new();
    let mut add = |answer: Answer| {
        let key = key(world, decision.seat, &answer);
        if all.iter().all(|known| known.key != key) {
            all.push(PossibleAnswer { key, answer });
        }
    };
    // The kernel lists one order only.
    match is_listed(decision) && !matches!(&decision.kind, Kind::Order(items) if items.len() > 1) {
        true => world.game().answers(decision, MOST_LISTED.max(256) as usize).into_iter().for_each(&mut add),
        false => (0..drawn).for_each(|_| add(rng.legal_answer(world, decision))),
    }
    all
}

/// A random answer.
pub(super) fn drawn(world: &World, decision: &Decision, rng: &mut Random) -> PossibleAnswer {
    let answer = rng.legal_answer(world, decision);
    PossibleAnswer { key: key(world, decision.seat, &answer), answer }
}

/// A hash of two numbers.
pub(super) fn mixed(a: u64, b: u64) -> u64 {
    let mut hash = FxHasher::default();
    hash.write_u64(a);
    hash.write_u64(b);
    // The last input of the hash must affect every bit.
    let n = hash.finish();
    (n ^ n >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 7
}

/// A key that is equal for actions that are alike; passing has one, too.
pub(super) fn act_key(world: &World, seat: Seat, action: Option<&kernel::Choice>) -> u64 {
    match action {
        None => 1,
        Some(action) => mixed(2 + action.ability.0 as u64, action.card.map_or(0, |card| look(world, seat, card))),
    }
}

/// The key by which equal answers are recognised.
fn key(world: &World, seat: Seat, answer: &Answer) -> u64 {
    match answer {
        Answer::Pass => act_key(world, seat, None),
        Answer::Act(choice) => act_key(world, seat, Some(choice)),
        Answer::Values(values) => {
            let is_set = values.iter().all(|v| matches!(v, Value::Card(_)));
            let one = |v: &Value| match v {
                Value::Card(card) => look(world, seat, *card),
                other => {
                    let mut bytes = Vec::with_capacity(16);
                    other.feed(&mut bytes);
                    xxhash_rust::xxh3::xxh3_64(&bytes)
                }
            };
            match is_set {
                true => values.iter().map(one).fold(3, |sum: u64, n| sum.wrapping_add(n)),
                false => values.iter().map(one).fold(4, mixed),
            }
        }
    }
}

/// A card's appearance to a seat. Copies in a hand are alike, in play each is its own, and of a card that the seat does
/// not see only the place is known.
fn look(world: &World, seat: Seat, card: Card) -> u64 {
    let (state, rules) = (world.state(), &world.rules);
    let is = state.card(card);
    let zone = &rules.schema.zones[rules.schema.kind_of(is.zone).index()];
    let is_seen = state.sees(rules, seat, card);
    let which = if zone.seen_by == SeenBy::All || !is_seen { card.0 as u64 + 1 } else { 0 };
    let def = if is_seen { is.def.0 as u64 } else { u64::MAX >> 32 };
    mixed((is.zone.0 as u64) << 32 | def, which)
}
