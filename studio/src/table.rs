//! Table: a game being played, as an actor: one task that hears one message after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use intermezzo::bots::Brain;
use intermezzo::error::Refusal;
use intermezzo::sitting::{Instead, Sitting};
use intermezzo::wire::{PROTOCOL, Reply, Took};
use intermezzo::{Answer, Card, Record, Seat, Table};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, WeakSender};
use tokio::sync::oneshot;

use crate::games::Loaded;
use crate::guest::{Guest, Telling};
use crate::messages::{Hello, Message, Person, Place, Refused, Saved, why, written};
use crate::notes::{Notes, Sitter};
use crate::remarks::{MOST, Remark, text_of};
use crate::secret;
use crate::store::{Store, Write};

/// So many messages wait for an actor.
pub const INBOX: usize = 256;
/// A table at which nobody was connected for so long ends its task; its files stay.
const EMPTY: Duration = Duration::from_secs(15 * 60);

/// A bot of which the answer could not be kept waits so long before the next try: a disk is seldom full for less.
const FULL: Duration = Duration::from_secs(5);

/// An answer that waited so long for its table is refused: a server with more answers than it can take keeps up with those
/// that it takes, where a queue would grow until nobody is answered in time.
const BUSY: Duration = Duration::from_secs(1);
/// The bot that plays for an absent player.
const STAND_IN: &str = "greedy";

/// The way back of an answer to a letter.
pub type Told<T> = oneshot::Sender<Result<T, Refusal>>;

/// A letter to a table.
pub enum Letter {
    /// Somebody connects, with the key of her seat or to watch. Her number comes back.
    Join { key: Option<String>, from: u32, mail: Sender<Arc<str>>, back: Told<u64> },
    /// Somebody has gone.
    Leave(u64),
    /// The holder of a key answers. If she is connected under a number, she is told among her other messages, in their order.
    Answer { key: String, reply: Reply, guest: Option<u64>, sent: Instant, back: Told<()> },
    /// The holder of a key takes her last answer back.
    Undo { key: String, back: Told<()> },
    /// The holder of a key votes about an absent player. What is done now that all have voted alike comes back.
    Vote { key: String, about: u8, instead: Instead, back: Told<Option<Instead>> },
    /// Somebody takes a free seat under a name. The seat and its key come back.
    Sit { name: String, back: Told<(u8, String)> },
    /// The game and the players are asked for.
    People { back: Told<(String, Vec<Person>)> },
    /// The holder of a key asks what a bot would answer in her place.
    Hint { key: String, brain: Box<Brain>, back: Told<Hint> },
    /// The holder of a key asks why she cannot use or choose a card now.
    WhyNot { key: String, card: u16, back: Told<Vec<String>> },
    /// The holder of a key, or somebody who watches, asks for the game so far.
    Record { key: Option<String>, back: Told<Recorded> },
    /// The holder of a key writes about a moment; `None`: about this one.
    Remark { key: String, at: Option<usize>, text: String, back: Told<()> },
    /// Files of a game changed: it is loaded anew, or cannot be.
    Reload { game: String, loaded: Result<Arc<Loaded>, String> },
    /// A bot has learnt the game.
    Learnt { seat: u8, brain: Box<Brain> },
}

/// The answer of a bot.
#[derive(Serialize)]
pub struct Hint {
    /// The question.
    pub question: u32,
    /// The answer.
    pub answer: Answer,
}

/// A game so far.
pub struct Recorded {
    /// Its record.
    pub record: Record,
    /// The game that is played.
    pub loaded: Arc<Loaded>,
    /// The id of the game.
    pub game: String,
    /// The code of the table.
    pub code: String,
    /// The names at the table.
    pub names: Vec<String>,
    /// The seat of who asked.
    pub seat: Option<u8>,
    /// The notes about it.
    pub remarks: Vec<Remark>,
    /// True if bots play all seats but that of the asker.
    pub is_alone: bool,
    /// True if it is over.
    pub is_over: bool,
}

/// The message about an answer to its giver.
fn acknowledged(reply: &Reply, answered: &Result<bool, Refusal>) -> Message<'static> {
    let question = reply.question;
    match answered {
        Ok(_) => Message::Taken(Place { seat: reply.seat, question: question.unwrap_or_default() }),
        Err(why) => Message::Refused(Refused { question, why: why.clone() }),
    }
}

