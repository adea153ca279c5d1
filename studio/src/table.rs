//! Table: a game in progress, as an actor: one task with one inbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use intermezzo::bots::Brain;
use intermezzo::error::Refusal;
use intermezzo::sitting::{Instead, Sitting};
use intermezzo::table::MOST_ANSWERS;
use intermezzo::wire::{Reply, Took};
use intermezzo::{Answer, Seat};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, WeakSender};
use tokio::sync::oneshot;

use crate::games::Loaded;
use crate::guest::{Guest, Telling};
use crate::messages::{Hello, Message, Person, Place, Refused, Saved, why, written};
use crate::notes::{Notes, Sitter};
use crate::played::{Course, Played, Player};
use crate::remarks::{MOST, Remark, text_of};
use crate::secret;
use crate::store::{Store, Write};

/// The most letters in the inbox.
pub const INBOX: usize = 256;
/// The time after which a table without guests ends its task. The database keeps the table.
const EMPTY: Duration = Duration::from_secs(15 * 60);

/// The pause after an answer of a bot that could not be stored: full disks are seldom emptied sooner.
const FULL: Duration = Duration::from_secs(5);

/// The longest wait of an answer in the inbox. An overloaded server refuses later answers; otherwise its queue would
/// grow until every answer is late.
const BUSY: Duration = Duration::from_secs(1);
/// The bot that plays for an absent player.
const STAND_IN: &str = "greedy";

/// The channel for the reply to a letter.
pub type Told<T> = oneshot::Sender<Result<T, Refusal>>;

/// A letter to a table.
pub enum Letter {
    /// A guest joins, with the key of a seat or as a watcher. The reply is the guest's number.
    Join { key: Option<String>, from: u32, mail: Sender<Arc<str>>, back: Told<u64> },
    /// A guest has left.
    Leave(u64),
    /// The holder of a key answers. A connected guest gets the acknowledgement among the other messages, in order.
    Answer { key: String, reply: Reply, guest: Option<u64>, sent: Instant, back: Told<()> },
    /// The holder of a key undoes their last answer.
    Undo { key: String, back: Told<()> },
    /// The holder of a key votes about an absent player. The reply is the decision, if all votes agree.
    Vote { key: String, about: u8, instead: Instead, back: Told<Option<Instead>> },
    /// A person takes a free seat under a name. The reply is the seat and its key.
    Sit { name: String, back: Told<(u8, String)> },
    /// A request for the game and the players.
    People { back: Told<(String, Vec<Person>)> },
    /// The holder of a key asks what a bot would answer in her place.
    Hint { key: String, player: Box<Player>, back: Told<Hint> },
    /// The holder of a key asks why she cannot use or choose a card now.
    WhyNot { key: String, card: u16, back: Told<Vec<String>> },
    /// A request for the game so far, by the holder of a key or a watcher.
    Record { key: Option<String>, back: Told<Recorded> },
    /// The holder of a key writes a note about a moment; `None`: about the current one.
    Remark { key: String, at: Option<usize>, text: String, back: Told<()> },
    /// The files of a game changed; they were loaded, or have an error.
    Reload { game: String, loaded: Result<Arc<Loaded>, String> },
    /// A bot has learnt the game.
    Learnt { seat: u8, brain: Box<Brain> },
}

/// A bot's answer.
#[derive(Serialize)]
pub struct Hint {
    /// The question.
    pub question: u32,
    /// The answer.
    pub answer: Answer,
}

/// The game so far.
pub struct Recorded {
    /// Its record, and where its moments are looked at.
    pub course: Course,
    /// The number of answers.
    pub answers: usize,
    /// The game that is played.
    pub loaded: Arc<Loaded>,
    /// The id of the game.
    pub game: String,
    /// The code of the table.
    pub code: String,
    /// The names at the table.
    pub names: Vec<String>,
    /// The seat of the requester.
    pub seat: Option<u8>,
    /// The players' notes.
    pub remarks: Vec<Remark>,
    /// True if all other seats are bots.
    pub is_alone: bool,
    /// True if the game is over.
    pub is_over: bool,
}

