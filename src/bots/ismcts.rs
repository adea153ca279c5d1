//! Ismcts: a search over what the person could be looking at, by information sets.
//!
//! Each playout takes a sample (a whole game that agrees with what is seen), goes down a tree that all samples share, adds
//! one answer to it, plays on for a while by habits (what did well in other playouts), and says what that moment is worth
//! to each seat. An answer is known by what its seat sees of it, so the tree never tells apart what a player cannot.
//!
//! ```text
//! path     what was answered since the root, as one number: the name of a node
//! sealed   while several seats act in secret, each goes its own path; what the others did joins it when all is revealed
//! widening of a decision with very many answers a node knows some, and more the oftener it is visited
//! ```
//!
//! The tree is kept while the next question follows from the own answer alone: a target, a payment. Its playouts count for
//! the next budget. A search ends early where the rest of its budget could not change the answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::habits::Habits;
use super::kind::{Budget, Player};
use super::options::{Choice, drawn, is_listed, listed, mixed, places};
use super::sight::{Given, Sight};
use super::worth::{Worth, points};
use crate::bots::Random;
use crate::error::{Error, Result};
use crate::kernel::{Answer, Decision, Seat};
use crate::table::{Table, wire};

/// So many samples are dealt for a decision: at most these, of a larger budget one for so many playouts, and never more.
/// Playouts take them in turn.
const SAMPLES: (u32, u32, u32) = (40, 8, 400);
/// How much an answer that was tried seldom is worth a look, in spreads of what the node's playouts came to.
const CURIOSITY: f64 = 1.2;
/// What a habit says of an answer counts as much as so many playouts.
const TRUST: f64 = 1.0;
/// Of a budget at least one of so many playouts is new, however many a kept tree has.
const FRESH: u32 = 4;
/// For the end of a turn a playout waits so many times as long as it is anyway.
const WAITED: u32 = 4;
/// So many answers a playout goes through at most.
const LONGEST: u32 = 400;
/// A tree with more nodes is dropped.
const MOST_NODES: usize = 200_000;
/// What is drawn first of a decision with very many answers.
const DRAWN: usize = 4;

/// A bot that searches.
pub(crate) struct Ismcts {
    budget: Budget,
    /// After so many answers beyond the tree a playout is cut at the end of its turn, and what it came to is valued.
    cut: u32,
    worth: Arc<Worth>,
    seed: u64,
    rng: Random,
    /// How often it was asked.
    asked: u64,
    tree: FxHashMap<u64, Node>,
    habits: Habits,
    /// Where the next question lies if it follows from the last answer alone.
    kept: Option<u64>,
    /// What it thought of the last question: each answer, how often it was tried, what it is worth.
    thoughts: Vec<Thought>,
}

/// What a bot thinks of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The answer, in the words of the decision that it was asked.
    pub answer: Answer,
    /// How often it was tried.
    pub tried: u32,
    /// What it is worth, from 0 to 1.
    pub worth: f64,
}

struct Node {
    seat: Seat,
    question: u32,
    visits: u32,
    /// The sum of what its playouts came to for its seat, and that of the squares.
    sums: (f64, f64),
    children: Vec<Child>,
}

impl Node {
    fn of(decision: &Decision) -> Node {
        let (seat, question) = (decision.seat, decision.question());
        Node { seat, question, visits: 0, sums: (0.0, 0.0), children: Vec::new() }
    }

    /// Whether it is this seat's, and asks this: the next one asked may be another player who is asked the same.
    fn is_of(&self, seat: Seat, question: u32) -> bool {
        (self.seat, self.question) == (seat, question)
    }

    /// How far what its playouts came to lies apart.
    fn spread(&self) -> f64 {
        let n = f64::from(self.visits.max(1));
        let mean = self.sums.0 / n;
        // A few playouts that came to the same tell little.
        let guessed = 0.25 / (n + 1.0);
        ((self.sums.1 / n - mean * mean).max(0.0) + guessed).sqrt()
    }
}

struct Child {
    choice: Choice,
    visits: u32,
    /// How often it could be chosen.
    offered: u32,
    total: f64,
    /// What was thought of it before it was tried.
    habit: f64,
}

