//! Table: a game being played, as an actor: one task that hears one message after the other.
//!
//! ```text
//! answers.rs  what changes the game, and what is kept of it
//! bots.rs     which bot plays a seat, and when it answers
//! habits.rs   what persons answer in advance
//! joining_and_leaving.rs   who comes and goes, and what they are told
//! ```

pub mod answers;
mod bots;
mod habits;
mod joining_and_leaving;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use intermezzo::bots::Brain;
use intermezzo::error::Refusal;
use intermezzo::hosting::{Habits, Hosting, Instead};
use intermezzo::wire::Reply;
use intermezzo::{Answer, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, WeakSender};
use tokio::sync::oneshot;
use tracing::{Instrument as _, Span};

use crate::clock::now;
use crate::games::Loaded;
use crate::guest::Guest;
use crate::messages::{Join, Message, Person, Place, Refused, why};
use crate::remarks::Remark;
use crate::seating::{Sitter, TableSeating};
use crate::secret::Signer;
use crate::store::HeldTable;
use crate::table_game::{BotAtSeat, GameSoFar, TableGame};
use habits::HabitsOfSeats;

/// The most requests in the inbox.
pub const INBOX: usize = 256;
/// The time after which a table without guests ends its task, if the database keeps the table or its game is over.
const EMPTY: Duration = Duration::from_secs(15 * 60);

/// The pause after an answer of a bot, or by habit, that could not be stored: full disks are seldom emptied sooner.
const FULL: Duration = Duration::from_secs(5);

/// The longest wait of an answer in the inbox. An overloaded server refuses later answers; otherwise its queue would
/// grow until every answer is late.
const BUSY: Duration = Duration::from_secs(1);
/// The bot that plays for an absent player.
const STAND_IN: &str = "greedy";

/// The counts of answers at all tables of this process.
pub static ANSWERS: Answers = Answers { taken: AtomicU64::new(0), refused: AtomicU64::new(0), busy: AtomicU64::new(0) };

/// Counts of answers, since the program began.
pub struct Answers {
    /// Taken answers.
    pub taken: AtomicU64,
    /// Refused answers.
    pub refused: AtomicU64,
    /// Refused answers that had waited too long.
    pub busy: AtomicU64,
}

/// The channel for the reply to a request.
pub type ReplySender<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to a table.
pub enum TableRequest {
    /// A guest joins, with the key of a seat or as a watcher. The reply is the guest's number.
    Join { join: Join, mail: Sender<Arc<str>>, back: ReplySender<u64> },
    /// A guest has left.
    Leave(u64),
    /// The holder of a key answers. A connected guest gets the acknowledgement among the other messages, in order.
    Answer { key: String, reply: Reply, guest: Option<u64>, sent: Instant, back: ReplySender<()> },
    /// The holder of a key says what she answers in advance from now on.
    Habits { key: String, habits: Habits, back: ReplySender<()> },
    /// The holder of a key undoes their last answer.
    Undo { key: String, back: ReplySender<()> },
    /// The holder of a key votes about an absent player. The reply is the decision, if all votes agree.
    Vote { key: String, about: u8, instead: Instead, back: ReplySender<Option<Instead>> },
    /// A person takes a free seat under a name. The reply is the seat and its key.
    Sit { name: String, back: ReplySender<(u8, String)> },
    /// The holder of a key wants one for a visit that lasts until then, in seconds since 1970. The reply is her seat and
    /// that key.
    ComeBack { key: String, until: u64, back: ReplySender<(u8, String)> },
    /// A request for the game and the players.
    People { back: ReplySender<(String, Vec<Person>)> },
    /// The holder of a key asks what a bot would answer in her place.
    Hint { key: String, player: Box<BotAtSeat>, back: ReplySender<Hint> },
    /// The holder of a key asks why she cannot use or choose a card now.
    WhyNot { key: String, card: u16, back: ReplySender<Vec<String>> },
    /// A request for the game so far, by the holder of a key or a watcher.
    Record { key: Option<String>, back: ReplySender<Recorded> },
    /// The holder of a key writes a note about a moment; `None`: about the current one.
    Remark { key: String, at: Option<usize>, text: String, back: ReplySender<()> },
    /// The files of a game changed; they were loaded, or have an error.
    Reload { game: String, loaded: Result<Arc<Loaded>, String> },
    /// The table ends to make room, if nobody is connected.
    End,
    /// What somebody asks, with the span of her request, to which belongs what it brings about.
    Within(Span, Box<TableRequest>),
    /// A bot has learnt the game.
    Learnt { seat: u8, brain: Box<Brain> },
}

