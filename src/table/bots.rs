//! Bots: players that answer by themselves.
//!
//! A [`Bot`] sees what a person sees, and answers as a person does. It draws from a generator of its own, which is no part
//! of the game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::view::{DecisionKind, DecisionView, View};
use super::{Table, wire};
use crate::error::{Error, Result};
use crate::kernel::model::chance::below;
use crate::kernel::model::decision::Pairs;
use crate::kernel::read::assignments::as_values;
use crate::kernel::read::set_rules::{MAX_OPTIONS, pick};
use crate::kernel::{Answer, Decision, Kind, PickRule, Seat, Value, World};

/// A player that answers automatically, with the view of a person.
pub trait Bot {
    /// The bot's answer to a decision, as `view` shows it.
    ///
    /// If the answer is refused, it is asked again: [`rule`](DecisionView::rule) and
    /// [`sets`](DecisionView::sets) say which combinations are legal.
    fn answer(&mut self, view: &View, decision: &DecisionView) -> wire::Answer;
}

/// The most times a bot is asked the same before the table answers in its place.
const ASKED: u32 = 32;

impl Table {
    /// Asks the bots until the game is over. `bots` has one bot for each seat, in the order of seats.
    ///
    /// A bot whose answers are refused 32 times in a row gets the first legal one.
    ///
    /// # Errors
    ///
    /// If there are fewer bots than seats, or the table stops at a script that failed.
    pub fn play(&mut self, bots: &mut [&mut dyn Bot]) -> Result<()> {
        let seats = self.names().len();
        if bots.len() < seats {
            return Err(Error::usage(format!("{seats} seats need {seats} bots, {} were given", bots.len())));
        }
        while !self.is_over() {
            let first = self.decisions().first().map(|d| d.seat);
            let seat = first.ok_or_else(|| Error::refused("nobody is asked, and the game is not over"))?;
            self.ask(seat, bots[seat.index()])?;
        }
        Ok(())
    }

    /// Lets a bot answer the question of a seat.
    ///
    /// # Errors
    ///
    /// If the seat is asked nothing.
    pub fn ask(&mut self, seat: Seat, bot: &mut dyn Bot) -> Result<()> {
        let (view, asked) = (View::of_person(self, seat)?, self.asked(seat)?.clone());
        let decision = view.decisions.iter().find(|d| d.seat == seat.0);
        let decision = decision.ok_or_else(|| Error::internal("who is asked sees what she is asked"))?;
        for _ in 0..ASKED {
            if self.answer(seat, &bot.answer(&view, decision)).is_ok() {
                return Ok(());
            }
        }
        let legal = self.world().game().answers(&asked, 1).into_iter().next();
        self.submit(seat, legal.ok_or_else(|| Error::internal("a decision has no legal answer"))?)
    }
}

/// A bot that plays anything legal.
pub struct Random {
    rng: ChaCha8Rng,
}

/// The number of random sets that are tried before the legal ones are listed.
const TRIES: u32 = 6;
/// The most legal sets that are listed.
const LISTED: usize = 256;

