//! Hosted table: a hosted table with its guests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::client_hello::Join;
use super::shelf::{Notes, TableStore};
use crate::cli::serve;
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::kernel::Seat;
use intermezzo::sitting::{Deadlines, Timed};
use intermezzo::table::Took;
use intermezzo::table::wire::{Again, Hello, Message, PROTOCOL, Reply, Told};
use intermezzo::workers::WorkerTable;

/// A table that is hosted.
pub struct Served {
    name: String,
    game: String,
    pub table: WorkerTable,
    notes: Notes,
    shelf: Option<Arc<TableStore>>,
    guests: Vec<Guest>,
    deadlines: Deadlines,
    /// True if the game is over, as far as the record alone tells.
    pub is_over: bool,
}

/// A connected guest at a table.
struct Guest {
    id: u64,
    /// The guest's seat; `None` for a spectator.
    seat: Option<Seat>,
    /// Lines that wait to be written to her.
    lines: SyncSender<String>,
    told: BTreeMap<Seat, Told>,
}

impl Served {
    pub fn new(name: &str, game: &str, table: WorkerTable, notes: Notes, shelf: Option<Arc<TableStore>>) -> Served {
        let (name, game, is_over) = (name.to_string(), game.to_string(), notes.is_over);
        let (guests, deadlines) = (Vec::new(), Deadlines::default());
        Served { name, game, table, notes, shelf, guests, deadlines, is_over }
    }

    /// The name of the table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether nobody is connected here.
    pub fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// Seats somebody, and tells her how the table stands.
    ///
    /// # Errors
    ///
    /// An unknown seat, a seat of a bot, or a wrong secret.
    pub fn join(&mut self, id: u64, join: &Join, lines: SyncSender<String>) -> Result<()> {
        let seat = join.seat.map(|seat| self.sit(seat, join)).transpose()?;
        self.follow()?;
        // A guest who returns has lost her old connection.
        self.guests.retain(|guest| seat.is_none() || guest.seat != seat);
        let mut guest = Guest { id, seat, lines, told: BTreeMap::new() };
        let seats = seat.iter().map(|seat| seat.0).collect();
        let hello = Hello { protocol: PROTOCOL, game: self.game.clone(), names: self.table.names()?.to_vec(), seats };
        guest.say(&Message::Hello(hello));
        if self.tell(&mut guest) {
            self.guests.push(guest);
        }
        Ok(())
    }

    /// Seats a guest: in her own seat, or in a free one.
    fn sit(&mut self, seat: u8, join: &Join) -> Result<Seat> {
        let seats = self.table.names()?.len();
        let refuse = |code: &str, words: String| Error::refused(Refusal::new(code, words).number("seat", seat.into()));
        let Some(secret) = join.secret.as_ref().filter(|_| usize::from(seat) < seats) else {
            return Err(refuse("no_such_seat", format!("there is no seat {seat}: the table has {seats}, from 0")));
        };
        if self.notes.bots.contains(&seat) {
            return Err(refuse("seat_taken", format!("a bot plays the seat {seat}")));
        }
        // Hashes are compared in a time that says nothing of where they differ.
        let hash = blake3::derive_key(&format!("intermezzo seat {seat} of {}", self.name), secret.as_bytes());
        let hash = blake3::Hash::from_bytes(hash);
        let mut notes = self.notes.clone();
        notes.secrets.resize(seats, None);
        let known = notes.secrets[usize::from(seat)].as_deref().map(blake3::Hash::from_hex);
        match known {
            Some(Ok(known)) if known == hash => {}
            Some(_) => {
                return Err(refuse("seat_taken", format!("somebody plays the seat {seat}, with another secret")));
            }
            None => notes.secrets[usize::from(seat)] = Some(hash.to_hex().to_string()),
        }
        notes.names = self.table.names()?.to_vec();
        if let Some(name) = &join.name {
            let others = notes.names.iter().enumerate().filter(|(i, _)| *i != usize::from(seat));
            if others.into_iter().any(|(_, other)| other.trim().to_lowercase() == name.trim().to_lowercase()) {
                return Err(refuse("name_taken", "somebody else at the table has this name".into()));
            }
            notes.names[usize::from(seat)] = name.trim().to_string();
        }
        if let Some(shelf) = &self.shelf {
            shelf.note(&self.name, &notes)?;
        }
        if join.name.is_some() {
            self.table.name_seats(&notes.names)?;
        }
        self.notes = notes;
        Ok(Seat(seat))
    }