impl Child {
    fn new(choice: Choice, habit: f64) -> Child {
        Child { choice, visits: 0, offered: 1, total: 0.0, habit }
    }

    /// What it is worth, its habit being counted.
    fn expected(&self) -> f64 {
        (self.total + TRUST * self.habit) / (f64::from(self.visits) + TRUST)
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

/// Where a playout is in the tree.
struct Walk {
    open: u64,
    /// What each seat did in secret since; 0: nothing.
    lanes: Vec<u64>,
}

impl Walk {
    fn at(&mut self, is_secret: bool, seat: Seat) -> u64 {
        if !is_secret && self.lanes.iter().any(|lane| *lane != 0) {
            self.open = self.lanes.iter().fold(self.open, |path, lane| mixed(path, *lane));
            self.lanes.fill(0);
        }
        match is_secret {
            true => mixed(mixed(self.open, 0x5ea1 + seat.0 as u64), self.lanes[seat.index()]),
            false => self.open,
        }
    }

    fn step(&mut self, is_secret: bool, seat: Seat, key: u64) {
        match is_secret {
            true => self.lanes[seat.index()] = mixed(self.lanes[seat.index()], key).max(1),
            false => self.open = mixed(self.open, key),
        }
    }
}

/// Whether what is answered now stays hidden from who is asked beside or after.
fn is_secret(table: &Table, decision: &Decision) -> bool {
    table.decisions().len() > 1 || table.world().game().is_in_lane(decision.seat)
}

impl Ismcts {
    /// A bot with a budget for each decision.
    pub fn new(budget: Budget, cut: u32, worth: Arc<Worth>, seed: u64) -> Ismcts {
        Ismcts {
            budget,
            cut,
            worth,
            seed,
            rng: Random::new(seed),
            asked: 0,
            tree: FxHashMap::default(),
            habits: Habits::default(),
            kept: None,
            thoughts: Vec::new(),
        }
    }

    /// What it thought of the last question, the best answer first.
    pub fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }

    /// Whether no so many playouts more could change which answer was tried most.
    fn is_decided(&self, here: u64, left: u32) -> bool {
        let Some(node) = self.tree.get(&here) else { return false };
        let (mut most, mut second) = (0, 0);
        for visits in node.children.iter().map(|child| child.visits) {
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        most > second + left
    }

    /// The answer to a decision all of whose answers are alike, by its places.
    fn only_choice(&mut self, sample: &Table, seat: Seat) -> Option<wire::Answer> {
        let decision = sample.decisions().iter().find(|d| d.seat == seat).filter(|d| is_listed(d))?;
        let choices = listed(sample.world(), decision, &mut self.rng, DRAWN);
        let [only] = choices.as_slice() else { return None };
        places(decision, &only.answer)
    }

    /// What a node knows of the answers that are offered in a sample, in its words, the one that was tried most first. A
    /// kept tree may know others, which what came to light since has ruled out.
    fn ranked(&mut self, here: u64, sample: Option<&Table>, seat: Seat) -> Vec<(u64, Thought)> {
        let (Some(node), Some(sample)) = (self.tree.get(&here), sample) else { return Vec::new() };
        let Some(decision) = sample.decisions().iter().find(|d| d.seat == seat) else { return Vec::new() };
        let all = is_listed(decision).then(|| listed(sample.world(), decision, &mut self.rng, DRAWN));
        let mut ranked: Vec<(u64, Thought)> = Vec::new();
        for child in &node.children {
            let answer = match &all {
                Some(all) => all.iter().find(|choice| choice.key == child.choice.key).map(|choice| &choice.answer),
                None => Some(&child.choice.answer).filter(|a| sample.world().game().check(decision, a).is_ok()),
            };
            let thought = |a: &Answer| Thought { answer: a.clone(), tried: child.visits, worth: child.mean() };
            ranked.extend(answer.map(|answer| (child.choice.key, thought(answer))));
        }
        ranked.sort_by(|(_, a), (_, b)| b.tried.cmp(&a.tried).then(b.worth.total_cmp(&a.worth)));
        ranked
    }

    /// One playout from a sample.
    fn playout(&mut self, mut table: Table, root: u64) {
        let seats = table.names().len();
        let mut walk = Walk { open: root, lanes: vec![0; seats] };
        let mut trail: Vec<(u64, usize)> = Vec::new();
        let (mut beyond, mut steps, mut turn) = (None, 0, None);
        let waits = self.worth.patience(self.cut * WAITED) as i32;
        while let Some(decision) = table.decisions().first() {
            steps += 1;
            let (seat, secret) = (decision.seat, is_secret(&table, decision));
            let answer = match beyond {
                Some(_) if steps > LONGEST => break,
                // Moments compare best when a turn is over: what was begun in it has taken effect.
                Some(left) if left <= 0 && (left < -waits || turn != Some(self.worth.turn_of(&table))) => break,
                Some(left) => {
                    beyond = Some(left - 1);
                    turn.get_or_insert_with(|| self.worth.turn_of(&table));
                    self.habits.answer(table.world(), decision, &mut self.rng)
                }
                None if steps > LONGEST => break,
                None => {
                    let path = walk.at(secret, seat);
                    let (choice, found) = self.descend(&table, decision, path);
                    if let Some((child, is_new)) = found {
                        self.habits.note(seat, choice.key);
                        trail.push((path, child));
                        walk.step(secret, seat, choice.key);
                        if is_new {
                            beyond = Some(self.cut as i32);
                        }
                    }
                    choice.answer
                }
            };
            table.take(seat, answer);
        }
        let values = points(&table).unwrap_or_else(|| self.worth.of(table.world()));
        self.habits.learn(&values);
        for (path, child) in trail {
            let Some(node) = self.tree.get_mut(&path) else { continue };
            node.visits += 1;
            let value = values.get(node.seat.index()).copied().unwrap_or(0.5);
            node.sums = (node.sums.0 + value, node.sums.1 + value * value);
            if let Some(child) = node.children.get_mut(child) {
                child.visits += 1;
                child.total += value;
            }
        }
    }

    /// What is answered at a node: the choice; which child of the node it is and whether it is new. No node where nothing
    /// can be chosen.
    fn descend(&mut self, table: &Table, decision: &Decision, path: u64) -> (Choice, Option<(usize, bool)>) {
        let world = table.world();
        let all_listed = is_listed(decision);
        let node = self.tree.entry(path).or_insert_with(|| Node::of(decision));
        let mut open: Vec<usize> = Vec::new();
        let mut fresh: Vec<Choice> = Vec::new();
        if all_listed {
            let choices = listed(world, decision, &mut self.rng, DRAWN);
            if choices.len() == 1 {
                return (choices.into_iter().next().expect("one"), None);
            }
            for choice in choices {
                match node.children.iter().position(|child| child.choice.key == choice.key) {
                    Some(at) => {
                        // The same choice may be another copy in this sample.
                        node.children[at].choice = choice;
                        open.push(at);
                    }
                    None => fresh.push(choice),
                }
            }
        } else {
            let game = world.game();
            let is_legal = |child: &Child| game.check(decision, &child.choice.answer).is_ok();
            open.extend((0..node.children.len()).filter(|at| is_legal(&node.children[*at])));
            // More of very many answers come in the oftener one is here.
            let wanted = DRAWN + (f64::from(node.visits).sqrt() * 0.8) as usize;
            if open.len() < wanted {
                let choice = drawn(world, decision, &mut self.rng);
                match node.children.iter().position(|child| child.choice.key == choice.key) {
                    Some(at) if !open.contains(&at) => open.push(at),
                    Some(_) => {}
                    None => fresh.push(choice),
                }
            }
        }
        if !fresh.is_empty() {
            // Of new answers first what did well elsewhere; of equal ones any.
            let first = self.rng.number(fresh.len());
            let habit = |at: usize| self.habits.of(decision.seat, fresh[at].key);
            let order = (0..fresh.len()).map(|i| (first + i) % fresh.len());
            let at = order.max_by(|a, b| habit(*a).total_cmp(&habit(*b))).unwrap_or(first);
            let known = self.habits.mean_of(decision.seat, fresh[at].key);
            let choice = fresh.swap_remove(at);
            node.children.push(Child::new(choice.clone(), known));
            return (choice, Some((node.children.len() - 1, true)));
        }
        let spread = node.spread();
        let score = |child: &Child| {
            let curiosity = (f64::from(child.offered).ln() / f64::from(child.visits.max(1))).sqrt();
            child.expected() + CURIOSITY * spread * curiosity
        };
        let mut best = None;
        for at in open {
            node.children[at].offered += 1;
            let score = score(&node.children[at]);
            if best.is_none_or(|(_, high)| score > high) {
                best = Some((at, score));
            }
        }
        match best {
            Some((at, _)) => (node.children[at].choice.clone(), Some((at, false))),
            None => (drawn(world, decision, &mut self.rng), None),
        }
    }
}

impl Player for Ismcts {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        let decision = sight.decision()?;
        self.asked += 1;
        self.thoughts.clear();
        if let [only] = sight.judge().game().answers(decision, 2).as_slice()
            && is_listed(decision)
        {
            return Ok(Given::Content(only.clone()));
        }
        let question = decision.question();
        let root = match self.kept.take() {
            Some(path) if self.tree.get(&path).is_some_and(|node| node.is_of(sight.seat, question)) => path,
            _ => {
                self.tree.clear();
                mixed(self.seed, self.asked)
            }
        };
        if self.tree.len() > MOST_NODES {
            self.tree.clear();
        }
        if self.tree.is_empty() {
            self.habits.forget();
        }
        let (most, until) = match self.budget {
            Budget::Playouts(n) => {
                let had = self.tree.get(&root).map_or(0, |node| node.visits);
                (n.saturating_sub(had).max(n.div_ceil(FRESH)), None)
            }
            Budget::Ms(ms) => (u32::MAX, Some(Instant::now() + Duration::from_millis(ms.into()))),
        };
        let dealt = SAMPLES.0.max(most / SAMPLES.1).min(SAMPLES.2).min(most);
        let mut samples: Vec<Table> = Vec::new();
        let mut here = root;
        for i in 0..most {
            if until.is_some_and(|until| Instant::now() >= until) && i > 0 {
                break;
            }
            if until.is_none() && self.is_decided(here, most - i) {
                break;
            }
            let at = (i % dealt) as usize;
            if at == samples.len() {
                samples.push(sight.sample(mixed(mixed(self.seed, self.asked), at as u64))?);
            }
            if i == 0
                && let Some(only) = self.only_choice(&samples[0], sight.seat)
            {
                return Ok(Given::Places(only));
            }
            let mut table = samples[at].fork();
            table.reseed(mixed(self.asked, i.into()));
            if table.decisions().first().is_some_and(|first| first.seat != sight.seat) {
                // Others are asked beside this seat: it is its answer that is searched for.
                table.ask_first(sight.seat);
            }
            if i == 0
                && let Some(first) = table.decisions().first()
            {
                let secret = is_secret(&table, first);
                here = Walk { open: root, lanes: vec![0; table.names().len()] }.at(secret, sight.seat);
            }
            self.playout(table, root);
        }
        let ranked = self.ranked(here, samples.first(), sight.seat);
        let Some((key, best)) = ranked.first().map(|(key, thought)| (*key, thought.answer.clone())) else {
            return Ok(Given::Content(self.rng.legal_answer(sight.judge(), decision)));
        };
        self.thoughts = ranked.into_iter().map(|(_, thought)| thought).collect();
        self.kept = (here == root).then(|| mixed(root, key));
        // By its place among what the person sees: what an option is in a sample says nothing of the real game.
        let asked = samples.first().and_then(|s| s.decisions().iter().find(|d| d.seat == sight.seat));
        let places = asked.and_then(|asked| places(asked, &best));
        Ok(Given::Places(places.ok_or_else(|| Error::internal("a search chose what is not offered"))?))
    }

    fn thoughts(&self) -> &[Thought] {
        Ismcts::thoughts(self)
    }
}
