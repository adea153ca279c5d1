//! Joining and leaving: who comes and goes, and the messages to them.

use std::sync::Arc;

use intermezzo::Seat;
use intermezzo::error::Refusal;
use intermezzo::hosting::Instead;
use tokio::sync::mpsc::Sender;

use super::TableActor;
use crate::audit::AUDIT;
use crate::clock::now;
use crate::guest::{Guest, MessagesOfMoment, ViewForm};
use crate::messages::{Hello, Join, Message, Person, why, written};
use crate::seating::Sitter;
use crate::secret;

impl TableActor {
    pub(super) async fn join(
        &mut self,
        Join { key, from, parts }: Join,
        mail: Sender<Arc<str>>,
    ) -> Result<u64, Refusal> {
        let seat = key.map(|key| self.seat_of(&key)).transpose()?;
        self.require_hold().await?;
        if let Some(seat) = seat {
            self.comes(seat).await?;
        }
        self.last_guest += 1;
        // A number above the length of the log comes from before an answer was taken back.
        let next_event = if from <= self.table.log_len() { from } else { 0 };
        let (known, view) = (Default::default(), ViewForm::of(parts));
        let mut guest = Guest { id: self.last_guest, seat, mail, next_event, is_anew: next_event == 0, known, view };
        if guest.send(self.hello(seat))
            && (self.remarks.is_empty() || guest.say(&Message::Remarks(&self.remarks)))
            && seat.and_then(|seat| self.habits.of(seat)).is_none_or(|habits| guest.say(&Message::Habits(habits)))
            && guest.tell(&mut self.table, &self.loaded, &self.hosting, &mut MessagesOfMoment::new()).await
        {
            self.guests.push(guest);
        }
        self.tell_people();
        Ok(self.last_guest)
    }

    /// The first message for a seat, or for a watcher.
    pub(super) fn hello(&self, seat: Option<u8>) -> Arc<str> {
        let seats: Vec<u8> = seat.into_iter().collect();
        let names = (&*self.seating.game, &*self.seating.code);
        let may_undo = seat.is_some_and(|seat| self.is_alone(seat));
        written(&Message::Hello(Hello::new(&self.loaded.about, names, &seats, may_undo)))
    }

    /// Sends the first message again, because something in it has changed.
    pub(super) fn greet_again(&mut self) {
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain(|guest| guest.send(self.hello(guest.seat)));
        self.guests = guests;
    }

    /// Notes that a player sits down or comes back. A bot that played for her plays no longer.
    pub(super) async fn comes(&mut self, seat: u8) -> Result<(), Refusal> {
        let at = usize::from(seat);
        let Sitter { is_taken, has_stand_in, .. } = self.seating.seats[at];
        let is_known = is_taken && !has_stand_in;
        if !is_known {
            let kind = if has_stand_in { "seat_returned" } else { "seat_taken" };
            tracing::info!(target: AUDIT, kind, table = self.seating.code, seat, why = "key");
        }
        if has_stand_in {
            self.brains[at] = None;
        }
        (self.seating.seats[at].is_taken, self.seating.seats[at].has_stand_in) = (true, false);
        self.hosting.comes(self.table.timed(), Seat(seat), now());
        if is_known { Ok(()) } else { self.keep_seating().await }
    }

    pub(super) fn leave(&mut self, id: u64) {
        self.guests.retain(|guest| guest.id != id);
        self.empty_since = now();
        self.notice_the_absent();
        self.tell_people();
    }

    /// Notes which players have no connection.
    pub(super) fn notice_the_absent(&mut self) {
        let is_gone = |seat: &Seat| self.guests.iter().all(|guest| guest.seat != Some(seat.0));
        let gone: Vec<Seat> = self.hosting.taken().iter().copied().filter(is_gone).collect();
        gone.into_iter().for_each(|seat| self.hosting.goes(seat, now()));
    }

    /// Takes a player's vote about an absent one. The result is the decision, once all present players have voted
    /// alike.
    pub(super) async fn vote(&mut self, key: &str, about: u8, instead: Instead) -> Result<Option<Instead>, Refusal> {
        let by = Seat(self.seat_of(key)?);
        let before = self.hosting.clone();
        let done = self.hosting.agree((by, Seat(about)), instead, now()).map_err(|error| why(&error))?;
        if done == Some(Instead::Claim)
            && let Err(error) = self.table.concede(Seat(about)).await
        {
            self.hosting = before;
            return Err(why(&error));
        }
        self.set_clocks();
        if let Some(kind) = done.and_then(kind_of) {
            tracing::info!(target: AUDIT, kind, table = self.seating.code, seat = about, why = "vote");
        }
        match done {
            Some(Instead::Bot) => {
                self.seating.seats[usize::from(about)].has_stand_in = true;
                self.must_learn = true;
                self.keep_seating().await?;
                self.tell_people();
                Ok(Some(Instead::Bot))
            }
            Some(Instead::Claim) => {
                self.keep().await?;
                self.tell_all().await;
                Ok(Some(Instead::Claim))
            }
            done => Ok(done),
        }
    }

    pub(super) async fn sit(&mut self, name: &str) -> Result<(u8, String), Refusal> {
        let free = self.seating.seats.iter().position(|seat| seat.bot.is_none() && !seat.is_taken);
        let Some(at) = free else { return Err(Refusal::new("table_full", "every seat of this table is taken")) };
        let key = secret::key()
            .map_err(|_| Refusal::new("failed", "the system gives no random numbers, so no key can be made"))?;
        self.seating.name(at, name)?;
        self.seating.seats[at].is_taken = true;
        self.seating.seats[at].key = Some(secret::hash(&self.seating.code, at, &key));
        self.keep_seating().await?;
        tracing::info!(target: AUDIT, kind = "seat_taken", table = self.seating.code, seat = at, why = "free");
        // The seat counts as absent until its player connects; after the usual time the others may vote about it.
        self.hosting.comes(self.table.timed(), Seat(at as u8), now());
        self.notice_the_absent();
        self.name_seats().await;
        self.tell_all().await;
        self.tell_people();
        Ok((at as u8, key))
    }

    pub(super) fn people(&self) -> Vec<Person> {
        let absent = self.hosting.absent(now());
        let person = |(at, sitter): (u8, &Sitter)| Person {
            name: sitter.name.clone(),
            bot: sitter.bot.clone(),
            is_taken: sitter.is_taken || sitter.bot.is_some(),
            is_here: sitter.bot.is_some() || self.guests.iter().any(|guest| guest.seat == Some(at)),
            absent: absent.iter().find(|absent| absent.seat == at).map(|absent| absent.seconds),
            has_stand_in: sitter.has_stand_in,
        };
        (0u8..).zip(&self.seating.seats).map(person).collect()
    }

    pub(super) fn tell_people(&mut self) {
        let people = self.people();
        self.guests.retain(|guest| guest.say(&Message::People(&people)));
    }

    pub(super) async fn tell_all(&mut self) {
        self.set_clocks();
        self.habits.look_again();
        let mut messages = MessagesOfMoment::new();
        let mut here = Vec::new();
        for mut guest in std::mem::take(&mut self.guests) {
            if guest.tell(&mut self.table, &self.loaded, &self.hosting, &mut messages).await {
                here.push(guest);
            }
        }
        self.guests = here;
    }
}

/// The event of a decision about an absent player.
fn kind_of(done: Instead) -> Option<&'static str> {
    match done {
        Instead::Wait => None,
        Instead::Bot => Some("seat_replaced"),
        Instead::Claim => Some("seat_claimed"),
    }
}