/// The acknowledgement of an answer, or its refusal.
fn acknowledged(reply: &Reply, answered: &Result<bool, Refusal>) -> Message<'static> {
    let question = reply.question;
    match answered {
        Ok(_) => Message::Taken(Place { seat: reply.seat, question: question.unwrap_or_default() }),
        Err(why) => Message::Refused(Refused { question, why: why.clone() }),
    }
}

/// The pauses of a table.
#[derive(Clone, Copy)]
pub struct Pauses {
    /// The pause before a bot answers.
    pub bot: Duration,
    /// The time until the others may vote about an absent player.
    pub absent: Duration,
}

/// A table with everything that belongs to it.
pub struct Desk {
    /// The table itself.
    pub table: Played,
    /// Its players.
    pub notes: Notes,
    /// The players' notes about moments.
    pub remarks: Vec<Remark>,
    /// Its game.
    pub loaded: Arc<Loaded>,
    /// The database, if there is one.
    store: Option<Store>,
    /// The part of the record that is stored.
    kept: String,
    /// True if a bot has not learnt the game yet.
    must_learn: bool,
    /// True if the game is ahead of the stored record and could not be rolled back. The task then ends, and the next
    /// request reads the table from the database.
    is_lost: bool,
    pauses: Pauses,
    /// The clocks of the players, and who is connected.
    sitting: Sitting,
    guests: Vec<Guest>,
    last_guest: u64,
    brains: Vec<Option<Player>>,
    /// The answers that bots alone gave at a table without persons.
    alone: u32,
    empty_since: Instant,
    /// True if the table may end for another one: see [`Desk::is_idle`].
    idle: Arc<AtomicBool>,
}

impl Desk {
    /// A table at which nobody is connected. Its record is kept already, if there is a store.
    pub fn new(table: Played, notes: Notes, loaded: Arc<Loaded>, store: Option<Store>, pauses: Pauses) -> Desk {
        let seats_with = |is: fn(&Sitter) -> bool| {
            let seats = (0u8..).zip(&notes.seats).filter(|(_, seat)| seat.bot.is_none() && is(seat));
            seats.map(|(at, _)| Seat(at)).collect::<Vec<_>>()
        };
        let (taken, stand_ins) = (seats_with(|seat| seat.is_taken), seats_with(|seat| seat.has_stand_in));
        let mut desk = Desk {
            sitting: Sitting::resume(pauses.absent, &taken, &stand_ins, Instant::now()),
            kept: if store.is_some() { table.record() } else { String::new() },
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
            alone: 0,
            empty_since: Instant::now(),
            idle: Arc::default(),
        };
        desk.set_clocks();
        desk
    }

    /// True as long as the table may end for another one: nobody is connected, and it is over, lies in the database, or has
    /// no seat for a person.
    pub fn is_idle(&self) -> Arc<AtomicBool> {
        self.idle.clone()
    }

    fn note_idle(&self) {
        let is_free = self.table.is_over() || self.store.is_some() || self.has_bots_only();
        self.idle.store(self.guests.is_empty() && is_free, Ordering::Relaxed);
    }

    fn has_bots_only(&self) -> bool {
        self.notes.seats.iter().all(|seat| seat.bot.is_some())
    }

    async fn name_seats(&mut self) {
        self.table.name_seats(self.notes.names()).await;
    }

    /// Starts the clocks of persons; bots have none.
    fn set_clocks(&mut self) {
        self.sitting.follow(self.table.timed(), Instant::now());
    }

