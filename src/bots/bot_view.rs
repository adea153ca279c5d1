//! Bot view: the part of a game that a bot sees: a view, its decision, and sample games that agree with the view.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::error::Result;
use crate::kernel::{Answer, Decision, Seat, World};
use crate::table::{Table, View, wire};

/// A bot's knowledge of the game when it is asked.
pub struct Sight<'t> {
    table: &'t Table,
    /// The seat that is asked.
    pub seat: Seat,
    /// The view of the person, made at first use.
    seen: OnceCell<View>,
}

/// The answer of a bot.
#[derive(Clone, Debug)]
pub enum Given {
    /// An answer by places among the options of the view.
    Places(wire::Answer),
    /// An answer by content, which may only name options of the decision itself.
    Content(Answer),
}

impl Given {
    /// The content of the answer to a decision; `None`: a place that it does not have.
    pub(crate) fn content(&self, decision: &Decision) -> Option<Answer> {
        match self {
            Given::Content(answer) => Some(answer.clone()),
            Given::Places(answer) => wire::content(decision, answer),
        }
    }
}

impl<'t> Sight<'t> {
    /// The knowledge of the person who holds this seat.
    pub fn of(table: &'t Table, seat: Seat) -> Sight<'t> {
        Sight { table, seat, seen: OnceCell::new() }
    }

    /// The decision that the bot is asked.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing.
    pub fn decision(&self) -> Result<&'t Decision> {
        self.table.asked(self.seat)
    }

    /// The whole world, hidden things included: only for code that finds a legal answer, such as
    /// [`Random::legal_answer`](super::Random). Bots must not look at it.
    pub fn judge(&self) -> &'t World {
        self.table.world()
    }

    /// The view of the person.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn view(&self) -> Result<View> {
        View::of_person(self.table, self.seat)
    }

    /// A game that its person could be looking at: see [`Table::sample`].
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn sample(&self, number: u64) -> Result<Table> {
        if self.seen.get().is_none() {
            let _ = self.seen.set(self.view()?);
        }
        match self.seen.get() {
            Some(seen) => self.table.sample_seen(self.seat, number, seen),
            None => self.table.sample(self.seat, number),
        }
    }

    /// The table's message to a program: the view of its seat, and the log since the last message.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn message(&self, told: &mut BTreeMap<Seat, wire::SentSoFar>) -> Result<wire::Message> {
        wire::now(self.table, &[self.seat], told)
    }

    /// The number of the question that the seat is asked.
    pub fn question(&self) -> u32 {
        self.table.question(self.seat)
    }

    /// The names at the table, in the order of seats.
    pub fn names(&self) -> &'t [String] {
        self.table.names()
    }

    /// The game's id.
    pub fn game(&self) -> &'t str {
        &self.table.world().rules.schema.game
    }
}

impl Table {
    /// Answers for a seat as a bot said.
    ///
    /// # Errors
    ///
    /// An answer that is not legal.
    pub(crate) fn give(&mut self, seat: Seat, given: Given) -> Result<()> {
        match given {
            Given::Places(answer) => self.answer(seat, &answer),
            Given::Content(answer) => self.submit(seat, answer),
        }
    }
}