/// The times that a table lets pass.
#[derive(Clone, Copy)]
pub struct Pauses {
    /// Before a bot answers.
    pub bot: Duration,
    /// Before the others may vote about an absent player.
    pub absent: Duration,
}

/// A table and all that belongs to it.
pub struct Desk {
    /// The table itself.
    pub table: Table,
    /// Its players.
    pub notes: Notes,
    /// The notes about its moments.
    pub remarks: Vec<Remark>,
    /// Its game.
    pub loaded: Arc<Loaded>,
    /// The database that keeps it.
    store: Option<Store>,
    /// The part of its record that is kept.
    kept: String,
    /// True if bots are to learn the game.
    must_learn: bool,
    /// True if the game is ahead of what is kept, and cannot go back: it is read again when somebody asks for it.
    is_lost: bool,
    pauses: Pauses,
    /// The clocks, and the presence of persons.
    sitting: Sitting,
    guests: Vec<Guest>,
    last_guest: u64,
    brains: Vec<Option<Brain>>,
    empty_since: Instant,
}

impl Desk {
    /// A table at which nobody is connected. Its record is kept already, if there is a store.
    pub fn new(table: Table, notes: Notes, loaded: Arc<Loaded>, store: Option<Store>, pauses: Pauses) -> Desk {
        let seats_with = |is: fn(&Sitter) -> bool| {
            let seats = (0u8..).zip(&notes.seats).filter(|(_, seat)| seat.bot.is_none() && is(seat));
            seats.map(|(at, _)| Seat(at)).collect::<Vec<_>>()
        };
        let (taken, stand_ins) = (seats_with(|seat| seat.is_taken), seats_with(|seat| seat.has_stand_in));
        let mut desk = Desk {
            sitting: Sitting::resume(pauses.absent, &taken, &stand_ins, Instant::now()),
            kept: if store.is_some() { table.record().to_text() } else { String::new() },
            brains: vec![None; notes.seats.len()],
            table,
            notes,
            remarks: Vec::new(),
            loaded,
            store,
            must_learn: true,
            is_lost: false,
            pauses,
            guests: Vec::new(),
            last_guest: 0,
            empty_since: Instant::now(),
        };
        desk.name_seats();
        desk.set_clocks();
        desk
    }

    fn name_seats(&mut self) {
        let names: Vec<&str> = self.notes.seats.iter().map(|seat| &*seat.name).collect();
        // There is a name for each seat: the notes were made for this table.
        let _ = self.table.name_seats(&names);
    }

    /// Sets the clocks of persons: bots have none.
    fn set_clocks(&mut self) {
        self.sitting.follow(&self.table, Instant::now());
    }

    /// Plays until nobody can reach the table any more, or nobody was here for a long time.
    pub async fn play(mut self, mut inbox: Receiver<Letter>, own: WeakSender<Letter>) {
        let mut bots_at = None;
        loop {
            if self.is_lost {
                return;
            }
            if std::mem::take(&mut self.must_learn) {
                self.learn(&own);
            }
            match self.asked_bot() {
                None => bots_at = None,
                Some(_) if bots_at.is_none() => bots_at = Some(Instant::now() + self.pauses.bot),
                Some(_) => {}
            }
            let clocks = bots_at.into_iter().chain(self.sitting.next_wake());
            let until = clocks.min().unwrap_or_else(|| Instant::now() + EMPTY);
            tokio::select! {
                letter = inbox.recv() => match letter {
                    Some(letter) => self.read(letter).await,
                    None => return,
                },
                () = tokio::time::sleep_until(until.into()) => {
                    let now = Instant::now();
                    self.time_is_up(now).await;
                    if bots_at.is_some_and(|at| at <= now) {
                        let is_kept = self.let_a_bot_answer().await.is_ok();
                        bots_at = if is_kept { None } else { Some(Instant::now() + FULL) };
                    }
                    if self.guests.is_empty() && self.store.is_some() && self.empty_since.elapsed() >= EMPTY {
                        return;
                    }
                }
            }
        }
    }

    /// The kind of bot that plays a seat now.
    fn bot_at(&self, seat: Seat) -> Option<&str> {
        let bot = self.notes.seats.get(seat.index())?.bot.as_deref();
        bot.or_else(|| self.sitting.stand_ins().contains(&seat).then_some(STAND_IN))
    }