    /// Runs until all senders are dropped, or until the table was empty for a quarter of an hour.
    pub async fn play(mut self, mut inbox: Receiver<Letter>, own: WeakSender<Letter>) {
        let mut bots_at = None;
        self.name_seats().await;
        loop {
            if self.is_lost {
                return;
            }
            self.note_idle();
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

    /// The kind of bot that currently plays a seat.
    fn bot_at(&self, seat: Seat) -> Option<&str> {
        let bot = self.notes.seats.get(seat.index())?.bot.as_deref();
        bot.or_else(|| self.sitting.stand_ins().contains(&seat).then_some(STAND_IN))
    }

    /// Starts to teach each bot the game, on other threads.
    fn learn(&mut self, own: &WeakSender<Letter>) {
        for seat in 0..self.notes.seats.len() as u8 {
            let Some(kind) = self.bot_at(Seat(seat)).map(String::from) else { continue };
            let known = self.loaded.known_brain(&kind);
            if known.is_some() || self.loaded.game().is_err() {
                self.brains[usize::from(seat)] = Some(Player { kind, brain: known });
                continue;
            }
            let (loaded, own) = (self.loaded.clone(), own.clone());
            tokio::task::spawn_blocking(move || {
                // If a bot cannot learn the game, a random one plays, so that the game goes on.
                let brain = loaded.brain(&kind).or_else(|_| loaded.brain("random"));
                if let (Ok(brain), Some(own)) = (brain, own.upgrade()) {
                    let _ = own.blocking_send(Letter::Learnt { seat, brain: Box::new(brain) });
                }
            });
        }
    }

    /// The bot that is asked, if it may answer now.
    fn asked_bot(&self) -> Option<(Seat, &Player)> {
        let asked = self.table.asked();
        let brain = |seat: &Seat| self.brains.get(seat.index()).and_then(Option::as_ref).map(|brain| (*seat, brain));
        // What a bot does before somebody looks, nobody sees it do: it waits for her.
        let is_watched = !self.guests.is_empty() || self.has_bots_only() && self.alone < MOST_ANSWERS;
        asked.iter().find_map(brain).filter(|_| is_watched)
    }

    async fn let_a_bot_answer(&mut self) -> Result<(), Refusal> {
        let Some((seat, brain)) = self.asked_bot() else { return Ok(()) };
        let player = brain.clone();
        self.alone = if self.guests.is_empty() { self.alone + 1 } else { 0 };
        if let Err(error) = self.table.let_bot_answer(seat, &player, self.notes.seed).await {
            // A process that is busy or rests answers later.
            if player.brain.is_some() {
                self.brains[seat.index()] = None;
                return Ok(());
            }
            return Err(why(&error));
        }
        self.keep().await?;
        self.tell_all().await;
        Ok(())
    }

    /// Answers for players whose clock has run out, as the manifest says.
    async fn time_is_up(&mut self, now: Instant) {
        self.set_clocks();
        while let Some(seat) = self.sitting.take_late(now) {
            // A refused default answer does not come again at once: the seat gets its time anew.
            if self.table.time_is_up(seat).await.is_ok() && self.keep().await.is_ok() {
                self.tell_all().await;
            }
        }
        self.set_clocks();
    }

    async fn read(&mut self, letter: Letter) {
        match letter {
            Letter::Join { key, from, mail, back } => {
                let joined = self.join(key, from, mail).await;
                let _ = back.send(joined);
            }
            Letter::Leave(id) => self.leave(id),
            Letter::Answer { key, reply, guest, sent, back } => {
                // The sender gets the acknowledgement before the consequences of the answer.
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
                    self.tell_all().await;
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
            Letter::Hint { key, player, back } => {
                let hint = self.hint(&key, &player).await;
                let _ = back.send(hint);
            }
            Letter::WhyNot { key, card, back } => {
                let lines = self.why_not(&key, card).await;
                let _ = back.send(lines);
            }
            Letter::Record { key, back } => {
                let recorded = self.recorded(key.as_deref());
                let _ = back.send(recorded);
            }
            // The absent player may have come back while the bot learnt.
            Letter::Learnt { seat, brain } if self.bot_at(Seat(seat)).is_some() => {
                let kind = self.bot_at(Seat(seat)).unwrap_or_default().to_string();
                self.brains[usize::from(seat)] = Some(Player { kind, brain: Some(*brain) });
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
        // A number beyond the log is older than an undo: the guest gets all events again.
        let told = if from <= self.table.log_len() { from } else { 0 };
        let mut guest = Guest { id: self.last_guest, seat, mail, told, is_anew: told == 0, known: Default::default() };
        if guest.send(self.hello(seat))
            && (self.remarks.is_empty() || guest.say(&Message::Remarks(&self.remarks)))
            && guest.tell(&mut self.table, &self.loaded, &self.sitting, &mut Telling::new()).await
        {
            self.guests.push(guest);
        }
        self.tell_people();
        Ok(self.last_guest)
    }

    /// The first message to a guest, for a seat or a watcher.
    fn hello(&self, seat: Option<u8>) -> Arc<str> {
        let seats: Vec<u8> = seat.into_iter().collect();
        let names = (&*self.notes.game, &*self.notes.code);
        let may_undo = seat.is_some_and(|seat| self.is_alone(seat));
        written(&Message::Hello(Hello::new(&self.loaded.about, names, &seats, may_undo)))
    }

    /// Sends the first message again, after a change of its contents.
    fn greet_again(&mut self) {
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain(|guest| guest.send(self.hello(guest.seat)));
        self.guests = guests;
    }

    /// Seats a player, or brings one back; a bot that played meanwhile stops.
    async fn comes(&mut self, seat: u8) -> Result<(), Refusal> {
        let at = usize::from(seat);
        let is_known = self.notes.seats[at].is_taken && !self.notes.seats[at].has_stand_in;
        if self.notes.seats[at].has_stand_in {
            self.brains[at] = None;
        }
        (self.notes.seats[at].is_taken, self.notes.seats[at].has_stand_in) = (true, false);
        self.sitting.comes(self.table.timed(), Seat(seat), Instant::now());
        if is_known { Ok(()) } else { self.note().await }
    }

    fn leave(&mut self, id: u64) {
        self.guests.retain(|guest| guest.id != id);
        self.empty_since = Instant::now();
        self.notice_the_absent();
        self.tell_people();
    }

    /// Starts the absence of players without a connection.
    fn notice_the_absent(&mut self) {
        let is_gone = |seat: &Seat| self.guests.iter().all(|guest| guest.seat != Some(seat.0));
        let gone: Vec<Seat> = self.sitting.taken().iter().copied().filter(is_gone).collect();
        gone.into_iter().for_each(|seat| self.sitting.goes(seat, Instant::now()));
    }

    /// Counts a vote about an absent player.
    async fn vote(&mut self, key: &str, about: u8, instead: Instead) -> Result<Option<Instead>, Refusal> {
        let by = Seat(self.seat_of(key)?);
        let before = self.sitting.clone();
        let done = self.sitting.agree((by, Seat(about)), instead, Instant::now()).map_err(|error| why(&error))?;
        if done == Some(Instead::Claim)
            && let Err(error) = self.table.concede(Seat(about)).await
        {
            self.sitting = before;
            return Err(why(&error));
        }
        self.set_clocks();
        match done {
            Some(Instead::Bot) => {
                self.notes.seats[usize::from(about)].has_stand_in = true;
                self.must_learn = true;
                self.note().await?;
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

    fn seat_of(&self, key: &str) -> Result<u8, Refusal> {
        self.notes.seat_of(key).ok_or_else(|| Refusal::new("no_such_seat", "this link opens no seat at this table"))
    }

    /// Takes an answer. False: the same answer was taken before.
    async fn answer(&mut self, key: &str, reply: &Reply) -> Result<bool, Refusal> {
        let seat = self.seat_of(key)?;
        if seat != reply.seat {
            return Err(Refusal::new("no_such_seat", "you do not hold this seat"));
        }
        match self.table.reply(reply).await.map_err(|error| why(&error))? {
            Took::Before => Ok(false),
            Took::Now => self.keep().await.map(|()| true),
        }
    }

    /// Continues the game with changed files.
    async fn reload(&mut self, loaded: Result<Arc<Loaded>, String>) {
        let adopted = loaded.and_then(|loaded| {
            let game = loaded.game().map_err(|why| why.words)?;
            let Some(table) = self.table.table() else { return Err("it is played in a process of its own".into()) };
            let adopted = table.adopt(game).map_err(|error| error.to_string())?;
            self.loaded = loaded;
            self.table.went();
            Ok(adopted)
        });
        let saved = match adopted {
            Ok(adopted) => {
                // The bots have to learn the changed game.
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
            // The title, the zones and the layout may have changed.
            self.greet_again();
            self.tell_all().await;
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

    async fn hint(&mut self, key: &str, player: &Player) -> Result<Hint, Refusal> {
        let seat = Seat(self.seat_of(key)?);
        let hint = self.table.hint(seat, player, self.notes.seed).await;
        hint.map(|(question, answer)| Hint { question, answer }).map_err(|error| why(&error))
    }

    async fn why_not(&mut self, key: &str, card: u16) -> Result<Vec<String>, Refusal> {
        let seat = Seat(self.seat_of(key)?);
        self.table.why_not(seat, card).await.map_err(|error| why(&error))
    }

    fn recorded(&self, key: Option<&str>) -> Result<Recorded, Refusal> {
        let seat = key.map(|key| self.seat_of(key)).transpose()?;
        Ok(Recorded {
            course: self.table.course(),
            answers: self.table.answers(),
            loaded: self.loaded.clone(),
            game: self.notes.game.clone(),
            code: self.notes.code.clone(),
            names: self.notes.names(),
            seat,
            is_alone: seat.is_some_and(|seat| self.is_alone(seat)),
            remarks: self.remarks.clone(),
            is_over: self.table.is_over(),
        })
    }

    /// True if all other seats are bots.
    fn is_alone(&self, seat: u8) -> bool {
        self.notes.seats.iter().enumerate().all(|(at, of)| at == usize::from(seat) || of.bot.is_some())
    }

    async fn undo(&mut self, key: &str) -> Result<(), Refusal> {
        let seat = self.seat_of(key)?;
        if !self.is_alone(seat) {
            return Err(Refusal::new("not_alone", "others saw what you did: nothing is taken back"));
        }
        // Answers of bots after it are taken back with it.
        let mut is_changed = false;
        loop {
            if !self.table.undo().await.map_err(|error| why(&error))? {
                match is_changed {
                    // Only bots had answered before; they answer again.
                    true => break,
                    false => return Err(Refusal::new("nothing_to_undo", "there is nothing to take back")),
                }
            }
            is_changed = true;
            let asked = self.table.asked();
            if asked.iter().any(|asked| self.notes.seats[asked.index()].bot.is_none()) {
                break;
            }
        }
        // The answer may have been given before files were saved: they count for what comes.
        if let (Some(table), Ok(game)) = (self.table.table(), self.loaded.game())
            && table.game().hash() != game.hash()
        {
            let _ = table.adopt(game);
            self.table.went();
        }
        self.keep().await?;
        for guest in &mut self.guests {
            (guest.told, guest.is_anew) = (0, true);
        }
        self.tell_all().await;
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
        self.sitting.comes(self.table.timed(), Seat(at as u8), Instant::now());
        self.notice_the_absent();
        self.name_seats().await;
        self.tell_all().await;
        self.tell_people();
        Ok((at as u8, key))
    }

    /// Stores the notes.
    async fn note(&mut self) -> Result<(), Refusal> {
        let Some(store) = self.store.clone() else { return Ok(()) };
        let write = Write::Notes { code: self.notes.code.clone(), notes: self.notes.to_text() };
        store.write(write).await.map_err(|error| self.not_kept(&error))
    }

    /// Stores the record. If that fails, the game is rolled back to the stored record.
    async fn keep(&mut self) -> Result<(), Refusal> {
        let Some(store) = self.store.clone() else { return Ok(()) };
        let record = self.table.record();
        // What was taken back is not in it any more: then it is written anew.
        let start = if record.starts_with(&self.kept) { self.kept.len() } else { 0 };
        let write = Write::Record { code: self.notes.code.clone(), start, text: record[start..].to_string() };
        match store.write(write).await {
            Ok(()) => self.kept = record,
            Err(error) => {
                self.go_back().await;
                return Err(self.not_kept(&error));
            }
        }
        Ok(())
    }

    /// Goes back to what is kept.
    async fn go_back(&mut self) {
        self.is_lost = !self.table.go_back(&self.kept, self.notes.names()).await;
        if let Some(table) = self.table.table()
            && !self.loaded.is(table.game())
        {
            self.loaded = Arc::new(Loaded::new(table.game().clone()));
        }
        self.name_seats().await;
        for guest in &mut self.guests {
            (guest.told, guest.is_anew) = (0, true);
        }
        self.tell_all().await;
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

    async fn tell_all(&mut self) {
        self.set_clocks();
        let mut told = Telling::new();
        let mut here = Vec::new();
        for mut guest in std::mem::take(&mut self.guests) {
            if guest.tell(&mut self.table, &self.loaded, &self.sitting, &mut told).await {
                here.push(guest);
            }
        }
        self.guests = here;
    }
}
