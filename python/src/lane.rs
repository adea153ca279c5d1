//! Lane: some of the tables of a vector, which one thread plays.

use intermezzo::error::Result;
use intermezzo::{Choices, Deck, Game, Seat, Setup, Table, View};

use crate::convert::reward;
use crate::encoder::Plan;

/// What each game of a vector starts from.
#[derive(Clone)]
pub struct Deal {
    game: Game,
    setup: Setup,
    /// The decks of which each game has others; none: all have those of the setup.
    all: Vec<Deck>,
    seats: usize,
}

impl Deal {
    pub fn new(game: &Game, setup: Setup, all: bool) -> Deal {
        let seats = setup.players.map_or(game.usual_players(), usize::from);
        let seats = if setup.decks.is_empty() { seats } else { setup.decks.len() };
        let all = if all { game.decks().map(|(_, deck)| deck.clone()).collect() } else { Vec::new() };
        Deal { game: game.clone(), setup, all, seats }
    }

    pub fn seats(&self) -> usize {
        self.seats
    }

    /// A table with a seed, which keeps no log.
    pub fn table(&self, seed: u64) -> Result<Table> {
        let begin = |decks: Vec<Deck>| {
            let mut table = Table::start(self.game.set_up(Setup { seed, decks, ..self.setup.clone() })?);
            table.forget_log();
            Ok(table)
        };
        let n = self.all.len() as u64;
        if n == 0 {
            return begin(self.setup.decks.clone());
        }
        // All pairs come up, one after the other; where two may not bring the same deck, neighbours.
        let pair = |i: usize| self.all[(seed / n.pow(i as u32) % n) as usize].clone();
        let neighbour = |i: usize| self.all[(seed.wrapping_add(i as u64) % n) as usize].clone();
        begin((0..self.seats).map(pair).collect()).or_else(|_| begin((0..self.seats).map(neighbour).collect()))
    }
}

/// One of the tables.
struct Slot {
    table: Table,
    choices: Option<Choices>,
    /// The seed of its next game.
    next: u64,
}

/// What a step tells of each table of a lane; lists of several numbers a table lie one after the other.
#[derive(Default)]
pub struct Told {
    pub asked: Vec<i8>,
    pub counts: Vec<u16>,
    pub legal: Vec<u16>,
    pub rewards: Vec<f32>,
    pub done: Vec<bool>,
    /// How many decisions were answered.
    pub answers: u64,
}

/// Tables that one thread plays.
pub struct Lane {
    deal: Deal,
    codes: u16,
    /// By how much the seeds of a table's games grow.
    stride: u64,
    slots: Vec<Slot>,
}

impl Lane {
    /// Tables whose first games have these seeds.
    pub fn new(deal: Deal, codes: u16, seeds: std::ops::Range<u64>, first: u64, stride: u64) -> Result<Lane> {
        let mut lane = Lane { deal, codes, stride, slots: Vec::new() };
        for place in seeds {
            let seed = first.wrapping_add(place);
            let mut slot = Slot { table: lane.deal.table(seed)?, choices: None, next: seed.wrapping_add(stride) };
            lane.ask(&mut slot)?;
            lane.slots.push(slot);
        }
        Ok(lane)
    }

    /// Finds out what a table asks; a game that is over at once is followed by the next one.
    fn ask(&self, slot: &mut Slot) -> Result<()> {
        for _ in 0..16 {
            match slot.table.asked_seats().first() {
                Some(seat) => {
                    slot.choices = Some(slot.table.choices(*seat, self.codes)?);
                    return Ok(());
                }
                None => self.renew(slot)?,
            }
        }
        slot.choices = None;
        Ok(())
    }

    fn renew(&self, slot: &mut Slot) -> Result<()> {
        slot.table = self.deal.table(slot.next)?;
        slot.next = slot.next.wrapping_add(self.stride);
        Ok(())
    }

    /// Takes a code at each table.
    pub fn step(&mut self, codes: &[u16]) -> Result<Told> {
        let mut told = Told::default();
        let seats = self.deal.seats();
        let mut slots = std::mem::take(&mut self.slots);
        let mut work = || -> Result<()> {
            for (slot, code) in slots.iter_mut().zip(codes) {
                let mut is_done = false;
                if let Some(choices) = &mut slot.choices
                    && let Some(answer) = choices.take(&slot.table, *code)?
                {
                    slot.table.answer(choices.seat(), &answer)?;
                    told.answers += 1;
                    is_done = slot.table.is_over();
                    let outcome = slot.table.outcome().filter(|_| is_done);
                    told.rewards.extend((0..seats).map(|seat| reward(outcome, seat as u8)));
                    if is_done {
                        self.renew(slot)?;
                    }
                    self.ask(slot)?;
                } else {
                    told.rewards.extend((0..seats).map(|_| 0.0));
                }
                told.done.push(is_done);
            }
            Ok(())
        };
        let worked = work();
        self.slots = slots;
        worked?;
        self.tell(&mut told);
        Ok(told)
    }

    /// What is asked now.
    pub fn now(&self) -> Told {
        let mut told = Told::default();
        self.tell(&mut told);
        told
    }

    fn tell(&self, told: &mut Told) {
        let width = usize::from(self.codes) + 1;
        told.legal = vec![0; self.slots.len() * width];
        for (slot, legal) in self.slots.iter().zip(told.legal.chunks_mut(width)) {
            let codes = slot.choices.as_ref().map_or(&[][..], |c| c.legal());
            legal[..codes.len()].copy_from_slice(codes);
            told.counts.push(codes.len() as u16);
            told.asked.push(slot.choices.as_ref().map_or(-1, |c| c.seat().0 as i8));
        }
    }

    /// What the seat sees that is asked at each table, as numbers.
    pub fn observe(&self, plan: &Plan) -> Result<Vec<f32>> {
        let mut out = vec![0.0; self.slots.len() * plan.size()];
        for (slot, row) in self.slots.iter().zip(out.chunks_mut(plan.size().max(1))) {
            let seat = slot.choices.as_ref().map_or(Seat(0), Choices::seat);
            plan.write(&View::of_person(&slot.table, seat)?, seat, slot.choices.as_ref(), row);
        }
        Ok(out)
    }
}