    /// Lets each bot learn the game, away from this thread.
    fn learn(&mut self, own: &WeakSender<Letter>) {
        for seat in 0..self.notes.seats.len() as u8 {
            let Some(kind) = self.bot_at(Seat(seat)).map(String::from) else { continue };
            if let Some(brain) = self.loaded.known_brain(&kind) {
                self.brains[usize::from(seat)] = Some(brain);
                continue;
            }
            let (loaded, own) = (self.loaded.clone(), own.clone());
            tokio::task::spawn_blocking(move || {
                // A bot that cannot learn plays at random: the game goes on.
                let brain = loaded.brain(&kind).or_else(|_| loaded.brain("random"));
                if let (Ok(brain), Some(own)) = (brain, own.upgrade()) {
                    let _ = own.blocking_send(Letter::Learnt { seat, brain: Box::new(brain) });
                }
            });
        }
    }

    /// The bot that is asked, if it may answer now.
    fn asked_bot(&self) -> Option<(Seat, &Brain)> {
        let asked = self.table.asked_seats();
        let brain = |seat: &Seat| self.brains.get(seat.index()).and_then(Option::as_ref).map(|brain| (*seat, brain));
        // What a bot does before somebody looks, nobody sees it do: it waits for her.
        let is_watched = !self.guests.is_empty() || self.notes.seats.iter().all(|seat| seat.bot.is_some());
        asked.iter().find_map(brain).filter(|_| is_watched)
    }

    async fn let_a_bot_answer(&mut self) -> Result<(), Refusal> {
        let Some((seat, brain)) = self.asked_bot() else { return Ok(()) };
        let brain = brain.clone();
        if brain.answer(&mut self.table, seat, self.notes.seed).is_err() {
            self.brains[seat.index()] = None;
            return Ok(());
        }
        self.keep().await?;
        self.tell_all();
        Ok(())
    }

    /// Answers for those whose time is over, as the game says.
    async fn time_is_up(&mut self, now: Instant) {
        let woken = self.sitting.wake(&mut self.table, now);
        if matches!(woken, Ok(Took::Now)) && self.keep().await.is_ok() {
            self.tell_all();
        }
    }

    async fn read(&mut self, letter: Letter) {
        match letter {
            Letter::Join { key, from, mail, back } => {
                let joined = self.join(key, from, mail).await;
                let _ = back.send(joined);
            }
            Letter::Leave(id) => self.leave(id),
            Letter::Answer { key, reply, guest, sent, back } => {
                // Who answers is told that first, and then what came of it.
                let answered = match sent.elapsed() > BUSY {
                    true => Err(Refusal::new("busy", "the server has too much to do: answer again in a moment")),
                    false => self.answer(&key, &reply).await,
                };
                let is_new = matches!(answered, Ok(true));
                if let Some(guest) = self.guests.iter().find(|of| Some(of.id) == guest) {
                    guest.say(&acknowledged(&reply, &answered));
                }
                let _ = back.send(answered.map(drop));
                if is_new {
                    self.tell_all();
                }
            }
            Letter::Undo { key, back } => {
                let undone = self.undo(&key).await;
                let _ = back.send(undone);
            }
            Letter::Vote { key, about, instead, back } => {
                let voted = self.vote(&key, about, instead).await;
                let _ = back.send(voted);
            }
            Letter::Sit { name, back } => {
                let sat = self.sit(&name).await;
                let _ = back.send(sat);
            }
            Letter::People { back } => {
                let _ = back.send(Ok((self.notes.game.clone(), self.people())));
            }
            Letter::Remark { key, at, text, back } => {
                let written = self.remark(&key, at, &text).await;
                let _ = back.send(written);
            }
            Letter::Reload { game, loaded } if game == self.notes.game => self.reload(loaded).await,
            Letter::Reload { .. } => {}
            Letter::Hint { key, brain, back } => {
                let hint = self.hint(&key, &brain);
                let _ = back.send(hint);
            }
            Letter::WhyNot { key, card, back } => {
                let lines = self.why_not(&key, card);
                let _ = back.send(lines);
            }
            Letter::Record { key, back } => {
                let recorded = self.recorded(key.as_deref());
                let _ = back.send(recorded);
            }
            // Her player may have come again while her stand-in learnt.
            Letter::Learnt { seat, brain } if self.bot_at(Seat(seat)).is_some() => {
                self.brains[usize::from(seat)] = Some(*brain);
            }
            Letter::Learnt { .. } => {}
        }
    }

