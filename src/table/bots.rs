//! Bots: players that answer by themselves.
//!
//! A bot draws from a generator of its own, which is no part of the game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::kernel::model::chance::below;
use crate::kernel::read::assign::as_values;
use crate::kernel::{Answer, Decision, Kind, PickRule, Value, World};

/// A bot that plays anything legal.
pub struct Random {
    rng: ChaCha8Rng,
}

/// So often a random set is tried before the legal ones are listed.
const TRIES: u32 = 6;

impl Random {
    /// A bot with a seed of its own.
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed ^ 0x0b07_0b07) }
    }

    /// The bot that answers at a place in a game: always the same, however often the game comes there.
    pub fn at(seed: u64, place: usize) -> Random {
        let mut bot = Random::new(seed);
        bot.rng.set_stream(place as u64 + 1);
        bot
    }

    fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n.max(1) as u64) as usize
    }

    /// A legal answer.
    pub fn answer(&mut self, world: &World, decision: &Decision) -> Answer {
        match &decision.kind {
            Kind::Act { options, may_pass } => {
                let n = options.len() + *may_pass as usize;
                match options.get(self.below(n)) {
                    Some(choice) => Answer::Act(*choice),
                    None => Answer::Pass,
                }
            }
            Kind::Pick { options, min, max, rule, .. } => Answer::Values(self.pick(world, options, *min, *max, rule)),
            Kind::Order(items) => {
                let mut items = items.clone();
                for i in (1..items.len()).rev() {
                    let j = self.below(i + 1);
                    items.swap(i, j);
                }
                Answer::Values(items)
            }
            Kind::Assign(pairs) => {
                // Each in turn gets one of what is left for it, or nothing.
                let mut given: Vec<(Value, Value)> = Vec::new();
                for from in &pairs.from {
                    let free = |(f, t): &&(Value, Value)| f == from && !given.iter().any(|(_, taken)| taken == t);
                    let options: Vec<&(Value, Value)> = pairs.legal.iter().filter(free).collect();
                    if let Some(pair) = options.get(self.below(options.len() + 1)) {
                        given.push((*pair).clone());
                    }
                }
                Answer::Values(as_values(given))
            }
            Kind::Number(low, high) => {
                let n = low + self.below(high.saturating_sub(*low).saturating_add(1).max(1) as usize) as i64;
                Answer::Values(vec![Value::Int(n)])
            }
        }
    }

    fn pick(&mut self, world: &World, options: &[Value], min: u32, max: u32, rule: &PickRule) -> Vec<Value> {
        let max = max.min(options.len() as u32);
        for _ in 0..TRIES {
            let size = min as usize + self.below(max.saturating_sub(min) as usize + 1);
            let mut left: Vec<&Value> = options.iter().collect();
            if size > left.len() {
                break;
            }
            let set: Vec<Value> = (0..size).map(|_| left.swap_remove(self.below(left.len())).clone()).collect();
            if world.game().set_is_legal(rule, &set).is_ok() {
                return set;
            }
        }
        let legal = world.game().legal_sets(options, min, max, rule, 256);
        match legal.is_empty() {
            true => Vec::new(),
            false => {
                let i = self.below(legal.len());
                legal.into_iter().nth(i).unwrap_or_default()
            }
        }
    }
}