/// A bot's answer.
#[derive(Serialize, JsonSchema)]
pub struct Hint {
    /// The question.
    pub question: u32,
    /// The answer.
    pub answer: Answer,
}

/// The game so far.
pub struct Recorded {
    /// The record of the game so far, with the process that plays the game if it has one of its own.
    pub course: GameSoFar,
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
    /// The bots at the table, by seat.
    pub bots: Vec<Option<String>>,
    /// The seat of the requester.
    pub seat: Option<u8>,
    /// The players' notes.
    pub remarks: Vec<Remark>,
    /// True if all other seats are bots.
    pub is_alone: bool,
    /// True if the game is over.
    pub is_over: bool,
}

impl Answers {
    fn count(&self, answered: &Result<bool, Refusal>) {
        let add = |count: &AtomicU64| {
            count.fetch_add(1, Ordering::Relaxed);
        };
        match answered {
            Ok(true) => add(&self.taken),
            Ok(false) => {}
            Err(why) => {
                add(&self.refused);
                if why.code == "busy" {
                    add(&self.busy);
                }
            }
        }
    }
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

/// A table with everything that its task needs: the game, the players, the guests, the bots.
pub struct TableActor {
    /// The table itself.
    pub table: TableGame,
    /// The players of the table.
    pub seating: TableSeating,
    /// Knows again who was here.
    signer: Arc<Signer>,
    /// The players' notes about moments.
    pub remarks: Vec<Remark>,
    /// The game of the table.
    pub loaded: Arc<Loaded>,
    /// The right to write the table to the database; `None`: the server has no database.
    hold: Option<HeldTable>,
    /// The record as it is stored. After an answer the game is ahead of it, until [`TableActor::keep`] has stored it.
    kept: String,
    /// The habits, by which persons answer in advance.
    habits: HabitsOfSeats,
    /// True if bots are still to be taught the game: at first, after a reload, and when a bot takes an absent player's
    /// place.
    must_learn: bool,
    /// True if another server may hold the table, or if the game could not be rolled back to the stored record. The
    /// task then ends, and the next request reads the table from the database.
    is_lost: bool,
    /// True if the game was over when its record was last kept.
    was_over: bool,
    pauses: Pauses,
    /// The clocks of the players, and who is connected.
    hosting: Hosting,
    guests: Vec<Guest>,
    last_guest: u64,
    brains: Vec<Option<BotAtSeat>>,
    /// The number of answers that bots gave since a guest was last connected.
    alone: u32,
    empty_since: Instant,
    /// True if the table may end for another one: see [`TableActor::is_idle`].
    idle: Arc<AtomicBool>,
}

impl TableActor {
    /// A table at which nobody is connected. Its record is kept already, if there is a store.
    pub fn new(
        table: TableGame,
        (seating, signer): (TableSeating, Arc<Signer>),
        loaded: Arc<Loaded>,
        hold: Option<HeldTable>,
        pauses: Pauses,
    ) -> TableActor {
        let seats_with = |is: fn(&Sitter) -> bool| {
            let seats = (0u8..).zip(&seating.seats).filter(|(_, seat)| seat.bot.is_none() && is(seat));
            seats.map(|(at, _)| Seat(at)).collect::<Vec<_>>()
        };
        let (taken, stand_ins) = (seats_with(|seat| seat.is_taken), seats_with(|seat| seat.has_stand_in));
        let was_over = table.is_over();
        let mut actor = TableActor {
            hosting: Hosting::resume(pauses.absent, &taken, &stand_ins, now()),
            kept: if hold.is_some() { table.record() } else { String::new() },
            brains: vec![None; seating.seats.len()],
            table,
            seating,
            signer,
            remarks: Vec::new(),
            loaded,
            hold,
            habits: HabitsOfSeats::default(),
            must_learn: true,
            is_lost: false,
            was_over,
            pauses,
            guests: Vec::new(),
            last_guest: 0,
            alone: 0,
            empty_since: now(),
            idle: Arc::default(),
        };
        actor.set_clocks();
        actor.note_idle();
        actor
    }

