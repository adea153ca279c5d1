//! Learnt habits: how often good players took each kind of answer when it was offered, as odds.
//!
//! They carry a game on from an answer that is tried: a coin that is laid down is worth something only to a player who
//! then buys. Odds are quotients of counts, and answers are drawn by whole numbers, so they are the same on any machine.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::possible_answers::mixed;
use crate::bots::Random;
use crate::kernel::model::value::{AbilityId, DefId};
use crate::kernel::{Answer, Decision, Kind, Rules, Seat, Value, World};

/// A kind of answer, by number.
pub(super) type HabitKey = u64;

/// The widest range of a question for a number whose answers are counted; a wider one is not.
const MOST_COUNTED: i64 = 64;
/// The weight of an answer with odds of 1, when one is drawn.
const EVEN: f64 = 1024.0;
/// The least and the greatest odds.
const ODDS: (f64, f64) = (0.01, 100.0);
/// The fewest offers of an answer from which its odds are learnt.
const LEAST: u32 = 4;
/// The most times that a set is drawn by odds; if no drawn set is legal, a random legal one is taken.
const TRIES: u32 = 3;

/// The odds of kinds of answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct LearntHabits {
    odds: FxHashMap<HabitKey, f64>,
}

/// Counts of what was offered and what was taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct HabitCounts {
    /// How often each kind of answer was offered, and how often it was taken.
    counts: BTreeMap<HabitKey, (u32, u32)>,
    /// The name under which a file holds each kind of answer.
    names: BTreeMap<HabitKey, String>,
}

fn use_key(ability: AbilityId, def: Option<DefId>) -> HabitKey {
    mixed(mixed(1, u64::from(ability.0)), def.map_or(0, |def| u64::from(def.0) + 1))
}

fn pass_key(window: Option<&str>) -> HabitKey {
    mixed(2, window.map_or(0, text_key))
}