impl Random {
    /// A bot with a seed of its own.
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed ^ 0x0b07_0b07) }
    }

    /// A bot whose answer depends on the seed and on `place`, a number of answers in a game, alone: a replayed game
    /// gets it again.
    pub fn at(seed: u64, place: usize) -> Random {
        let mut bot = Random::new(seed);
        bot.rng.set_stream(place as u64 + 1);
        bot
    }

    /// A random number from 0 to `n` - 1.
    pub fn number(&mut self, n: usize) -> usize {
        self.below(n)
    }

    fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n.max(1) as u64) as usize
    }

    /// Answers for every seat at random until the game is over, and returns the number of answers.
    ///
    /// # Errors
    ///
    /// If the table stops at a script that failed.
    pub fn finish(&mut self, table: &mut Table) -> Result<u32> {
        let mut answers = 0;
        while let Some(decision) = table.decisions().first().cloned() {
            let answer = self.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer)?;
            answers += 1;
        }
        match table.is_over() {
            true => Ok(answers),
            false => Err(Error::refused("nobody is asked, and the game is not over")),
        }
    }

    /// A random legal answer to a decision. It is found in the world itself, not in a view.
    pub fn legal_answer(&mut self, world: &World, decision: &Decision) -> Answer {
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
            Kind::Assign(pairs) if pairs.bounds.is_some() => Answer::Values(as_values(self.relation(world, pairs))),
            Kind::Assign(pairs) => {
                // Each object in turn gets a free partner that it may have, or none.
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

    /// Random pairs within their bounds: each receiver is given some of the things that it may have, or none.
    fn relation(&mut self, world: &World, pairs: &Pairs) -> Vec<(Value, Value)> {
        let game = world.game();
        let Some(relations) = game.relations_of(pairs) else { return Vec::new() };
        let mut held = relations.held(vec![0; relations.open().count()]);
        for at in 0..pairs.to.len().min(MAX_OPTIONS) {
            loop {
                let options: Vec<usize> = (0..held.rows().len()).filter(|from| held.may_have(*from, at)).collect();
                let Some(from) = options.get(self.below(options.len() + 1)) else { break };
                held.give(*from, at);
            }
        }
        // Pairs that the lower bounds still demand are added.
        pairs.of(&relations.completed(held.rows()).unwrap_or_else(|| held.rows().to_vec()))
    }

    fn pick(&mut self, world: &World, options: &[Value], min: u32, max: u32, rule: &PickRule) -> Vec<Value> {
        let (game, n) = (world.game(), options.len());
        let max = max.min(n as u32);
        // A rule about sets is prepared once for all sets.
        let together = if n <= MAX_OPTIONS { game.joint_rule(options, rule) } else { None };
        let picked = |set: &[usize]| set.iter().map(|at| options[*at].clone()).collect::<Vec<Value>>();
        let (mut left, mut set): (Vec<usize>, Vec<usize>) = (Vec::with_capacity(n), Vec::new());
        for _ in 0..TRIES {
            let size = min as usize + self.below(max.saturating_sub(min) as usize + 1);
            if size > n {
                break;
            }
            left.clear();
            left.extend(0..n);
            set.clear();
            set.extend((0..size).map(|_| left.swap_remove(self.below(left.len()))));
            match &together {
                Some(together) if together.fits(set.iter().fold(0, |mask, at| mask | 1 << at)) => return picked(&set),
                Some(_) => {}
                None => {
                    let values = picked(&set);
                    if game.set_is_legal(rule, &values).is_ok() {
                        return values;
                    }
                }
            }
        }
        if let Some(together) = &together {
            let legal = together.legal(min, max, LISTED);
            return if legal.is_empty() { Vec::new() } else { pick(options, legal[self.below(legal.len())]) };
        }
        let mut legal = game.legal_sets(options, min, max, rule, LISTED);
        if legal.is_empty() { Vec::new() } else { legal.swap_remove(self.below(legal.len())) }
    }
}

impl Bot for Random {
    fn answer(&mut self, _: &View, decision: &DecisionView) -> wire::Answer {
        let (options, least) = (decision.options.len(), decision.least);
        let between = decision.most.saturating_sub(least).saturating_add(1).max(1) as usize;
        if !decision.sets.is_empty() {
            return wire::Answer::Choose(decision.sets[self.below(decision.sets.len())].clone());
        }
        match decision.kind {
            DecisionKind::Act => match self.below(options + decision.may_pass as usize) {
                place if place < options => wire::Answer::Choose(vec![place]),
                _ => wire::Answer::Pass,
            },
            DecisionKind::Number => wire::Answer::Number(least + self.below(between) as i64),
            DecisionKind::Order => wire::Answer::Choose(self.some(options, options)),
            DecisionKind::Pick => {
                let size = least as usize + self.below(between);
                wire::Answer::Choose(self.some(size, options))
            }
            DecisionKind::Assign => {
                let size = self.below(2);
                wire::Answer::Choose(self.some(size, options))
            }
        }
    }
}

impl Random {
    /// `size` different places of `n`, in any order.
    fn some(&mut self, size: usize, n: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..n).collect();
        (0..size.min(n)).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}