    async fn join(&mut self, key: Option<String>, from: u32, mail: Sender<Arc<str>>) -> Result<u64, Refusal> {
        let seat = key.map(|key| self.seat_of(&key)).transpose()?;
        if let Some(seat) = seat {
            self.comes(seat).await?;
        }
        self.last_guest += 1;
        // Nobody knows more than there is: such a number comes from before an answer was taken back.
        let told = if from <= self.table.log_len() { from } else { 0 };
        let mut guest = Guest { id: self.last_guest, seat, mail, told, is_anew: told == 0, known: Default::default() };
        if guest.send(self.hello(seat))
            && (self.remarks.is_empty() || guest.say(&Message::Remarks(&self.remarks)))
            && guest.tell(&self.table, &self.loaded, &self.sitting, &mut Telling::new())
        {
            self.guests.push(guest);
        }
        self.tell_people();
        Ok(self.last_guest)
    }

    /// The first message for a seat, or for who watches.
    fn hello(&self, seat: Option<u8>) -> Arc<str> {
        let seats: Vec<u8> = seat.into_iter().collect();
        written(&Message::Hello(Hello {
            protocol: PROTOCOL,
            game: &self.notes.game,
            title: self.loaded.game.title(),
            code: &self.notes.code,
            seats: &seats,
            lines: &self.loaded.lines,
            zones: &self.loaded.zones,
            may_undo: seat.is_some_and(|seat| self.is_alone(seat)),
        }))
    }

    /// Says the first message again, because something in it has changed.
    fn greet_again(&mut self) {
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain(|guest| guest.send(self.hello(guest.seat)));
        self.guests = guests;
    }

    /// A player sits down, or comes again: a bot that played for her plays no longer.
    async fn comes(&mut self, seat: u8) -> Result<(), Refusal> {
        let at = usize::from(seat);
        let is_known = self.notes.seats[at].is_taken && !self.notes.seats[at].has_stand_in;
        if self.notes.seats[at].has_stand_in {
            self.brains[at] = None;
        }
        (self.notes.seats[at].is_taken, self.notes.seats[at].has_stand_in) = (true, false);
        self.sitting.comes(&self.table, Seat(seat), Instant::now());
        if is_known { Ok(()) } else { self.note().await }
    }

    fn leave(&mut self, id: u64) {
        self.guests.retain(|guest| guest.id != id);
        self.empty_since = Instant::now();
        self.notice_the_absent();
        self.tell_people();
    }

    /// Notes which players have no connection.
    fn notice_the_absent(&mut self) {
        let is_gone = |seat: &Seat| self.guests.iter().all(|guest| guest.seat != Some(seat.0));
        let gone: Vec<Seat> = self.sitting.taken().iter().copied().filter(is_gone).collect();
        gone.into_iter().for_each(|seat| self.sitting.goes(seat, Instant::now()));
    }

    /// A player votes about an absent one.
    async fn vote(&mut self, key: &str, about: u8, instead: Instead) -> Result<Option<Instead>, Refusal> {
        let by = Seat(self.seat_of(key)?);
        let done = self.sitting.vote(&mut self.table, (by, Seat(about)), instead, Instant::now());
        match done.map_err(|error| why(&error))? {
            Some(Instead::Bot) => {
                self.notes.seats[usize::from(about)].has_stand_in = true;
                self.must_learn = true;
                self.note().await?;
                self.tell_people();
                Ok(Some(Instead::Bot))
            }
            Some(Instead::Claim) => {
                self.keep().await?;
                self.tell_all();
                Ok(Some(Instead::Claim))
            }
            done => Ok(done),
        }
    }

    fn seat_of(&self, key: &str) -> Result<u8, Refusal> {
        self.notes.seat_of(key).ok_or_else(|| Refusal::new("no_such_seat", "this link opens no seat at this table"))
    }

    /// Takes an answer. False: it was taken before.
    async fn answer(&mut self, key: &str, reply: &Reply) -> Result<bool, Refusal> {
        let seat = self.seat_of(key)?;
        if !self.table.person(Seat(seat)).has(Seat(reply.seat)) {
            return Err(Refusal::new("no_such_seat", "you do not hold this seat"));
        }
        match self.table.reply(reply).map_err(|error| why(&error))? {
            Took::Before => Ok(false),
            Took::Now => self.keep().await.map(|()| true),
        }
    }