fn text_key(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// The key of a value that may be chosen; `None`: values of this kind are not told apart.
fn value_key(rules: &Rules, world: &World, seat: Seat, value: &Value) -> Option<u64> {
    Some(match value {
        Value::Card(card) => {
            let state = world.state();
            let def = state.sees(rules, seat, *card).then(|| state.card(*card).def);
            mixed(3, def.map_or(0, |def| u64::from(def.0) + 1))
        }
        Value::Def(def) => mixed(3, u64::from(def.0) + 1),
        Value::Int(n) => mixed(4, *n as u64),
        Value::Bool(is) => mixed(5, u64::from(*is)),
        Value::Seat(other) => mixed(6, u64::from(*other == seat)),
        _ => return None,
    })
}

/// The key of a question in which a value is chosen: a hash of the ability that asks and of the name of the choice.
fn question_key(ability: Option<AbilityId>, slot: Option<&str>) -> u64 {
    mixed(ability.map_or(0, |ability| u64::from(ability.0) + 1), slot.map_or(0, text_key))
}

fn question_of(rules: &Rules, decision: &Decision) -> u64 {
    question_key(decision.ability, decision.slot.map(|slot| &**rules.name(slot)))
}

/// The keys of a decision's answers or of their parts, in the order of the options; the last one is to pass, if that may be.
fn keys(world: &World, decision: &Decision) -> Vec<Option<HabitKey>> {
    let (rules, state) = (&*world.rules, world.state());
    match &decision.kind {
        Kind::Act { options, may_pass } => {
            let window = decision.window.map(|window| &**rules.name(rules.windows[window.index()].name));
            let used = options
                .iter()
                .map(|option| Some(use_key(option.ability, option.card.map(|card| state.card(card).def))));
            used.chain(may_pass.then(|| Some(pass_key(window)))).collect()
        }
        Kind::Pick { options, .. } => {
            let question = question_of(rules, decision);
            let key = |value: &Value| Some(mixed(question, value_key(rules, world, decision.seat, value)?));
            options.iter().map(key).collect()
        }
        Kind::Number(low, high) if high.saturating_sub(*low) < MOST_COUNTED => {
            let question = question_of(rules, decision);
            (*low..=*high).map(|n| Some(mixed(question, mixed(4, n as u64)))).collect()
        }
        _ => Vec::new(),
    }
}

/// The name in files of an answer, or of a part of one, by its place as in [`keys`].
fn name(world: &World, decision: &Decision, at: usize) -> String {
    let (rules, state) = (&*world.rules, world.state());
    let ability = |id: AbilityId| {
        let ability = &rules.abilities[id.index()];
        let of = ability.def.map_or("game", |def| rules.name(rules.defs[def.index()].id));
        format!("{of}/{}", rules.name(ability.id))
    };
    let card = |def: DefId| rules.name(rules.defs[def.index()].id).to_string();
    let value = match &decision.kind {
        Kind::Act { options, .. } => {
            return match options.get(at) {
                Some(option) => {
                    let of = option.card.map_or("-".into(), |of| card(state.card(of).def));
                    format!("use {} {of}", ability(option.ability))
                }
                None => {
                    let window = decision.window.map(|window| rules.name(rules.windows[window.index()].name));
                    format!("pass {}", window.map_or("-", |name| &**name))
                }
            };
        }
        Kind::Pick { options, .. } => match &options[at] {
            Value::Card(one) if state.sees(rules, decision.seat, *one) => card(state.card(*one).def),
            Value::Card(_) => "hidden".into(),
            Value::Def(def) => card(*def),
            Value::Int(n) => n.to_string(),
            Value::Bool(is) => (if *is { "yes" } else { "no" }).into(),
            Value::Seat(other) => (if *other == decision.seat { "me" } else { "others" }).into(),
            _ => String::new(),
        },
        Kind::Number(low, _) => (low + at as i64).to_string(),
        _ => String::new(),
    };
    let (of, slot) = (decision.ability.map_or("-".into(), ability), decision.slot.map(|slot| rules.name(slot)));
    format!("choose {of} {} {value}", slot.map_or("-", |name| &**name))
}

impl HabitCounts {
    /// Counts an answer of a good player.
    pub fn note(&mut self, world: &World, decision: &Decision, answer: &Answer) {
        let keys = keys(world, decision);
        let is_taken = |at: usize| match (&decision.kind, answer) {
            (Kind::Act { options, .. }, Answer::Act(choice)) => options.get(at) == Some(choice),
            (Kind::Act { options, .. }, Answer::Pass) => at == options.len(),
            (Kind::Pick { options, .. }, Answer::Values(values)) => values.contains(&options[at]),
            (Kind::Number(low, _), Answer::Values(values)) => values == &[Value::Int(low + at as i64)],
            _ => false,
        };
        let mut seen: BTreeMap<HabitKey, bool> = BTreeMap::new();
        for (at, key) in keys.iter().enumerate().filter_map(|(at, key)| Some((at, (*key)?))) {
            *seen.entry(key).or_default() |= is_taken(at);
        }
        for (at, key) in keys.iter().enumerate().filter_map(|(at, key)| Some((at, (*key)?))) {
            self.names.entry(key).or_insert_with(|| name(world, decision, at));
        }
        for (key, taken) in seen {
            let (offered, all) = self.counts.entry(key).or_default();
            (*offered, *all) = (*offered + 1, *all + u32::from(taken));
        }
    }

    /// Adds the counts of another game.
    pub fn add(&mut self, other: &HabitCounts) {
        for (key, (offered, taken)) in &other.counts {
            let (all, of) = self.counts.entry(*key).or_default();
            (*all, *of) = (*all + offered, *of + taken);
        }
        self.names.extend(other.names.iter().map(|(key, name)| (*key, name.clone())));
    }

    /// The names of what was counted, each with its key.
    pub fn names(&self) -> impl Iterator<Item = (&str, HabitKey)> {
        self.names.iter().map(|(key, name)| (name.as_str(), *key))
    }

    /// The habits that follow from the counts.
    pub fn habits(&self) -> LearntHabits {
        let known = self.counts.iter().filter(|(_, (offered, _))| *offered >= LEAST);
        let odds = |(key, (offered, taken)): (&HabitKey, &(u32, u32))| {
            let (taken, left) = (f64::from(*taken) + 0.5, f64::from(offered - taken) + 1.0);
            (*key, rounded((taken / left).clamp(ODDS.0, ODDS.1)))
        };
        LearntHabits { odds: known.map(odds).collect() }
    }
}

/// A number rounded to four significant digits, as files tell it.
pub(super) fn rounded(n: f64) -> f64 {
    format!("{n:.3e}").parse().unwrap_or(n)
}

impl LearntHabits {
    /// Odds and their keys as numbers, for a hash.
    pub fn numbers(&self) -> Vec<u64> {
        let mut all: Vec<(u64, f64)> = self.odds.iter().map(|(key, odds)| (*key, *odds)).collect();
        all.sort_by_key(|(key, _)| *key);
        all.into_iter().flat_map(|(key, odds)| [key, odds.to_bits()]).collect()
    }

    /// True if nothing was learnt.
    pub fn is_empty(&self) -> bool {
        self.odds.is_empty()
    }

    /// Takes the odds of the answer with this key, as a file tells them.
    pub fn take(&mut self, key: HabitKey, odds: f64) {
        self.odds.insert(key, odds.clamp(ODDS.0, ODDS.1));
    }

    /// The odds of an answer with this key.
    pub fn told(&self, key: HabitKey) -> Option<f64> {
        self.odds.get(&key).copied()
    }

    fn of(&self, key: Option<HabitKey>) -> f64 {
        key.and_then(|key| self.odds.get(&key)).copied().unwrap_or(0.5)
    }

    /// An answer drawn by its odds; any legal one where nothing is known.
    pub fn answer(&self, world: &World, decision: &Decision, rng: &mut Random) -> Answer {
        if self.odds.is_empty() {
            return rng.legal_answer(world, decision);
        }
        let keys = keys(world, decision);
        match &decision.kind {
            Kind::Act { options, .. } => match options.get(self.drawn(&keys, rng)) {
                Some(option) => Answer::Act(*option),
                None => Answer::Pass,
            },
            Kind::Pick { options, min, max, .. } if !options.is_empty() => {
                for _ in 0..TRIES {
                    let chosen = match *max {
                        1 if *min == 1 => vec![self.drawn(&keys, rng)],
                        _ => self.drawn_set(&keys, (*min as usize, *max as usize), rng),
                    };
                    let answer = Answer::Values(chosen.into_iter().map(|at| options[at].clone()).collect());
                    if world.game().check(decision, &answer).is_ok() {
                        return answer;
                    }
                }
                rng.legal_answer(world, decision)
            }
            Kind::Number(low, _) if !keys.is_empty() => {
                Answer::Values(vec![Value::Int(low + self.drawn(&keys, rng) as i64)])
            }
            _ => rng.legal_answer(world, decision),
        }
    }

    /// Draws one answer by its odds, and returns its place.
    fn drawn(&self, keys: &[Option<HabitKey>], rng: &mut Random) -> usize {
        let weight = |key: &Option<HabitKey>| (self.of(*key) * EVEN) as usize + 1;
        let mut left = rng.number(keys.iter().map(weight).sum());
        let is_it = |key: &Option<HabitKey>| {
            let weight = weight(key);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        };
        keys.iter().position(is_it).unwrap_or(0)
    }

    /// Draws a set of answers, each by its own odds, and returns their places.
    fn drawn_set(&self, keys: &[Option<HabitKey>], (min, max): (usize, usize), rng: &mut Random) -> Vec<usize> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.number(i + 1));
        }
        let is_in = |at: &usize, rng: &mut Random| {
            let odds = self.of(keys[*at]);
            (rng.number(EVEN as usize) as f64) < EVEN * odds / (1.0 + odds)
        };
        let (mut chosen, mut others): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for at in order {
            if chosen.len() < max && is_in(&at, rng) { chosen.push(at) } else { others.push(at) }
        }
        let missing = min.saturating_sub(chosen.len());
        chosen.extend(others.into_iter().take(missing));
        chosen.sort_unstable();
        chosen
    }
}

