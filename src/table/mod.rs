//! Table: a game being played. The kernel and its scripts, driven; positions, forks, undo, records.
//!
//! A position is a checkpoint (a state without a suspended script) and the answers since. Without a suspended script
//! the state is its own checkpoint, so nothing is copied. When a script starts, the table marks the moment in the
//! journal of the state; a failure goes back to the mark. See `position.rs`.

pub mod absent_players;
mod before_entry;
pub mod bots;
mod budget;
pub mod card_face;
mod choice_codes;
mod clock;
pub mod deadlines;
mod drive;
mod events;
mod game;
mod game_info;
pub mod habits;
pub mod hosting;
#[cfg(test)]
mod journal_check;
mod loader;
mod position;
mod printed_cards;
pub mod questions;
pub mod record;
mod refusal_codes;
mod reload;
mod sample_games;
mod suspended_scripts;
pub mod table_status;
mod test_access;
pub mod view;
mod view_outline;
mod vm_pool;
mod why_not;
pub mod wire;

use std::sync::Arc;

use crate::error::{Error, Refusal, Result, visible_text};
use crate::kernel::model::change::Change;
use crate::kernel::model::game_statistics::GameStatistics;
use crate::kernel::model::objects::Outcome;
use crate::kernel::model::packed_lines::Lines;
use crate::kernel::model::refusal::Unheld;
use crate::kernel::model::translation::{listed, say};
use crate::kernel::model::viewers::Eyes;
use crate::kernel::{Answer, Decision, In, Seat, World};
use crate::script::ScriptError;
use before_entry::ReplayBase;
use budget::DecisionBudget;
use clock::Clock;
use game::Home;
use questions::{Questions, QuestionsOfOthers};
use suspended_scripts::SuspendedScripts;

pub use choice_codes::Choices;
pub use events::{Event, Stage, Step};
pub use game::may_be;
pub use game::{Game, rules_for};
pub use game_info::plain;
#[doc(hidden)]
pub use loader::named_column;
pub use loader::{Loader, add_script_error};
pub use position::Start;
pub use position::{Position, Setup};
pub use printed_cards::{LineOutline, Printed};
pub use questions::Took;
pub use record::{Entry, Record, RecordedAnswer};
pub use reload::Adopted;
use reload::Earlier;
pub use view::View;
pub use view_outline::{Outline, ZoneOutline};

/// The reaction to a failed script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// The failed effect fizzles: what it did is undone, and the game goes on.
    Fizzle,
    /// The table stops, so that the author of the script can mend it.
    Stop,
}

/// A script that failed at a table that stops.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The error.
    pub error: ScriptError,
    /// The failed script: `card/ability`.
    pub what: String,
}

/// The inputs of a table since its checkpoint.
#[derive(Clone)]
enum CheckpointInput {
    /// An answer.
    Answer(Seat, Answer),
    /// The omission of a failed script; true if a person asked for it.
    Fizzle(bool),
    /// Another seed of chance from this moment on: see [`Table::sample`].
    Chance(u64),
}

/// The most answers of a game. `sim`, `play` and `serve` stop a game with more, because it has no end. The longest
/// built-in games take a fiftieth of that; docs/sim.md names the number.
pub const MOST_ANSWERS: u32 = 50_000;

/// A game being played.
pub struct Table {
    home: Arc<Home>,
    world: Option<Box<World>>,
    frames: SuspendedScripts,
    since: Vec<CheckpointInput>,
    decisions: Vec<Decision>,
    record: Record,
    /// The beginning of the record, if no setup leads there; `None`: the record begins with a setup.
    base: Option<Arc<ReplayBase>>,
    /// The table before it adopted the latest files.
    earlier: Option<Earlier>,
    on_fault: OnFault,
    fault: Option<Fault>,
    faults: u32,
    fault_errors: Vec<Fault>,
    /// The budget until the next decision.
    budget: DecisionBudget,
    /// The clock that says when the decision must be there.
    clock: Clock,
    questions: Questions,
    names: Arc<[String]>,
    persons: Arc<[Eyes]>,
}