    /// Goes on with changed files at the same moment.
    async fn reload(&mut self, loaded: Result<Arc<Loaded>, String>) {
        let adopted = loaded.and_then(|loaded| {
            let adopted = self.table.adopt(&loaded.game).map_err(|error| error.to_string())?;
            self.loaded = loaded;
            Ok(adopted)
        });
        let saved = match adopted {
            Ok(adopted) => {
                // Bots learn the game anew.
                self.brains.iter_mut().for_each(|brain| *brain = None);
                self.must_learn = true;
                if self.keep().await.is_err() {
                    return;
                }
                for guest in &mut self.guests {
                    (guest.told, guest.is_anew) = (0, true);
                    guest.known.clear();
                }
                Saved { files: adopted.files, dropped: adopted.dropped, wrong: None }
            }
            Err(wrong) => Saved { files: Vec::new(), dropped: 0, wrong: Some(wrong) },
        };
        let is_taken = saved.wrong.is_none();
        let text = written(&Message::Saved(saved));
        self.guests.retain(|guest| guest.send(text.clone()));
        if is_taken {
            // The title, the zones and the order of a player's part may be others.
            self.greet_again();
            self.tell_all();
        }
    }

    async fn remark(&mut self, key: &str, at: Option<usize>, text: &str) -> Result<(), Refusal> {
        let seat = usize::from(self.seat_of(key)?);
        if self.remarks.len() >= MOST {
            return Err(Refusal::new("too_many_notes", format!("a table has {MOST} notes at most")));
        }
        let answers = self.table.answers();
        let at = at.map_or(answers, |at| at.min(answers));
        let remark = Remark { at, name: self.notes.seats[seat].name.clone(), text: text_of(text)? };
        if let Some(store) = self.store.clone() {
            let (code, number) = (self.notes.code.clone(), self.remarks.len());
            let write = Write::Remark { code, number, remark: serde_json::to_string(&remark).unwrap_or_default() };
            store.write(write).await.map_err(|error| self.not_kept(&error))?;
        }
        self.remarks.push(remark);
        self.guests.retain(|guest| guest.say(&Message::Remarks(&self.remarks)));
        Ok(())
    }

    fn hint(&self, key: &str, brain: &Brain) -> Result<Hint, Refusal> {
        let seat = Seat(self.seat_of(key)?);
        let answer = brain.advise(&self.table, seat, self.notes.seed).map_err(|error| why(&error))?;
        Ok(Hint { question: self.table.question(seat), answer })
    }

    fn why_not(&self, key: &str, card: u16) -> Result<Vec<String>, Refusal> {
        let seat = Seat(self.seat_of(key)?);
        self.table.why_not(seat, Card(card)).map_err(|error| why(&error))
    }

    fn recorded(&self, key: Option<&str>) -> Result<Recorded, Refusal> {
        let seat = key.map(|key| self.seat_of(key)).transpose()?;
        Ok(Recorded {
            record: self.table.record().clone(),
            loaded: self.loaded.clone(),
            game: self.notes.game.clone(),
            code: self.notes.code.clone(),
            names: self.notes.seats.iter().map(|seat| seat.name.clone()).collect(),
            seat,
            is_alone: seat.is_some_and(|seat| self.is_alone(seat)),
            remarks: self.remarks.clone(),
            is_over: self.table.is_over(),
        })
    }

    /// True if bots hold all other seats.
    fn is_alone(&self, seat: u8) -> bool {
        self.notes.seats.iter().enumerate().all(|(at, of)| at == usize::from(seat) || of.bot.is_some())
    }

    async fn undo(&mut self, key: &str) -> Result<(), Refusal> {
        let seat = self.seat_of(key)?;
        if !self.is_alone(seat) {
            return Err(Refusal::new("not_alone", "others saw what you did: nothing is taken back"));
        }
        // What bots answered meanwhile is taken back, too.
        let mut is_changed = false;
        loop {
            if !self.table.undo() {
                match is_changed {
                    // Before the first answer of a person only bots had answered: they answer again.
                    true => break,
                    false => return Err(Refusal::new("nothing_to_undo", "there is nothing to take back")),
                }
            }
            is_changed = true;
            let asked = self.table.asked_seats();
            if asked.iter().any(|asked| self.notes.seats[asked.index()].bot.is_none()) {
                break;
            }
        }
        // The answer may have been given before files were saved: they count for what comes.
        if self.table.game().hash() != self.loaded.game.hash() {
            let _ = self.table.adopt(&self.loaded.game);
        }
        self.keep().await?;
        for guest in &mut self.guests {
            (guest.told, guest.is_anew) = (0, true);
        }
        self.tell_all();
        Ok(())
    }