/// The names of kinds of answers in files, each with its key.
///
/// ```text
/// pass WINDOW                    use ABILITY CARD
/// choose ABILITY SLOT CARD       choose ABILITY SLOT 7, yes, no, me, others
/// ```
pub(super) struct HabitNames<'r> {
    abilities: FxHashMap<String, AbilityId>,
    defs: FxHashMap<&'r str, DefId>,
}

impl<'r> HabitNames<'r> {
    pub fn of(rules: &'r Rules) -> HabitNames<'r> {
        let name = |at: usize| {
            let ability = &rules.abilities[at];
            let of = ability.def.map_or("game", |def| rules.name(rules.defs[def.index()].id));
            (format!("{of}/{}", rules.name(ability.id)), AbilityId::of(at))
        };
        HabitNames {
            abilities: (0..rules.abilities.len()).map(name).collect(),
            defs: (0..rules.defs.len()).map(|at| (&**rules.name(rules.defs[at].id), DefId::of(at))).collect(),
        }
    }

    /// The key that a name has in this game; `None`: it has no such thing any more.
    pub fn key(&self, name: &str) -> Option<HabitKey> {
        let words: Vec<&str> = name.split(' ').collect();
        let ability = |word: &str| match word {
            "-" => Some(None),
            word => self.abilities.get(word).map(|id| Some(*id)),
        };
        let slot = |word: &'_ str| if word == "-" { None } else { Some(word.to_string()) };
        match words.as_slice() {
            ["pass", window] => Some(pass_key(slot(window).as_deref())),
            ["use", of, "-"] => Some(use_key(ability(of)??, None)),
            ["use", of, card] => Some(use_key(ability(of)??, Some(*self.defs.get(card)?))),
            ["choose", of, named, value] => {
                let value = match *value {
                    "yes" | "no" => mixed(5, u64::from(*value == "yes")),
                    "me" | "others" => mixed(6, u64::from(*value == "me")),
                    "hidden" => mixed(3, 0),
                    value => match (value.parse::<i64>(), self.defs.get(value)) {
                        (_, Some(def)) => mixed(3, u64::from(def.0) + 1),
                        (Ok(n), None) => mixed(4, n as u64),
                        _ => return None,
                    },
                };
                Some(mixed(question_key(ability(of)?, slot(named).as_deref()), value))
            }
            _ => None,
        }
    }
}