    /// Tells somebody why her line is refused. False: she is not here any more, or does not read.
    pub fn refuse(&mut self, id: u64, error: &Error) -> bool {
        let guest = self.guests.iter_mut().find(|guest| guest.id == id);
        guest.is_some_and(|guest| guest.say(&Message::Refused(serve::why(error))))
    }

    /// Removes a guest who has gone.
    pub fn leave(&mut self, id: u64) {
        self.guests.retain(|guest| guest.id != id);
    }

    /// Takes an answer, and tells the result to everybody. A repeated answer is acknowledged again.
    ///
    /// # Errors
    ///
    /// An answer to another question, or an illegal one: nothing has changed.
    pub fn answer(&mut self, id: u64, reply: &Reply) -> Result<()> {
        if !self.guests.iter().any(|guest| guest.id == id) {
            return Err(Error::usage("another connection has this seat now"));
        }
        if self.table.reply(reply)? == Took::Before {
            let again = Message::Taken(Again { seat: reply.seat, question: reply.question });
            self.guests.retain_mut(|guest| guest.id != id || guest.say(&again));
            return Ok(());
        }
        self.went()
    }

    /// Notes that the game is over, if it is, and tells everybody how the table stands.
    fn went(&mut self) -> Result<()> {
        self.follow()?;
        if self.table.is_over()? && !self.is_over {
            self.is_over = true;
            self.notes.is_over = true;
            if let Some(shelf) = &self.shelf {
                shelf.note(&self.name, &self.notes)?;
            }
        }
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain_mut(|guest| self.tell(guest));
        self.guests = guests;
        Ok(())
    }

    /// Whether somebody's time is over.
    pub fn is_late(&self) -> bool {
        self.deadlines.next().is_some_and(|end| end <= Instant::now())
    }

    /// Answers by default for those whose time is over; everybody is told what came of it.
    ///
    /// # Errors
    ///
    /// A default answer that the table does not take: this seat gets its time anew.
    pub fn wake(&mut self) -> Result<()> {
        let now = Instant::now();
        for seat in self.deadlines.over(now) {
            // The answer before may have ended this question, too.
            if self.deadlines.over(now).contains(&seat) {
                self.deadlines.stop(seat);
                self.table.time_is_up(seat)?;
                self.went()?;
            }
        }
        Ok(())
    }

    /// Starts clocks for the present questions of seated players, and stops those of closed questions.
    fn follow(&mut self) -> Result<()> {
        let secrets = &self.notes.secrets;
        let is_taken = |seat: Seat| secrets.get(seat.index()).is_some_and(Option::is_some);
        let timed: Vec<Timed> = self.table.timed()?.iter().filter(|timed| is_taken(timed.seat)).copied().collect();
        self.deadlines.follow(&timed, Instant::now());
        Ok(())
    }

    /// Sends somebody the table as their seat may see it. False: they must be disconnected.
    fn tell(&mut self, guest: &mut Guest) -> bool {
        match self.table.now(guest.seat.as_slice(), &mut guest.told) {
            Ok(line) => {
                let is_last = line.starts_with("{\"over\"");
                guest.send(line) && !is_last
            }
            Err(error) => guest.say(&Message::Refused(serve::why(&error))),
        }
    }
}

impl Guest {
    fn say(&mut self, message: &Message) -> bool {
        serde_json::to_string(message).is_ok_and(|line| self.send(line))
    }

    /// Sends a line. False: the guest does not read, or has left.
    fn send(&mut self, line: String) -> bool {
        self.lines.try_send(line).is_ok()
    }
}
