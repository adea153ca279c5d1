//! Lane: some of the tables of a vector, which one thread plays.

use intermezzo::error::Result;
use intermezzo::{Choices, Deck, Game, Record, Seat, Setup, Table};

use crate::convert::reward;
use crate::encoder::Rows;

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
    /// The codes that were taken of the decision that is asked.
    taken: Vec<u16>,
    /// The table whose game the last step ended, or cut off.
    ended: Option<Table>,
    /// The seed of its next game.
    next: u64,
}

/// A table of a vector as it is sent to another process: its record, the codes taken of its decision, the next seed.
pub type Saved = (String, Vec<u16>, u64);

/// A row that is asked for: the table, counted within its lane, the seat that looks (the asked one without it), and whether
/// it looks at the game that the last step ended.
#[derive(Clone, Copy)]
pub struct Look {
    pub table: usize,
    pub seat: Option<Seat>,
    pub is_ended: bool,
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
            let next = seed.wrapping_add(stride);
            let mut slot = Slot { table: lane.deal.table(seed)?, choices: None, taken: Vec::new(), ended: None, next };
            lane.ask(&mut slot)?;
            lane.slots.push(slot);
        }
        Ok(lane)
    }

    /// The tables of a lane that was saved.
    pub fn again(deal: Deal, codes: u16, saved: &[Saved], stride: u64) -> Result<Lane> {
        let mut lane = Lane { deal, codes, stride, slots: Vec::new() };
        for (record, taken, next) in saved {
            let mut table = Record::from_text(record)?.replay()?;
            table.forget_log();
            let mut slot = Slot { table, choices: None, taken: Vec::new(), ended: None, next: *next };
            lane.ask(&mut slot)?;
            for code in taken {
                if let Some(choices) = &mut slot.choices {
                    choices.take(&slot.table, *code)?;
                }
            }
            slot.taken.clone_from(taken);
            lane.slots.push(slot);
        }
        Ok(lane)
    }

    /// Everything that other tables must know to go on as these do.
    pub fn save(&self) -> Vec<Saved> {
        self.slots.iter().map(|slot| (slot.table.record().to_text(), slot.taken.clone(), slot.next)).collect()
    }

    /// A copy of a table, and the record that led to it.
    pub fn copy(&self, at: usize) -> (Table, Record) {
        let table = &self.slots[at].table;
        (table.fork(), table.record().clone())
    }

    /// The choices that are being made at a table.
    pub fn choices(&self, at: usize) -> Option<Choices> {
        self.slots[at].choices.clone()
    }

    /// Finds out what a table asks; a game that is over at once is followed by the next one.
    fn ask(&self, slot: &mut Slot) -> Result<()> {
        slot.taken.clear();
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
        slot.ended = Some(std::mem::replace(&mut slot.table, self.deal.table(slot.next)?));
        slot.next = slot.next.wrapping_add(self.stride);
        Ok(())
    }

    /// Cuts off the games of some tables: the next ones follow.
    pub fn cut(&mut self, tables: &[usize]) -> Result<Told> {
        let mut slots = std::mem::take(&mut self.slots);
        let mut work = || {
            tables.iter().try_for_each(|at| {
                self.renew(&mut slots[*at])?;
                self.ask(&mut slots[*at])
            })
        };
        let worked = work();
        self.slots = slots;
        worked.map(|()| self.now())
    }

    /// Takes a code at each table; without one the table stays as it is.
    pub fn step(&mut self, codes: &[Option<u16>]) -> Result<Told> {
        let mut told = Told::default();
        let seats = self.deal.seats();
        let mut slots = std::mem::take(&mut self.slots);
        let mut work = || -> Result<()> {
            for (slot, code) in slots.iter_mut().zip(codes) {
                let mut is_done = false;
                slot.ended = slot.ended.take().filter(|_| code.is_none());
                if let Some(code) = code
                    && let Some(choices) = &mut slot.choices
                    && let Some(answer) = {
                        slot.taken.push(*code);
                        choices.take(&slot.table, *code)?
                    }
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

    /// What each seat is worth at each table, as the game's `value` says; `None`: it says nothing.
    pub fn values(&self) -> Option<Vec<f32>> {
        let seats = (0..self.deal.seats() as u8).map(Seat);
        let of = |slot: &Slot| seats.clone().map(|seat| slot.table.value(seat)).collect::<Option<Vec<i64>>>();
        let all: Option<Vec<Vec<i64>>> = self.slots.iter().map(of).collect();
        all.map(|all| all.into_iter().flatten().map(|value| value as f32).collect())
    }

    /// What seats see, as numbers, row after row.
    pub fn observe(&self, rows: &Rows, looks: &[Look], out: &mut [f32]) -> Result<()> {
        for (look, row) in looks.iter().zip(out.chunks_mut(rows.encoder.size())) {
            let slot = &self.slots[look.table];
            let asked = slot.choices.as_ref().map_or(Seat(0), Choices::seat);
            let seat = look.seat.unwrap_or(asked);
            match (look.is_ended, &slot.ended) {
                (false, _) => rows.write(&slot.table, seat, slot.choices.as_ref(), row)?,
                (true, Some(table)) => rows.write(table, seat, None, row)?,
                (true, None) => row.fill(0.0),
            }
        }
        Ok(())
    }

    /// The action of each code at each table.
    pub fn actions(&self, rows: &Rows) -> Result<Vec<i32>> {
        let width = usize::from(self.codes) + 1;
        let mut out = vec![0; self.slots.len() * width];
        for (slot, row) in self.slots.iter().zip(out.chunks_mut(width)) {
            if let Some(choices) = &slot.choices {
                rows.encoder.encode_actions(&slot.table, choices, row)?;
            }
        }
        Ok(out)
    }
}
