//! Worker table: a table that a worker plays, as its host sees it.
//!
//! ```text
//! answer -> the worker takes it -> its lines go to the record -> the answer counts
//!              | it dies: anew, from the record, and the answer is given once more
//!              | it dies again: the answer is refused, and the table is as it was before it
//! ```
//!
//! The record alone is the table: the process is there as long as somebody asks something of it.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;

use super::messages::{PICTURE, Reply, Request, Went};
use super::process::{Death, Process};
use super::{Opening, Seating, Workers};
use crate::catalog::{Files, Texts};
use crate::error::{Error, Refusal, Result};
use crate::kernel::Seat;
use crate::render::Live;
use crate::render::picture::Picture;
use crate::table::Took;
use crate::table::deadlines::Timed;
use crate::table::habits::{Habits, Habitual};
use crate::table::record::{Size, whole_part};
use crate::table::table_status::{About, Progress, Standing};
use crate::table::wire::{self, SentSoFar};

/// The time in which deaths are counted; an answer that ended its worker twice is not tried again within it.
const MINUTE: Duration = Duration::from_secs(60);

/// A table that is played in a process of its own.
pub struct WorkerTable {
    workers: Workers,
    seating: Seating,
    process: Option<Process>,
    /// The lines of the record that count.
    record: String,
    size: Size,
    /// The texts with which the game began, where they differ from the built-in ones.
    texts: Option<Arc<Texts>>,
    /// The checksum of the last line.
    sum: u64,
    /// The hash of the log after the last line of the record, and true if the game is over there; `None`: no process
    /// has told them yet.
    stands: Option<(String, bool)>,
    /// The progress of the game after the last line of the record.
    progress: Progress,
    keep: LineStore,
    /// The moments of the latest deaths of the table's processes.
    deaths: VecDeque<Instant>,
    /// Replies of which a worker died twice since the last taken answer: when, which, and why.
    deadly: Vec<(Instant, wire::Reply, String)>,
}

/// The function of the host that stores new lines of the record for good; if it fails, the answer does not count.
type LineStore = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

impl WorkerTable {
    /// Opens a table: the game is read in the worker. `keep` is given each part of the record before it counts.
    ///
    /// # Errors
    ///
    /// Errors in the files or in the options of the game, a worker that dies, and errors of `keep`.
    pub fn open(
        workers: Workers,
        files: &Files,
        opening: &Opening,
        seating: &Seating,
        keep: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    ) -> Result<WorkerTable> {
        WorkerTable::open_with(workers, (files, false), opening, seating, keep)
    }

    /// Opens a table as [`WorkerTable::open`] does; with `names_texts` the record only names the opening texts, which
    /// the host stores.
    ///
    /// # Errors
    ///
    /// The errors of [`WorkerTable::open`].
    pub fn open_with(
        workers: Workers,
        (files, names_texts): (&Files, bool),
        opening: &Opening,
        seating: &Seating,
        keep: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    ) -> Result<WorkerTable> {
        let files = files.of_game_and_packs(&opening.game);
        let request = Request::Open {
            texts: files.texts.into_iter().map(|(path, text)| (path, text.to_string())).collect(),
            packs: files.packs,
            names_texts,
            opening: opening.clone(),
            seating: seating.clone(),
            limits: workers.limits.clone(),
        };
        let mut table = WorkerTable::of(workers, String::new(), seating, Box::new(keep));
        let mut process = Process::start(&table.workers)?;
        match process.ask(request, table.workers.start_ms) {
            Ok(Reply::Began { went, names }) => {
                table.seating.names = at_most(names)?;
                table.counts(went)?;
            }
            Ok(Reply::Failed(because)) => return Err(Error::usage(because)),
            Ok(_) => return Err(not_a_reply()),
            Err(Death(why)) => {
                return Err(Error::usage(format!("the worker that was to begin the game died: {why}")));
            }
        }
        table.process = Some(process);
        Ok(table)
    }

    /// A table with an existing record. Its process is started at the first request.
    ///
    /// A torn end of the record is cut: [`WorkerTable::record`] is the part that counts.
    ///
    /// # Errors
    ///
    /// A text that is no record of this version.
    pub fn resume(
        workers: Workers,
        record: &str,
        seating: &Seating,
        keep: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    ) -> Result<WorkerTable> {
        WorkerTable::resume_with(workers, record, None, seating, keep)
    }