impl Table {
    /// Dictates the next results of chance, for tests.
    pub fn dictate(&mut self, results: Option<crate::kernel::model::chance::Script>) {
        self.world_mut().change(Change::Dictated(results.map(Box::new)));
    }

    /// Goes on until somebody is asked or the game is over.
    pub fn go(&mut self) {
        let local = self.arrive();
        self.advance(&local, In::Go);
    }

    /// Names the seats, for transcripts.
    ///
    /// # Errors
    ///
    /// A number of names other than the number of seats; the names are then unchanged.
    pub fn name_seats(&mut self, names: &[&str]) -> Result<()> {
        let seats = self.names.len();
        if names.len() != seats {
            return Err(Error::usage(format!("{seats} seats need {seats} names, {} were given", names.len())));
        }
        self.names = names.iter().map(|n| visible_text(&n.replace('\n', " "))).collect();
        Ok(())
    }

    /// Checks that the game has these seats.
    pub(super) fn has_seats(&self, seats: &[Seat]) -> Result<()> {
        let n = self.world().rules.schema.seats;
        match seats.iter().find(|s| s.0 >= n) {
            Some(seat) => Err(Error::usage(format!("there is no seat {}: the game has {n}", seat.index() + 1))),
            None => Ok(()),
        }
    }

    /// The names of the seats.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Says which seats the same person holds. If no given person holds several seats, everybody holds one; else an
    /// entry under `persons` of the manifest must allow this division, and its condition must hold.
    ///
    /// Like names, this is no part of the game: rules know seats only.
    ///
    /// # Errors
    ///
    /// The reason why people may not hold the seats of this game in this way.
    pub fn hold(&mut self, persons: &[Eyes]) -> Result<()> {
        self.persons = self.world().game().persons(persons).map_err(|why| Error::usage(why.to_string()))?.into();
        Ok(())
    }

    /// All the seats that are held by the person who holds this one.
    pub fn person(&self, seat: Seat) -> Eyes {
        self.persons.iter().copied().find(|p| p.has(seat)).unwrap_or(seat.into())
    }

    /// Everybody, each with the seats she holds.
    pub fn persons(&self) -> &[Eyes] {
        &self.persons
    }

    /// Sets the reaction to failed scripts.
    pub fn on_fault(&mut self, on_fault: OnFault) {
        self.on_fault = on_fault;
    }

    /// The world, to read.
    pub fn world(&self) -> &World {
        self.world.as_deref().expect("the world is away only while a script runs")
    }

    fn world_mut(&mut self) -> &mut World {
        self.world.as_deref_mut().expect("the world is away only while a script runs")
    }

    /// Keeps no log lines from now on, only their hash: for simulations.
    pub fn forget_log(&mut self) {
        let world = self.world_mut();
        world.log.before += world.log.lines.len() as u32;
        world.log.lines = Lines::default();
        world.log.kept = false;
    }

    /// Begins to collect the statistics of the game, for simulations.
    pub fn count(&mut self) {
        let world = self.world_mut();
        world.log.statistics = Some(Box::new(GameStatistics::of(&world.rules, world.state())));
    }

    /// Ends the collecting, and returns the statistics; `None` if [`Table::count`] was not called.
    pub fn counted(&mut self) -> Option<Box<GameStatistics>> {
        self.world_mut().log.statistics.take()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.home.game
    }

    /// The open decisions, at most one for each seat.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Asks a seat before the others that are asked now.
    pub(crate) fn ask_first(&mut self, seat: Seat) {
        if let Some(at) = self.decisions.iter().position(|d| d.seat == seat) {
            self.decisions[..=at].rotate_right(1);
        }
    }

