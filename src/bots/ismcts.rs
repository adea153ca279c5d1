//! Ismcts: a search by information sets, over all games that agree with the person's view.
//!
//! Each playout takes a sample (a whole game that agrees with the view), walks down a tree that all samples share, adds
//! one answer to it, plays on by habits (answers that did well in other playouts), and estimates the final moment for
//! each seat. An answer is identified by what its seat sees of it, so the tree never distinguishes what a player
//! cannot.
//!
//! ```text
//! path     what was answered since the root, as one number: the name of a node
//! sealed   while several seats act in secret, each goes its own path; what the others did joins it when all is revealed
//! widening of a decision with very many answers a node knows some, and more the oftener it is visited
//! ```
//!
//! The answers to the question itself are raced (`answer_trials.rs`): each round tries all that are left in the same
//! sample with the same luck. Below it a playout takes what promises most, by upper bounds.
//!
//! The tree is kept while the next question follows from the own answer alone: a target, a payment. Its playouts count for
//! the next budget. A search ends early where one answer is better beyond doubt.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::answer_trials::AnswerTrials;
use super::bot_view::{Given, Sight};
use super::evaluation::{Evaluation, points};
use super::kind::{Budget, Player};
use super::playout_habits::Habits;
use super::possible_answers::{PossibleAnswer, drawn, is_listed, listed, mixed};
use super::search_tree::{Child, TreeNode, Walk, is_secret};
use crate::bots::Random;
use crate::error::{Error, Result};
use crate::kernel::{Answer, Decision, Seat};
use crate::table::wire::places;
use crate::table::{Table, wire};

/// Samples dealt for a decision: the usual number, playouts per sample of a larger budget, and the most ever.
/// Playouts take them in turn.
const SAMPLES: (u32, u32, u32) = (40, 8, 400);
/// The weight of exploration for answers seldom tried, in spreads of the node's results.
const CURIOSITY: f64 = 1.2;
/// At least one in this many playouts of a budget is new, even if the kept tree has many.
const FRESH: u32 = 4;
/// To reach the end of a turn, a playout goes on beyond its cut for at most this many times the answers that it plays
/// up to the cut.
const WAITED: u32 = 4;
/// Most answers of a playout.
const LONGEST: u32 = 400;
/// A tree with more nodes is dropped.
const MOST_NODES: usize = 200_000;
/// The number of answers that a new node draws of a decision with very many.
const DRAWN: usize = 4;
/// The budget, in playouts, above which no more answers are drawn for the question itself.
const MOST_RACED: u32 = 2_500;

/// A bot that searches.
pub(crate) struct Ismcts {
    budget: Budget,
    /// The number of answers beyond the tree after which a playout is cut at the end of its turn.
    cut: u32,
    worth: Arc<Evaluation>,
    seed: u64,
    rng: Random,
    /// The number of questions that this bot was asked; it goes into the seeds of the search.
    asked: u64,
    tree: FxHashMap<u64, TreeNode>,
    habits: Habits,
    /// The name of the node to which the last answer leads, where the next search begins; `None` if other seats could
    /// not see the answer.
    kept: Option<u64>,
    /// Thoughts about the last question: each answer, how often it was tried, its worth.
    thoughts: Vec<Thought>,
}

/// The estimate of an answer.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The answer, in the words of the question.
    pub answer: Answer,
    /// The number of times that the answer was tried.
    pub tried: u32,
    /// The estimate, from 0 to 1.
    pub worth: f64,
}

/// A copy of a sample with luck of its own, in which this seat is asked before those that are asked beside it.
fn own_question(sample: &Table, seat: Seat, luck: u64) -> Table {
    let mut table = sample.fork();
    table.reseed(luck);
    if table.decisions().first().is_some_and(|first| first.seat != seat) {
        table.ask_first(seat);
    }
    table
}

impl Ismcts {
    /// A bot with a budget for each decision.
    pub fn new(budget: Budget, cut: u32, worth: Arc<Evaluation>, seed: u64) -> Ismcts {
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

    /// Thoughts about the last question, the best answer first.
    pub fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }

    /// The answers to a question that are raced against each other, as a sample offers them; the most tried ones of a
    /// kept tree come first.
    fn race(&mut self, here: u64, sample: &Table, seat: Seat, most: u32) -> (AnswerTrials, Vec<PossibleAnswer>) {
        let Some(decision) = sample.decisions().iter().find(|d| d.seat == seat) else { return Default::default() };
        let world = sample.world();
        let mut choices = match is_listed(decision) {
            true => listed(world, decision, &mut self.rng, DRAWN),
            false => listed(world, decision, &mut self.rng, DRAWN + f64::from(most.min(MOST_RACED)).sqrt() as usize),
        };
        let known = |key: u64| {
            let child = self.tree.get(&here)?.children.iter().find(|child| child.choice.key == key)?;
            Some((child.visits, child.total))
        };
        if !is_listed(decision) {
            let is_new = |child: &&Child| choices.iter().all(|choice| choice.key != child.choice.key);
            let is_legal = |child: &&Child| world.game().check(decision, &child.choice.answer).is_ok();
            let node = self.tree.get(&here);
            let more = node.into_iter().flat_map(|node| &node.children).filter(is_new).filter(is_legal);
            let more: Vec<PossibleAnswer> = more.map(|child| child.choice.clone()).collect();
            choices.extend(more);
        }
        for i in (1..choices.len()).rev() {
            choices.swap(i, self.rng.number(i + 1));
        }
        choices.sort_by_key(|choice| std::cmp::Reverse(known(choice.key).map_or(0, |(n, _)| n)));
        let of = |choice: &PossibleAnswer| {
            let (n, sum) = known(choice.key).unwrap_or_default();
            (choice.key, n, sum)
        };
        (AnswerTrials::of(choices.iter().map(of)), choices)
    }