    /// A flag that is true as long as the table may end for another one: nobody is connected, and it is over, lies in
    /// the database, or has no seat for a person.
    pub fn is_idle(&self) -> Arc<AtomicBool> {
        self.idle.clone()
    }

    fn note_idle(&self) {
        let is_free = self.may_end() || self.has_bots_only();
        self.idle.store(self.guests.is_empty() && is_free, Ordering::Relaxed);
    }

    /// True if nobody needs the table in memory: the database keeps it, or its game is over.
    fn may_end(&self) -> bool {
        self.table.is_over() || self.hold.is_some()
    }

    fn has_bots_only(&self) -> bool {
        self.seating.seats.iter().all(|seat| seat.bot.is_some())
    }

    async fn name_seats(&mut self) {
        self.table.name_seats(self.seating.names()).await;
    }

    /// Starts the clocks of persons; bots have none.
    fn set_clocks(&mut self) {
        self.hosting.follow(self.table.timed(), now());
    }

    /// Runs until all senders are dropped, the table makes room for another one or is lost, or nobody was connected to
    /// it for a quarter of an hour and nobody needs it in memory.
    pub async fn play(mut self, mut inbox: Receiver<TableRequest>, own: WeakSender<TableRequest>) {
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
                Some(_) if bots_at.is_none() => bots_at = Some(now() + self.pauses.bot),
                Some(_) => {}
            }
            let clocks = bots_at.into_iter().chain(self.hosting.next_wake()).chain(self.habits.next_wake());
            let until = clocks.min().unwrap_or_else(|| now() + EMPTY);
            tokio::select! {
                request = inbox.recv() => match request {
                    Some(TableRequest::End) if self.guests.is_empty() => return,
                    Some(TableRequest::Within(span, request)) => self.read(*request).instrument(span).await,
                    Some(request) => self.read(request).await,
                    None => return,
                },
                () = tokio::time::sleep_until(until.into()) => {
                    let woken = now();
                    self.time_is_up(woken).await;
                    if self.habits.next_wake().is_some_and(|at| at <= woken) {
                        self.answer_by_habit().await;
                    }
                    if bots_at.is_some_and(|at| at <= woken) {
                        let is_kept = self.let_a_bot_answer().await.is_ok();
                        bots_at = if is_kept { None } else { Some(now() + FULL) };
                    }
                    if self.guests.is_empty() && self.may_end() && now() - self.empty_since >= EMPTY {
                        return;
                    }
                }
            }
        }
    }

    async fn read(&mut self, request: TableRequest) {
        match request {
            TableRequest::Join { join, mail, back } => {
                let joined = self.join(join, mail).await;
                let _ = back.send(joined);
            }
            TableRequest::Leave(id) => self.leave(id),
            TableRequest::Answer { key, reply, guest, sent, back } => {
                self.read_answer((&key, &reply), guest, sent, back).await;
            }
            TableRequest::Habits { key, habits, back } => {
                let stated = self.state_habits(&key, habits);
                let _ = back.send(stated);
            }
            TableRequest::Undo { key, back } => {
                let undone = self.undo(&key).await;
                let _ = back.send(undone);
            }
            TableRequest::Vote { key, about, instead, back } => {
                let voted = self.vote(&key, about, instead).await;
                let _ = back.send(voted);
            }
            TableRequest::Sit { name, back } => {
                let sat = self.sit(&name).await;
                let _ = back.send(sat);
            }
            TableRequest::ComeBack { key, until, back } => {
                let known = self.seat_of(&key).and_then(|seat| {
                    let visit = self.seating.visit_key(seat, until, &self.signer);
                    Ok((seat, visit.ok_or_else(no_such_seat)?))
                });
                let _ = back.send(known);
            }
            TableRequest::People { back } => {
                let _ = back.send(Ok((self.seating.game.clone(), self.people())));
            }
            TableRequest::Remark { key, at, text, back } => {
                let written = self.remark(&key, at, &text).await;
                let _ = back.send(written);
            }
            TableRequest::Reload { game, loaded } if game == self.seating.game => self.reload(loaded).await,
            TableRequest::Reload { .. } => {}
            TableRequest::Hint { key, player, back } => {
                let hint = self.hint(&key, &player).await;
                let _ = back.send(hint);
            }
            TableRequest::WhyNot { key, card, back } => {
                let lines = self.why_not(&key, card).await;
                let _ = back.send(lines);
            }
            TableRequest::Record { key, back } => {
                let recorded = self.recorded(key.as_deref());
                let _ = back.send(recorded);
            }
            // Between the request to learn and its end, the absent player may have come back.
            TableRequest::Learnt { seat, brain } if self.bot_at(Seat(seat)).is_some() => {
                let kind = self.bot_at(Seat(seat)).unwrap_or_default().to_string();
                self.brains[usize::from(seat)] = Some(BotAtSeat { kind, brain: Some(*brain) });
            }
            TableRequest::Learnt { .. } | TableRequest::End | TableRequest::Within(..) => {}
        }
    }

    /// Takes an answer: acknowledges it, and tells everybody its consequences.
    async fn read_answer(
        &mut self,
        (key, reply): (&str, &Reply),
        guest: Option<u64>,
        sent: Instant,
        back: ReplySender<()>,
    ) {
        // An answer that waited too long in the inbox is refused.
        let answered = match now() - sent > BUSY {
            true => Err(Refusal::new("busy", "the server has too much to do: answer again in a moment")),
            false => self.answer(key, reply).await,
        };
        ANSWERS.count(&answered);
        let is_new = matches!(answered, Ok(true));
        if is_new {
            self.habits.begin_anew();
        }
        // The sender is told before anybody sees the consequences. If the table is lost, nobody is told: the client
        // joins again and sends the answer again.
        if let Some(guest) = self.guests.iter().find(|of| Some(of.id) == guest && !self.is_lost) {
            guest.say(&acknowledged(reply, &answered));
        }
        let _ = back.send(answered.map(drop));
        if is_new {
            self.tell_all().await;
        }
    }

    fn seat_of(&self, key: &str) -> Result<u8, Refusal> {
        self.seating.seat_of(key, &self.signer).ok_or_else(no_such_seat)
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
            game: self.seating.game.clone(),
            code: self.seating.code.clone(),
            names: self.seating.names(),
            bots: self.seating.seats.iter().map(|seat| seat.bot.clone()).collect(),
            seat,
            is_alone: seat.is_some_and(|seat| self.is_alone(seat)),
            remarks: self.remarks.clone(),
            is_over: self.table.is_over(),
        })
    }

    /// True if all other seats are bots.
    fn is_alone(&self, seat: u8) -> bool {
        self.seating.seats.iter().enumerate().all(|(at, of)| at == usize::from(seat) || of.bot.is_some())
    }
}

fn no_such_seat() -> Refusal {
    Refusal::new("no_such_seat", "this link opens no seat at this table")
}