    /// Seats that are asked now, in order; none when the game is over.
    pub fn asked_seats(&self) -> Vec<Seat> {
        self.decisions.iter().map(|d| d.seat).collect()
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The number of answers so far.
    pub fn answers(&self) -> usize {
        self.record.entries.iter().filter(|e| matches!(e, Entry::Answer { .. })).count()
    }

    /// True if the game is over.
    pub fn is_over(&self) -> bool {
        self.world().state().over
    }

    /// The worth of a seat now, by the `value` of the game; `None`: the game declares no `value`, or has no such seat.
    pub fn value(&self, seat: Seat) -> Option<i64> {
        self.has_seats(&[seat]).ok()?;
        let world = self.world();
        let it = crate::kernel::read::evaluation_env::Obj::Seat(seat);
        world.rules.value.as_ref().map(|value| world.game().seat_env(seat).at(it).amount(value))
    }

    /// The outcome of the last game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world().state().outcome
    }

    /// The fault the table stopped at.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The number of failed scripts.
    pub fn faults(&self) -> u32 {
        self.faults
    }

    /// The first failures, at most 16.
    pub fn fault_errors(&self) -> &[Fault] {
        &self.fault_errors
    }

    /// Answers for a seat.
    ///
    /// # Errors
    ///
    /// An answer that is not legal: it changes nothing and says why.
    pub fn submit(&mut self, seat: Seat, answer: Answer) -> Result<()> {
        let decision = self.asked(seat).map_err(|e| self.with_timing(e, seat, &answer))?;
        let game = self.world().game();
        game.check(decision, &answer)
            .map_err(|why| refusal_codes::refused(self.world(), &self.names, decision, &why))?;
        let question = decision.question();
        let given = RecordedAnswer::Here(answer.clone(), self.world().rules.clone());
        let others = QuestionsOfOthers::of(&self.decisions, seat);
        self.record.entries.push(Entry::Answer { seat, question, answer: given });
        self.feed(seat, answer);
        self.compare(&others);
        Ok(())
    }

    /// Takes an answer known to be legal, without recording it, for games played by the thousand.
    pub(crate) fn take(&mut self, seat: Seat, answer: Answer) {
        debug_assert!(self.asked(seat).is_ok_and(|asked| self.world().game().check(asked, &answer).is_ok()));
        self.feed(seat, answer);
    }

    /// The decision a seat is asked.
    ///
    /// # Errors
    ///
    /// If the seat is not asked anything.
    pub fn asked(&self, seat: Seat) -> Result<&Decision> {
        if self.is_over() {
            let words = say!(self.world().rules, "outcome-over", "the game is over");
            return Err(Error::refused(Refusal::new("over", words)));
        }
        if let Some(fault) = &self.fault {
            let words = say!(
                self.world().rules,
                "fault",
                "the script of {what} failed, and the table waits for it",
                what = &fault.what
            );
            return Err(Error::refused(Refusal::new("stopped", words)));
        }
        self.decisions.iter().find(|d| d.seat == seat).ok_or_else(|| {
            let world = self.world();
            if let (true, Some(window)) = (world.game().is_in_lane(seat), world.state().window()) {
                let name = world.rules.name(world.rules.windows[window.def.index()].name);
                let words = say!(world.rules, "done-here", "{name} is over for you: you are done", name = name);
                return Error::refused(Refusal::new("done", words));
            }
            let asked: Vec<&str> = self.decisions.iter().map(|d| self.names[d.seat.index()].as_str()).collect();
            let words = say!(
                world.rules,
                "not-yours-now",
                count => "not your opportunity: {who} is asked" | "not your opportunity: {who} are asked",
                count = asked.len(),
                who = listed(&world.rules, &asked)
            );
            Error::refused(Refusal::new("not_asked", words))
        })
    }

