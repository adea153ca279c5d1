//! Habits: the answers that persons have given in advance. They are given one at a time, so that requests are read in
//! between.

use std::time::Instant;

use intermezzo::Seat;
use intermezzo::error::Refusal;
use intermezzo::hosting::{Habits, Until};
use intermezzo::wire::Reply;

use super::{FULL, TableActor};
use crate::clock::now;
use crate::messages::{Message, why};

/// The most answers in a row that nobody gives herself. Two persons who both pass for ever keep a thread busy otherwise.
const MOST_IN_A_ROW: u32 = 2_000;

/// The habits of the seats, and the next moment at which they may answer.
#[derive(Default)]
pub struct HabitsOfSeats {
    /// The habits, by seat.
    of: Vec<Held>,
    /// The moment at which the habits are looked at again, because a seat may have to answer by one; `None`: nothing
    /// has changed since they were.
    at: Option<Instant>,
    /// The answers by habit since somebody answered herself.
    in_a_row: u32,
}

/// The habits of a seat.
#[derive(Clone, Default)]
struct Held {
    habits: Habits,
    /// The length of the log when the wait (`until`) was stated: what came before does not end it.
    since: u32,
}

impl HabitsOfSeats {
    /// The moment at which a seat may have to answer by habit.
    pub fn next_wake(&self) -> Option<Instant> {
        self.at
    }

    /// Notes a change of the game, after which seats may have to answer by habit.
    pub fn look_again(&mut self) {
        if self.of.iter().any(|held| !held.habits.is_empty()) {
            self.at = Some(now());
        }
    }

    /// Notes that somebody has answered herself.
    pub fn begin_anew(&mut self) {
        self.in_a_row = 0;
    }

    fn held(&mut self, seat: u8) -> &mut Held {
        let at = usize::from(seat);
        if self.of.len() <= at {
            self.of.resize(at + 1, Held::default());
        }
        &mut self.of[at]
    }

    /// The habits of a seat, if it has any.
    pub fn of(&self, seat: u8) -> Option<&Habits> {
        self.of.get(usize::from(seat)).map(|held| &held.habits).filter(|habits| **habits != Habits::default())
    }
}

impl TableActor {
    /// States what a seat answers in advance from now on.
    pub(super) fn state_habits(&mut self, key: &str, habits: Habits) -> Result<(), Refusal> {
        let seat = self.seat_of(key)?;
        habits.has_size().map_err(|error| why(&error))?;
        let since = self.table.log_len();
        let held = self.habits.held(seat);
        // If only another habit changes, the wait goes on from where it began.
        let is_same_wait = held.habits.until.is_some() && held.habits.until == habits.until;
        held.since = if is_same_wait { held.since } else { since };
        held.habits = habits;
        self.habits.begin_anew();
        self.habits.at = Some(now());
        self.tell_habits(seat);
        Ok(())
    }

    /// Tells those who sit at a seat what it answers in advance.
    pub(super) fn tell_habits(&mut self, seat: u8) {
        let habits = self.habits.held(seat).habits.clone();
        self.guests.retain(|guest| guest.seat != Some(seat) || guest.say(&Message::Habits(&habits)));
    }

    /// Gives one answer by habit, if a seat has one.
    pub(super) async fn answer_by_habit(&mut self) {
        self.habits.at = None;
        if self.habits.in_a_row >= MOST_IN_A_ROW {
            return;
        }
        let Some((seat, question, answer)) = self.habitual().await else { return };
        let reply = Reply { seat, question: Some(question), answer };
        if self.table.reply(&reply).await.is_err() {
            // A refused answer would be given again and again, so the seat loses its habits.
            self.habits.held(seat).habits = Habits::default();
            return self.tell_habits(seat);
        }
        self.habits.in_a_row += 1;
        match self.keep().await {
            Ok(()) => self.tell_all().await,
            Err(_) => self.habits.at = Some(now() + FULL),
        }
    }

    /// The first question that a seat answers by habit, with the answer. A wait (`until`) that turns out to be over is
    /// ended.
    async fn habitual(&mut self) -> Option<(u8, u32, intermezzo::Answer)> {
        for seat in self.table.asked().to_vec() {
            let Some(held) = self.held_by_person(seat) else { continue };
            let Ok((question, says)) = self.table.habitual(seat, &held.habits, held.since).await else { continue };
            if says.is_over {
                self.habits.held(seat.0).habits.until = None;
                self.tell_habits(seat.0);
            }
            if let Some(answer) = says.answer {
                return Some((seat.0, question, answer));
            }
        }
        None
    }

    fn held_by_person(&mut self, seat: Seat) -> Option<Held> {
        let held = self.habits.of.get(seat.index())?;
        (!held.habits.is_empty() && self.bot_at(seat).is_none()).then(|| held.clone())
    }

    /// True if every person who is asked now answers by habit: who takes an answer back wants an earlier question.
    pub(super) async fn is_asked_in_vain(&mut self) -> bool {
        for seat in self.table.asked().to_vec() {
            if self.bot_at(seat).is_some() {
                continue;
            }
            let Some(Held { habits, since }) = self.held_by_person(seat) else { return false };
            let says = self.table.habitual(seat, &habits, since).await;
            if says.is_ok_and(|(_, says)| says.answer.is_none()) {
                return false;
            }
        }
        true
    }

    /// Ends the wait (`until`) of a seat, because its player takes an answer back.
    pub(super) fn wait_no_more(&mut self, seat: u8) {
        let until: &mut Option<Until> = &mut self.habits.held(seat).habits.until;
        if until.take().is_some() {
            self.tell_habits(seat);
        }
    }
}