    /// Resumes a table as [`WorkerTable::resume`] does, with the texts that the record names: needed if this program
    /// has other texts built in.
    ///
    /// # Errors
    ///
    /// The errors of [`WorkerTable::resume`].
    pub fn resume_with(
        workers: Workers,
        record: &str,
        texts: Option<Arc<Texts>>,
        seating: &Seating,
        keep: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    ) -> Result<WorkerTable> {
        let (len, sum) = whole_part(record, 0);
        if len == 0 {
            return Err(Error::usage("this is no record that can be gone on with: it does not begin as one"));
        }
        let mut table = WorkerTable::of(workers, record[..len].to_string(), seating, Box::new(keep));
        (table.sum, table.texts) = (sum, texts);
        Ok(table)
    }

    /// Keeps the texts that the record names, where the built-in ones differ: a process that is started anew needs them.
    pub fn keep_texts(&mut self, texts: Arc<Texts>) {
        self.texts = Some(texts);
    }

    fn of(workers: Workers, record: String, seating: &Seating, keep: LineStore) -> WorkerTable {
        WorkerTable {
            workers,
            seating: seating.clone(),
            process: None,
            size: Size::of(&record),
            record,
            texts: None,
            sum: 0,
            stands: None,
            progress: Progress::default(),
            keep,
            deaths: VecDeque::new(),
            deadly: Vec::new(),
        }
    }

    /// Takes a reply to a question, once: the same reply again changes nothing, also after its process was started anew. When
    /// it returns, the answer is kept.
    ///
    /// # Errors
    ///
    /// An answer to another question than the open one, or one that is not legal, that ends the worker each time it is
    /// given, or cannot be kept: the table is as it was before, and [`Error::refusal`] tells the reason.
    pub fn reply(&mut self, reply: &wire::Reply) -> Result<Took> {
        self.deadly.retain(|(when, ..)| when.elapsed() < MINUTE);
        if let Some((.., why)) = self.deadly.iter().find(|(_, deadly, _)| deadly == reply) {
            return Err(ends_its_worker(why));
        }
        match self.ask(|| Request::Answer(reply.clone()))? {
            Ok(Reply::Went(went)) => {
                self.counts(went)?;
                self.deadly.clear();
                Ok(Took::Now)
            }
            Ok(Reply::Taken) => Ok(Took::Before),
            Ok(Reply::Refused(refusal)) => Err(Error::refused(refusal)),
            Ok(Reply::Failed(because)) => Err(Error::internal(because)),
            Ok(_) => Err(not_a_reply()),
            Err(Death(why)) => {
                self.deadly.push((Instant::now(), reply.clone(), why.clone()));
                Err(ends_its_worker(&why))
            }
        }
    }

