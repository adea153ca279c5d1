//! Questions: each has a number, so that an answer that arrives twice counts once and a late one counts not at all.

use intermezzo::error::Refusal;
use intermezzo::wire::Answer;
use intermezzo::{Decision, View};
use std::time::Instant;

/// The questions of a table, by seat.
#[derive(Default)]
pub struct Questions {
    last: u32,
    seats: Vec<OfSeat>,
}

#[derive(Clone, Default)]
struct OfSeat {
    /// What is asked, under its number, since when.
    asked: Option<(u32, Decision, Instant)>,
    /// The last answer that was taken.
    taken: Option<(u32, Answer)>,
}

/// What is to be done with an answer.
pub enum Due {
    /// It answers what is asked.
    Now,
    /// It was taken before.
    Taken,
}

impl Questions {
    /// Questions that begin after a number: those of a table that was taken up again are new ones.
    pub fn after(last: u32, seats: usize) -> Questions {
        Questions { last, seats: vec![OfSeat::default(); seats] }
    }

    /// Numbers what a seat is asked now. What it was asked before keeps its number while it does not change.
    pub fn ask(&mut self, seat: u8, view: &View) {
        let of = &mut self.seats[usize::from(seat)];
        let now = view.decisions.iter().find(|decision| decision.seat == seat);
        match (now, &of.asked) {
            (None, _) => of.asked = None,
            (Some(now), Some((_, before, _))) if now == before => {}
            (Some(now), _) => {
                self.last += 1;
                of.asked = Some((self.last, now.clone(), Instant::now()));
            }
        }
    }

    /// The number of what a seat is asked.
    pub fn number(&self, seat: u8) -> Option<u32> {
        self.seats.get(usize::from(seat))?.asked.as_ref().map(|(number, ..)| *number)
    }

    /// When the time of a seat is over.
    pub fn deadline(&self, seat: u8) -> Option<Instant> {
        let (_, decision, since) = self.seats.get(usize::from(seat))?.asked.as_ref()?;
        Some(*since + std::time::Duration::from_secs(decision.deadline?.into()))
    }

    /// Whether an answer is due.
    ///
    /// # Errors
    ///
    /// An answer to a question that is not asked any more, or to none.
    pub fn judge(&self, seat: u8, question: Option<u32>, answer: &Answer) -> Result<Due, Refusal> {
        if *answer == Answer::Concede {
            return Ok(Due::Now);
        }
        let Some(question) = question else {
            return Err(Refusal::new("no_question", "an answer says which question it answers"));
        };
        let of = self.seats.get(usize::from(seat));
        if of.and_then(|of| of.asked.as_ref()).is_some_and(|(number, ..)| *number == question) {
            return Ok(Due::Now);
        }
        match of.and_then(|of| of.taken.as_ref()) {
            Some((number, before)) if *number == question && before == answer => Ok(Due::Taken),
            _ => {
                let words = "this question was answered, or is not asked any more";
                Err(Refusal::new("stale_question", words).number("question", question.into()))
            }
        }
    }

    /// Keeps that an answer was taken.
    pub fn take(&mut self, seat: u8, question: Option<u32>, answer: Answer) {
        let of = &mut self.seats[usize::from(seat)];
        of.asked = None;
        if let Some(question) = question {
            of.taken = Some((question, answer));
        }
    }

    /// Forgets what is asked: an answer was taken back.
    pub fn forget(&mut self) {
        self.seats.iter_mut().for_each(|of| *of = OfSeat::default());
    }
}
