//! Questions: each question to a seat has a number, which its answer repeats, so that a question is answered once.
//!
//! The number follows from the record: it grows with each answer of the seat, and with every other change of the game.
//! So a game that is replayed from its record has the same numbers. No number is used twice: undone answers and changed
//! files make all later numbers greater.

use super::record::{Entry, Record};
use super::wire::{Answer, PROTOCOL, Reply, places};
use super::{Decision, Table};
use crate::error::{Error, Refusal, Result};
use crate::kernel::{Answer as Content, Seat};

/// The result of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// The answer was taken, and the game has gone on.
    Now,
    /// A repeated reply: it was taken before, and changes nothing now.
    Before,
}

/// The questions of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// The seats whose questions changed while another seat answered, once for each time.
    replaced: Vec<Seat>,
    /// The replies that were taken.
    taken: Vec<TakenReply>,
}

/// A reply that was taken.
#[derive(Clone, Debug)]
struct TakenReply {
    /// The place of the answer's entry in the record.
    entry: usize,
    seat: Seat,
    question: u32,
    answer: Answer,
}

/// Question numbers of a table.
pub(super) struct Numbering {
    gone: Vec<(u32, u32)>,
    numbers: Vec<u32>,
    taken: Vec<TakenReply>,
}

/// The questions of the other seats before an answer, to be compared with their questions after it.
pub(super) struct QuestionsOfOthers(Vec<(Seat, u32)>);

impl QuestionsOfOthers {
    pub fn of(decisions: &[Decision], answering: Seat) -> QuestionsOfOthers {
        let others = decisions.iter().filter(|decision| decision.seat != answering);
        QuestionsOfOthers(others.map(|decision| (decision.seat, decision.question())).collect())
    }
}

impl Table {
    /// The number of the current question of a seat, or of its next one. Numbers begin with 1 and never decrease. An
    /// unknown seat has no question.
    pub fn question(&self, seat: Seat) -> u32 {
        let counts = |entry: &&Entry| match entry {
            Entry::Answer { seat: answering, .. } => *answering == seat,
            _ => true,
        };
        let replaced = self.questions.replaced.iter().filter(|of| **of == seat).count();
        let entries = &self.record.entries;
        let given = entries.iter().filter(counts).count() + replaced;
        self.gone().saturating_add(u32::try_from(given).unwrap_or(u32::MAX)).saturating_add(1)
    }

    /// How many numbers of questions are skipped up to the last entry of the record.
    fn gone(&self) -> u32 {
        let Record { entries, numbers_gone, .. } = &self.record;
        numbers_gone.iter().rev().find(|(after, _)| *after as usize <= entries.len()).map_or(0, |(_, numbers)| *numbers)
    }

    /// Takes a reply to a question, once: the same reply again changes nothing.
    ///
    /// # Errors
    ///
    /// A reply to another question than the one that is asked, with the code `stale_question`, and an answer that is not
    /// legal. Nothing has changed then.
    pub fn reply(&mut self, reply: &Reply) -> Result<Took> {
        let (seat, entry) = (Seat(reply.seat), self.record.entries.len());
        self.has_seats(&[seat])?;
        let asked = self.question(seat);
        // A player may concede without a question, and so without its number.
        let named = match (reply.question, &reply.answer) {
            (None, Answer::Concede) => asked,
            (Some(question), _) => question,
            (None, _) => {
                let words =
                    format!("an answer names its `question` (since protocol {PROTOCOL}), and this one names none");
                return Err(Error::refused(Refusal::new("no_question", words).number("question", asked.into())));
            }
        };
        if named != asked {
            let is_taken =
                |taken: &TakenReply| (taken.seat, taken.question, &taken.answer) == (seat, named, &reply.answer);
            return match self.questions.taken.iter().any(is_taken) {
                true => Ok(Took::Before),
                false => Err(self.stale(seat, named, asked)),
            };
        }
        self.answer(seat, &reply.answer)?;
        self.questions.taken.push(TakenReply { entry, seat, question: named, answer: reply.answer.clone() });
        Ok(Took::Now)
    }

    /// The reason why an answer to another question is refused.
    fn stale(&self, seat: Seat, named: u32, asked: u32) -> Error {
        let is_asked = self.decisions.iter().any(|decision| decision.seat == seat);
        let is_answered = self.questions.taken.iter().any(|taken| (taken.seat, taken.question) == (seat, named));
        let words = match (is_answered, is_asked) {
            (true, _) => format!("question {named} has another answer already"),
            (false, true) => format!("question {named} is not asked: {asked} is"),
            (false, false) => format!("question {named} is not asked: this seat is asked nothing now"),
        };
        let refusal = Refusal::new("stale_question", words).number("given", named.into());
        Error::refused(if is_asked { refusal.number("question", asked.into()) } else { refusal })
    }

    /// Gives an answer that comes from a record or from the clock. A later reply with the same answer changes nothing.
    pub(super) fn submit_once(&mut self, seat: Seat, answer: Content) -> Result<()> {
        let (entry, question) = (self.record.entries.len(), self.question(seat));
        let by_places = places(self.asked(seat)?, &answer);
        self.submit(seat, answer)?;
        self.questions.taken.extend(by_places.map(|answer| TakenReply { entry, seat, question, answer }));
        Ok(())
    }

    /// Lets a seat concede as the record says. A later reply that concedes again changes nothing.
    pub(super) fn concede_once(&mut self, seat: Seat) -> Result<()> {
        let (entry, question) = (self.record.entries.len(), self.question(seat));
        self.concede(seat)?;
        self.questions.taken.push(TakenReply { entry, seat, question, answer: Answer::Concede });
        Ok(())
    }

    /// Notes the seats whose questions changed by the answer of another seat. Answers name places among options, so an
    /// answer must not meet other options than its player saw.
    pub(super) fn compare(&mut self, before: &QuestionsOfOthers) {
        for (seat, question) in &before.0 {
            if self.decisions.iter().any(|now| now.seat == *seat && now.question() != *question) {
                self.questions.replaced.push(*seat);
            }
        }
    }

    /// The numbers of the table's questions so far.
    pub(super) fn numbering(&self) -> Numbering {
        let seats = 0..self.world().rules.schema.seats;
        Numbering {
            gone: self.record.numbers_gone.clone(),
            numbers: seats.map(|seat| self.question(Seat(seat))).collect(),
            taken: self.questions.taken.clone(),
        }
    }

    /// Continues the numbers of the table that this one replaces. Of the taken replies, those to the first `entries`
    /// entries of the record still count.
    pub(super) fn number_on(&mut self, from: Numbering, entries: usize) {
        let now = u32::try_from(self.record.entries.len()).unwrap_or(u32::MAX);
        self.record.numbers_gone = from.gone;
        self.record.numbers_gone.retain(|(after, _)| *after <= now);
        let seats = from.numbers.iter().zip(0..);
        let behind = seats.map(|(number, seat)| number.saturating_add(1).saturating_sub(self.question(Seat(seat))));
        let gone = self.gone().saturating_add(behind.max().unwrap_or(0));
        if gone > self.gone() {
            self.record.numbers_gone.retain(|(after, _)| *after < now);
            self.record.numbers_gone.push((now, gone));
        }
        self.questions.taken = from.taken;
        self.questions.taken.retain(|taken| taken.entry < entries);
    }
}