    /// The open questions with a deadline.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn timed(&mut self) -> Result<&[Timed]> {
        self.standing()?;
        Ok(&self.progress.timed)
    }

    /// The progress of the game.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn progress(&mut self) -> Result<&Progress> {
        self.standing()?;
        Ok(&self.progress)
    }

    /// Lets a bot of the worker answer for a seat, as [`Brain::answer`](crate::bots::Brain::answer) does. When it returns,
    /// the answer is kept.
    ///
    /// # Errors
    ///
    /// The errors of [`WorkerTable::reply`].
    pub fn let_bot_answer(&mut self, seat: Seat, kind: &str, seed: u64) -> Result<()> {
        // A bot that has not learnt the game yet learns it first.
        let most_ms = self.workers.start_ms;
        match self.ask_for(most_ms, || Request::Bot { seat: seat.0, kind: kind.into(), seed })? {
            Ok(Reply::Went(went)) => self.counts(went),
            other => Err(not_done(other)),
        }
    }

    /// The answer that a bot would give for a seat, with the number of its question.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a worker that dies.
    pub fn hint(&mut self, seat: Seat, kind: &str, seed: u64) -> Result<(u32, wire::Answer)> {
        let most_ms = self.workers.start_ms;
        match self.ask_for(most_ms, || Request::Hint { seat: seat.0, kind: kind.into(), seed })? {
            Ok(Reply::Hinted { question, answer }) => Ok((question, answer)),
            other => Err(not_done(other)),
        }
    }

    /// Takes the last answer back. `keep` gets the whole record again, in place of the lines that it got before.
    ///
    /// # Errors
    ///
    /// Nothing that could be taken back, or a worker that dies.
    pub fn undo(&mut self) -> Result<()> {
        match self.ask(|| Request::Undo)? {
            Ok(Reply::Went(went)) => {
                (self.record, self.size, self.sum, self.stands) = (String::new(), Size::default(), 0, None);
                self.deadly.clear();
                self.counts(went)
            }
            other => Err(not_done(other)),
        }
    }

    /// The state of the table for a seat or a spectator, see [`Table::standing`](crate::Table::standing).
    ///
    /// # Errors
    ///
    /// An unknown seat, or a worker that dies.
    pub fn stand(&mut self, seat: Option<Seat>, from: u32) -> Result<Standing> {
        let seat = seat.map(|seat| seat.0);
        self.stands(|| Request::Stand { seat, from })
    }

    /// The state of the table after this number of answers.
    ///
    /// # Errors
    ///
    /// An unknown seat, or a worker that dies.
    pub fn moment(&mut self, seat: Option<Seat>, at: usize) -> Result<Standing> {
        let seat = seat.map(|seat| seat.0);
        self.stands(|| Request::Moment { seat, at })
    }

    fn stands(&mut self, request: impl Fn() -> Request) -> Result<Standing> {
        match self.ask(request)? {
            // The text goes to clients as it is, so it must be one line with one object.
            Ok(Reply::Stands(standing)) if is_object(&standing.text) => Ok(standing),
            other => Err(not_done(other)),
        }
    }

    /// The game, and a JSON list of its printed cards.
    ///
    /// # Errors
    ///
    /// A worker that dies.
    pub fn about(&mut self) -> Result<(About, String)> {
        match self.ask(|| Request::About)? {
            Ok(Reply::About { about, printed }) => Ok((about, printed)),
            other => Err(not_done(other)),
        }
    }

    /// A card of the game as SVG, without a card the back of all: the process draws it, for the texts of the game may be of
    /// strangers. `None`: the game has no such card.
    ///
    /// # Errors
    ///
    /// A worker that dies.
    pub fn drawn(
        &mut self,
        card: Option<&str>,
        live: &Live,
        is_small: bool,
        picture: Option<&Picture>,
    ) -> Result<Option<String>> {
        let has_picture = picture.is_some();
        match self.ask(|| Request::Drawn { card: card.map(String::from), live: live.clone(), is_small, has_picture })? {
            Ok(Reply::Drawn(Some(svg))) => Ok(Some(match picture {
                Some(picture) => {
                    svg.replacen(&format!("href=\"{PICTURE}\""), &format!("href=\"{}\"", picture.data_uri()), 1)
                }
                None => svg,
            })),
            Ok(Reply::Drawn(None)) => Ok(None),
            other => Err(not_done(other)),
        }
    }

    /// The reasons why a seat cannot use or choose a card at the moment.
    ///
    /// # Errors
    ///
    /// A seat or a card that the game does not have, or a worker that dies.
    pub fn why_not(&mut self, seat: Seat, card: u16) -> Result<Vec<String>> {
        match self.ask(|| Request::WhyNot { seat: seat.0, card })? {
            Ok(Reply::Lines(lines)) => Ok(lines),
            other => Err(not_done(other)),
        }
    }

    /// The answer of a seat's habits to its question, with the number of the question. `since` is the line of the log
    /// at which [`Habits::until`] was stated.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a worker that dies.
    pub fn habitual(&mut self, seat: Seat, habits: &Habits, since: u32) -> Result<(u32, Habitual)> {
        match self.ask(|| Request::Habitual { seat: seat.0, habits: habits.clone(), since })? {
            Ok(Reply::Habitual { question, says }) => Ok((question, says)),
            other => Err(not_done(other)),
        }
    }

    /// Gives the default answer for a seat whose time is over. When it returns, the answer is kept.
    ///
    /// # Errors
    ///
    /// If the seat is asked nothing with a deadline, and as of [`WorkerTable::reply`].
    pub fn time_is_up(&mut self, seat: Seat) -> Result<()> {
        match self.ask(|| Request::TimeIsUp(seat.0))? {
            Ok(Reply::Went(went)) => self.counts(went),
            Ok(Reply::Refused(refusal)) => Err(Error::refused(refusal)),
            Ok(Reply::Failed(because)) => Err(Error::internal(because)),
            Ok(_) => Err(not_a_reply()),
            Err(Death(why)) => Err(ends_its_worker(&why)),
        }
    }

    /// The message for a client that plays these seats, as a line of [`wire`](crate::wire) in JSON; with no seats, for a
    /// spectator. `sent` holds what was sent to each seat before, and is brought up to date.
    ///
    /// # Errors
    ///
    /// An unknown seat, or a worker that dies.
    pub fn now(&mut self, seats: &[Seat], sent: &mut BTreeMap<Seat, SentSoFar>) -> Result<String> {
        let before: BTreeMap<u8, SentSoFar> = sent.iter().map(|(seat, from)| (seat.0, from.clone())).collect();
        let seats: Vec<u8> = seats.iter().map(|seat| seat.0).collect();
        match self.ask(|| Request::Now { seats: seats.clone(), told: before.clone() })? {
            Ok(Reply::Said { message, told: now }) => {
                // The message goes to clients unchanged, so it must be one line of JSON.
                if message.contains('\n') || serde_json::from_str::<IgnoredAny>(&message).is_err() {
                    return Err(not_a_reply());
                }
                sent.extend(now.into_iter().map(|(seat, from)| (Seat(seat), from)));
                Ok(message)
            }
            Ok(Reply::Refused(refusal)) => Err(Error::refused(refusal)),
            Ok(Reply::Failed(because)) => Err(Error::usage(because)),
            Ok(_) => Err(not_a_reply()),
            Err(Death(why)) => Err(Error::usage(format!("the worker died of saying what is seen: {why}"))),
        }
    }

    /// Names of the players, in the order of seats.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn names(&mut self) -> Result<&[String]> {
        self.standing()?;
        Ok(&self.seating.names)
    }

    /// Gives the players these names, from now on.
    ///
    /// # Errors
    ///
    /// Another number of names than of seats; the names stay as they were then.
    pub fn name_seats(&mut self, names: &[String]) -> Result<()> {
        let seats = self.names()?.len();
        if names.len() != seats {
            return Err(Error::usage(format!("{seats} seats need {seats} names, {} were given", names.len())));
        }
        self.seating.names = names.to_vec();
        // If the process dies here, the next one reads the names when it starts.
        drop(self.ask(|| Request::Name(names.to_vec()))?);
        Ok(())
    }

    /// The hash of the log so far, which equals that of the same game in any other process.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn log_hash(&mut self) -> Result<String> {
        self.standing().map(|(hash, _)| hash.clone())
    }

    /// True if the game is over.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn is_over(&mut self) -> Result<bool> {
        self.standing().map(|(_, is_over)| *is_over)
    }

    /// The record so far, as the text of a [`Record`](crate::Record).
    pub fn record(&self) -> &str {
        &self.record
    }

    /// The id of the table's process; `None`: none runs now.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().and_then(Process::id)
    }

    /// The protections that this system cannot give the process of the table; empty if no process was started.
    pub fn lacking(&self) -> &[String] {
        self.process.as_ref().map_or(&[], Process::lacking)
    }

    /// Ends the table's process. The next call starts another one, and nothing is lost.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Lets the process attempt a forbidden action, and returns the result or the cause of its death.
    pub fn attempt(&mut self, what: &str) -> Result<Result<String, String>> {
        let most_ms = self.workers.answer_ms;
        match self.ready()?.ask(Request::Attempt(what.into()), most_ms) {
            Ok(Reply::Failed(how)) => Ok(Ok(how)),
            Ok(_) => Err(not_a_reply()),
            Err(Death(why)) => {
                self.died();
                Ok(Err(why))
            }
        }
    }

    // ---- processes ----

    fn standing(&mut self) -> Result<&(String, bool)> {
        if self.stands.is_none() {
            self.ready()?;
        }
        self.stands.as_ref().ok_or_else(|| Error::internal("a table that was started stands somehow"))
    }

    /// Asks the table's process. If it dies, a second one is started from the record and asked, but no third.
    fn ask(&mut self, request: impl Fn() -> Request) -> Result<Result<Reply, Death>> {
        let most_ms = self.workers.answer_ms;
        self.ask_for(most_ms, request)
    }

    fn ask_for(&mut self, most_ms: u64, request: impl Fn() -> Request) -> Result<Result<Reply, Death>> {
        let mut last = None;
        for _ in 0..2 {
            match self.ready()?.ask(request(), most_ms) {
                Ok(reply) => return Ok(Ok(reply)),
                Err(death) => {
                    self.died();
                    last = Some(death);
                }
            }
        }
        Ok(Err(last.unwrap_or(Death(String::new()))))
    }

    /// The process, started from the record if none runs.
    fn ready(&mut self) -> Result<&mut Process> {
        if self.process.as_mut().is_some_and(|process| !process.is_alive()) {
            // The process was ended from outside while no question was open.
            self.died();
        }
        while self.process.is_none() {
            self.may_start()?;
            let mut process = Process::start(&self.workers)?;
            let request = Request::Resume {
                record: self.record.clone(),
                texts: self.texts.as_ref().map(|texts| texts.by_path().iter().map(owned).collect()),
                sum: self.sum,
                seating: self.seating.clone(),
                limits: self.workers.limits.clone(),
            };
            match process.ask(request, self.workers.start_ms) {
                Ok(Reply::Began { went, names }) => {
                    self.is_the_same(&went)?;
                    self.seating.names = at_most(names)?;
                    self.counts(went)?;
                    self.process = Some(process);
                }
                Ok(Reply::Failed(because)) => return Err(Error::usage(because)),
                Ok(_) => return Err(not_a_reply()),
                Err(Death(_)) => self.died(),
            }
        }
        self.process.as_mut().ok_or_else(|| Error::internal("a process that was started is there"))
    }

    fn died(&mut self) {
        self.process = None;
        self.deaths.push_back(Instant::now());
    }

    fn may_start(&mut self) -> Result<()> {
        while self.deaths.front().is_some_and(|when| when.elapsed() >= MINUTE) {
            self.deaths.pop_front();
        }
        let Some(first) = self.deaths.front().filter(|_| self.deaths.len() >= self.workers.most_deaths.max(2)) else {
            return Ok(());
        };
        let (so_many, rest) = (self.deaths.len() as i64, MINUTE.saturating_sub(first.elapsed()).as_secs() as i64 + 1);
        let words = format!("the table's process died {so_many} times within a minute: it rests for {rest} s");
        Err(Error::refused(Refusal::new("table_rests", words).number("died", so_many).number("seconds", rest)))
    }

    // ---- the record ----

    /// Checks that a game that was replayed from the record has the log hash that it had before.
    fn is_the_same(&self, went: &Went) -> Result<()> {
        match &self.stands {
            Some((hash, _)) if went.lines.is_empty() && *hash != went.log_hash => {
                let now = &went.log_hash;
                Err(Error::internal(format!("the record was played again to the log {now}, and it was {hash}")))
            }
            _ => Ok(()),
        }
    }

    /// Takes the result of an answer, which counts once it is stored.
    fn counts(&mut self, went: Went) -> Result<()> {
        let (len, sum) = whole_part(&went.lines, self.sum);
        let size = self.size.with(Size::of(&went.lines)).inspect_err(|_| self.process = None)?;
        let kept = match len == went.lines.len() {
            true if len == 0 => Ok(()),
            true => (self.keep)(&went.lines).map_err(|cause| {
                Error::refused(Refusal::new("not_kept", format!("the record cannot be written: {cause}")))
            }),
            false => Err(Error::internal("what the worker says are no lines of its record")),
        };
        match kept {
            Ok(()) => {
                self.record += &went.lines;
                self.size = size;
                self.sum = sum;
                self.stands = Some((went.log_hash, went.is_over));
                // A seat is asked one question at a time, so a longer list is cut.
                self.progress = Progress {
                    asked: went.asked.into_iter().take(usize::from(u8::MAX)).map(Seat).collect(),
                    timed: went.timed.into_iter().take(usize::from(u8::MAX)).map(Timed::from).collect(),
                    answers: went.answers,
                    log_len: went.log_len,
                    is_over: went.is_over,
                };
            }
            // The worker is further than the record, so it is ended; the next one starts from the record.
            Err(_) => self.process = None,
        }
        kept
    }
}

/// The names that a worker told, if they are no more than a table has seats.
fn at_most(names: Vec<String>) -> Result<Vec<String>> {
    if names.len() <= usize::from(u8::MAX) { Ok(names) } else { Err(not_a_reply()) }
}

fn ends_its_worker(why: &str) -> Error {
    let words = format!("this answer is not taken, for the table's process dies of it: {why}");
    Error::refused(Refusal::new("deadly", words).name("why", why))
}

/// True if a text is one line with one JSON object, so that it may stand among others on the way to a client.
fn is_object(text: &str) -> bool {
    text.starts_with('{') && !text.contains('\n') && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// The error for a request without the wanted reply: it was refused or failed, its worker died, or the reply is another
/// one.
fn not_done(reply: Result<Reply, Death>) -> Error {
    match reply {
        Ok(Reply::Refused(refusal)) => Error::refused(refusal),
        Ok(Reply::Failed(because)) => Error::usage(because),
        Ok(_) => not_a_reply(),
        Err(Death(why)) => ends_its_worker(&why),
    }
}

fn not_a_reply() -> Error {
    Error::internal("the worker replies to something else")
}

fn owned((path, text): (&String, &Arc<str>)) -> (String, String) {
    (path.clone(), text.to_string())
}