    async fn sit(&mut self, name: &str) -> Result<(u8, String), Refusal> {
        let free = self.notes.seats.iter().position(|seat| seat.bot.is_none() && !seat.is_taken);
        let Some(at) = free else { return Err(Refusal::new("table_full", "every seat of this table is taken")) };
        let key = secret::key().map_err(|_| Refusal::new("failed", "the system gives no chance"))?;
        self.notes.name(at, name)?;
        self.notes.seats[at].is_taken = true;
        self.notes.seats[at].key = Some(secret::hash(&self.notes.code, at, &key));
        self.note().await?;
        // She is on her way: if she does not arrive, the others may vote about her.
        self.sitting.comes(&self.table, Seat(at as u8), Instant::now());
        self.notice_the_absent();
        self.name_seats();
        self.tell_all();
        self.tell_people();
        Ok((at as u8, key))
    }

    /// Keeps the notes.
    async fn note(&mut self) -> Result<(), Refusal> {
        let Some(store) = self.store.clone() else { return Ok(()) };
        let write = Write::Notes { code: self.notes.code.clone(), notes: self.notes.to_text() };
        store.write(write).await.map_err(|error| self.not_kept(&error))
    }

    /// Brings the record to the disk. If that fails, what was not kept has not happened.
    async fn keep(&mut self) -> Result<(), Refusal> {
        let Some(store) = self.store.clone() else { return Ok(()) };
        let record = self.table.record().to_text();
        // What was taken back is not in it any more: then it is written anew.
        let start = if record.starts_with(&self.kept) { self.kept.len() } else { 0 };
        let write = Write::Record { code: self.notes.code.clone(), start, text: record[start..].to_string() };
        match store.write(write).await {
            Ok(()) => self.kept = record,
            Err(error) => {
                self.go_back();
                return Err(self.not_kept(&error));
            }
        }
        Ok(())
    }

    /// Goes back to what is kept.
    fn go_back(&mut self) {
        let texts = self.table.record().begun_with();
        let find = |_: &str| Ok(texts.as_deref().cloned());
        match Record::from_text_with(&self.kept, &find).and_then(|record| record.replay()) {
            Ok(table) => self.table = table,
            Err(_) => self.is_lost = true,
        }
        if self.table.game().hash() != self.loaded.game.hash() {
            self.loaded = Arc::new(Loaded::new(self.table.game().clone()));
        }
        self.name_seats();
        for guest in &mut self.guests {
            (guest.told, guest.is_anew) = (0, true);
        }
        self.tell_all();
    }

    fn not_kept(&self, error: &std::io::Error) -> Refusal {
        eprintln!("table {}: {error}", self.notes.code);
        Refusal::new("not_kept", "the table cannot be written to the disk: nothing has changed")
    }

    fn people(&self) -> Vec<Person> {
        let absent = self.sitting.absent(Instant::now());
        let person = |(at, sitter): (u8, &Sitter)| Person {
            name: sitter.name.clone(),
            bot: sitter.bot.clone(),
            is_taken: sitter.is_taken || sitter.bot.is_some(),
            is_here: sitter.bot.is_some() || self.guests.iter().any(|guest| guest.seat == Some(at)),
            absent: absent.iter().find(|absent| absent.seat == at).map(|absent| absent.seconds),
            has_stand_in: sitter.has_stand_in,
        };
        (0u8..).zip(&self.notes.seats).map(person).collect()
    }

    fn tell_people(&mut self) {
        let people = self.people();
        self.guests.retain(|guest| guest.say(&Message::People(&people)));
    }

    fn tell_all(&mut self) {
        self.set_clocks();
        let Desk { guests, table, loaded, sitting, .. } = self;
        let mut told = Telling::new();
        guests.retain_mut(|guest| guest.tell(table, loaded, sitting, &mut told));
    }
}