    /// The node of the question: one of the tree of the last answer, or the first of a new tree.
    fn root(&mut self, seat: Seat, question: u32) -> u64 {
        let root = match self.kept.take() {
            Some(path) if self.tree.get(&path).is_some_and(|node| node.is_of(seat, question)) => path,
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
        root
    }

    /// The answer to a decision all of whose answers are alike, by its places.
    fn only_choice(&mut self, sample: &Table, seat: Seat) -> Option<wire::Answer> {
        let decision = sample.decisions().iter().find(|d| d.seat == seat).filter(|d| is_listed(d))?;
        let choices = listed(sample.world(), decision, &mut self.rng, DRAWN);
        let [only] = choices.as_slice() else { return None };
        places(decision, &only.answer)
    }

    /// The outcome of a race, the best answer first.
    fn thought(&self, here: u64, race: &AnswerTrials, choices: &[PossibleAnswer]) -> Vec<(u64, Thought)> {
        let children = self.tree.get(&here).map_or(&[][..], |node| &node.children);
        let thought = |key: u64| {
            let choice = choices.iter().find(|choice| choice.key == key)?;
            let child = children.iter().find(|child| child.choice.key == key)?;
            Some((key, Thought { answer: choice.answer.clone(), tried: child.visits, worth: child.mean() }))
        };
        race.ranked().into_iter().filter_map(thought).collect()
    }

    /// Plays one playout from a sample, beginning with this answer. Returns its result for each seat.
    fn playout(&mut self, mut table: Table, root: u64, begun: &PossibleAnswer) -> Vec<f64> {
        let seats = table.names().len();
        let mut walk = Walk::from(root, seats);
        let mut trail: Vec<(u64, usize)> = Vec::new();
        let (mut beyond, mut steps, mut turn, mut begun) = (None, 0, None, Some(begun));
        let waits = self.worth.patience(self.cut * WAITED) as i32;
        while let Some(decision) = table.decisions().first() {
            steps += 1;
            let (seat, secret) = (decision.seat, is_secret(&table, decision));
            let answer = match beyond {
                Some(_) if steps > LONGEST => break,
                // Moments compare best at the end of a turn, when its effects are complete.
                Some(left) if left <= 0 && (left < -waits || turn != Some(self.worth.turn_of(&table))) => break,
                Some(left) => {
                    beyond = Some(left - 1);
                    turn.get_or_insert_with(|| self.worth.turn_of(&table));
                    self.habits.answer(table.world(), decision, &self.worth.habits, &mut self.rng)
                }
                None if steps > LONGEST => break,
                None => {
                    let path = walk.at(secret, seat);
                    let is_legal =
                        |begun: &&PossibleAnswer| table.world().game().check(decision, &begun.answer).is_ok();
                    let (choice, found) = match begun.take().filter(is_legal) {
                        Some(begun) => (begun.clone(), Some(self.begin(decision, path, begun))),
                        None => self.descend(&table, decision, path),
                    };
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
        values
    }

    /// Finds or adds the child of a node for an answer: its index, and true if it is new.
    fn begin(&mut self, decision: &Decision, path: u64, choice: &PossibleAnswer) -> (usize, bool) {
        let node = self.tree.entry(path).or_insert_with(|| TreeNode::of(decision));
        if let Some(at) = node.children.iter().position(|child| child.choice.key == choice.key) {
            node.children[at].offered += 1;
            return (at, false);
        }
        let known = self.habits.mean_of(decision.seat, choice.key);
        node.children.push(Child::new(choice.clone(), known));
        (node.children.len() - 1, true)
    }

    /// The answer at a node: the choice, its child, and whether the child is new. `None` for the child where nothing
    /// can be chosen.
    fn descend(&mut self, table: &Table, decision: &Decision, path: u64) -> (PossibleAnswer, Option<(usize, bool)>) {
        let world = table.world();
        let all_listed = is_listed(decision);
        let node = self.tree.entry(path).or_insert_with(|| TreeNode::of(decision));
        let mut open: Vec<usize> = Vec::new();
        let mut fresh: Vec<PossibleAnswer> = Vec::new();
        if all_listed {
            let choices = listed(world, decision, &mut self.rng, DRAWN);
            if choices.len() == 1 {
                return (choices.into_iter().next().expect("one"), None);
            }
            for choice in choices {
                match node.children.iter().position(|child| child.choice.key == choice.key) {
                    Some(at) => {
                        // In this sample the same choice may be another copy of a card.
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
            // Of very many answers only some are considered, and more of them the oftener this node is visited.
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
            // New answers are tried in order of their results elsewhere, equal ones at random.
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
        let root = self.root(sight.seat, question);
        let (most, until) = match self.budget {
            Budget::Playouts(n) => {
                let had = self.tree.get(&root).map_or(0, |node| node.visits);
                (n.saturating_sub(had).max(n.div_ceil(FRESH)), None)
            }
            Budget::Ms(ms) => (u32::MAX, Some(Duration::from_millis(ms.into()))),
        };
        let dealt = SAMPLES.0.max(most / SAMPLES.1).min(SAMPLES.2).min(most);
        let own = mixed(self.seed, self.asked);
        let number = |n: u32| mixed(own, n.into());
        let (seed, began) = (mixed(number(0), 1), Instant::now());
        let mut samples: Vec<Table> = vec![sight.sample(number(0))?];
        if let Some(only) = self.only_choice(&samples[0], sight.seat) {
            return Ok(Given::Places(only));
        }
        let first = own_question(&samples[0], sight.seat, seed);
        let asked = first.decisions().first().ok_or_else(|| Error::internal("a sample asks somebody else"))?.clone();
        let here = Walk::from(root, first.names().len()).at(is_secret(&first, &asked), sight.seat);
        let (mut race, choices) = self.race(here, &first, sight.seat, most);
        for i in 0..most {
            let Some(begun) = race.next().and_then(|key| choices.iter().find(|choice| choice.key == key)) else {
                break;
            };
            let spent = match until {
                Some(budget) => began.elapsed().as_secs_f64() / budget.as_secs_f64(),
                None => f64::from(i + 1) / f64::from(most),
            };
            if i > 0 && (race.is_decided() || spent > 1.0) {
                break;
            }
            let at = (race.round() % dealt) as usize;
            if at == samples.len() {
                samples.push(sight.sample(number(at as u32))?);
            }
            // All answers of a round meet the same luck.
            let luck = mixed(seed, race.round().into());
            self.rng = Random::new(luck);
            let values = self.playout(own_question(&samples[at], sight.seat, luck), root, begun);
            race.take(values.get(sight.seat.index()).copied().unwrap_or(0.5), spent);
        }
        let ranked = self.thought(here, &race, &choices);
        let Some((key, best)) = ranked.first().map(|(key, thought)| (*key, thought.answer.clone())) else {
            return Ok(Given::Content(self.rng.legal_answer(sight.judge(), decision)));
        };
        self.thoughts = ranked.into_iter().map(|(_, thought)| thought).collect();
        self.kept = (here == root).then(|| mixed(root, key));
        // The answer names places among what the person sees, because the options of a sample say nothing about the
        // real game.
        Ok(Given::Places(places(&asked, &best).ok_or_else(|| Error::internal("a search chose what is not offered"))?))
    }

    fn thoughts(&self) -> &[Thought] {
        Ismcts::thoughts(self)
    }
}