    /// Adds to the refusal of a seat that is not asked why the chosen ability cannot be used at this time.
    fn with_timing(&self, error: Error, seat: Seat, answer: &Answer) -> Error {
        match answer {
            Answer::Act(choice) if !self.is_over() && self.fault.is_none() => {
                let code = error.refusal().map_or("not_asked", |refusal| &refusal.code);
                Error::refused(Refusal::new(code, self.world().game().with_timing(error.to_string(), seat, *choice)))
            }
            _ => error,
        }
    }

    /// Answers for a seat whose time for a decision is over, with the default answer.
    ///
    /// The keeper of the clock calls this; the record has an answer like any other and replays without a clock.
    ///
    /// # Errors
    ///
    /// A seat without a decision, or a decision without a deadline.
    pub fn time_is_up(&mut self, seat: Seat) -> Result<()> {
        let decision = self.asked(seat)?;
        let answer = decision.deadline.and_then(|_| self.world().game().default_answer(decision));
        let answer =
            answer.ok_or_else(|| Error::refused(Refusal::new("no_deadline", "there is no deadline for this")))?;
        self.submit_once(seat, answer)
    }

    /// A seat gives up for its side, whether it is asked or not: the side has lost this game.
    ///
    /// # Errors
    ///
    /// If the game is over, there is no such seat, it has lost already, the table stops at a failed script, or the game
    /// goes on among more than two sides.
    pub fn concede(&mut self, seat: Seat) -> Result<()> {
        let world = self.world();
        let seats = world.rules.schema.seats;
        if self.is_over() {
            return Err(Error::refused(Refusal::new("over", "the game is over")));
        }
        if seat.0 >= seats {
            let words = Unheld::NoSeat(seat, seats).to_string();
            return Err(Error::refused(Refusal::new("no_such_seat", words).number("seat", seat.0.into())));
        }
        let has_lost = |seat: u8| world.state().lost & 1 << seat != 0;
        if has_lost(seat.0) {
            let words = format!("{} has lost this game already", self.names[seat.index()]);
            return Err(Error::refused(Refusal::new("has_lost", words).number("seat", seat.0.into())));
        }
        if self.fault.is_some() {
            return Err(Error::refused(Refusal::new("stopped", "the game stands still at a script that failed"))
                .help("mend it, or go on without"));
        }
        let Some(side) = world.game().giving_up(seat, self.person(seat)) else {
            let words = "only one of two sides that are left may concede";
            return Err(Error::refused(Refusal::new("may_not_concede", words)));
        };
        self.record.entries.push(Entry::Concede { seat });
        let local = self.arrive();
        self.since.clear();
        self.world_mut().concede(&side);
        self.fill_budget();
        self.advance(&local, In::Go);
        Ok(())
    }

    // ---- positions ----

    /// True if a script waits for an answer.
    pub fn in_script(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Puts a world back that the caller kept while no script was suspended; scripts that are suspended now are
    /// dropped.
    pub fn restore(&mut self, world: World) {
        self.frames = SuspendedScripts::none(&self.home);
        self.since.clear();
        self.decisions = world.game().decisions();
        self.world = Some(Box::new(world));
    }

    /// Drops the record's entries after the first `len`, when a table goes back to a kept world.
    pub fn forget_entries(&mut self, len: usize) {
        self.record.entries.truncate(len);
    }

    /// Undoes the last answer and everything after it. False: the record has no answer, or this is a fork.
    pub fn undo(&mut self) -> bool {
        let is_answer = |e: &Entry| matches!(e, Entry::Answer { .. });
        let Some(at) = self.record.entries.iter().rposition(is_answer) else { return false };
        self.rewind(at)
    }

    /// Goes back to the moment before the entry at `at` of the record.
    fn rewind(&mut self, at: usize) -> bool {
        let Some(table) = self.before(at) else { return false };
        *self = table;
        true
    }

    /// The hash of the log so far; equal games have equal hashes on any machine.
    pub fn log_hash(&self) -> String {
        format!("{:016x}", self.world().state().log_hash)
    }
}
