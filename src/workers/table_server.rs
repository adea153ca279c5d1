//! Table server: plays one table in a worker process, by requests and replies.
//!
//! A worker runs it behind its walls; without workers it is a part of the host's process.
//!
//! The host sends the texts of the game, and the table server compiles them; it opens no file. The host keeps the
//! record, and the record alone is the table: an answer counts when its lines are kept, and a process that died is
//! started anew from them (`worker_table.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::messages::{PICTURE, QuestionClock, Reply, Request, Went};
use super::{Opening, Seating};
use crate::bots::Brain;
use crate::catalog::{Files, Texts};
use crate::error::{Error, Refusal, Result};
use crate::kernel::{Card, Seat};
use crate::render::{Art, Drawing, Fonts};
use crate::script::sandbox::Limits;
use crate::table::bots::Random;
use crate::table::record::RecordTail;
use crate::table::table_status::Standing;
use crate::table::wire::{self, SentSoFar};
use crate::table::{Game, MOST_ANSWERS, Record, Setup, Table, Took};

/// A table server with its table, once one was opened.
#[derive(Default)]
pub struct TableServer(Option<Seated>);

struct Seated {
    table: Table,
    /// The end of the part of the record that the host was sent; `None`: it was sent nothing yet.
    sent: Option<RecordTail>,
    bots: Vec<Seat>,
    /// The bots that learnt the game, by their kind.
    brains: BTreeMap<String, Brain>,
}

impl TableServer {
    /// Executes a request.
    pub fn take(&mut self, request: Request) -> Reply {
        match request {
            Request::Open { texts, packs, names_texts, opening, seating, limits } => {
                let texts = texts.into_iter().map(|(path, text)| (path, Arc::from(text))).collect();
                let files = Files { texts, packs, ..Files::default() };
                let begun = open(&files, &opening, limits).map(|mut table| {
                    if names_texts {
                        table.name_texts();
                    }
                    (table, None)
                });
                self.began(begun, &seating)
            }
            Request::Resume { record, texts, sum, seating, limits } => {
                let again = |record: Record| Ok((record.replay_with(&limits)?, Some(RecordTail::of(&record, sum))));
                let texts =
                    texts.map(|all| Texts::new(all.into_iter().map(|(path, text)| (path, text.into())).collect()));
                // The host found the texts by their hash.
                let find = |hash: &str| Ok(texts.clone().filter(|texts| texts.hash() == hash));
                self.began(Record::from_text_with(&record, &find).and_then(again), &seating)
            }
            Request::Answer(reply) => self.with(|seated| match seated.table.reply(&reply)? {
                Took::Now => {
                    seated.bots_answer()?;
                    Ok(Reply::Went(seated.went()))
                }
                Took::Before => Ok(Reply::Taken),
            }),
            Request::TimeIsUp(seat) => self.with(|seated| {
                seated.table.time_is_up(Seat(seat))?;
                seated.bots_answer()?;
                Ok(Reply::Went(seated.went()))
            }),
            Request::Now { seats, told } => self.with(|seated| seated.message(&seats, told)),
            Request::Name(names) => self.with(|seated| name(&mut seated.table, &names).map(|()| Reply::Named)),
            Request::Stand { seat, from } => {
                self.with(|seated| seated.table.standing(seat.map(Seat), from).map(Reply::Stands))
            }
            Request::Moment { seat, at } => self.with(|seated| seated.moment(seat.map(Seat), at).map(Reply::Stands)),
            Request::About => self.with(|seated| seated.about()),
            Request::Drawn { card, live, is_small, has_picture } => self.with(|seated| {
                let art = if has_picture { Art::Link(PICTURE) } else { Art::None };
                let drawing = Drawing { art, fonts: Fonts::Outlined, is_small, ..Drawing::ALONE };
                let game = seated.table.game();
                Ok(Reply::Drawn(match card {
                    Some(id) => game.face(&id, &live, &drawing),
                    None => Some(game.back(&drawing)),
                }))
            }),
            Request::Bot { seat, kind, seed } => self.with(|seated| {
                let brain = seated.brain(&kind)?;
                brain.answer(&mut seated.table, Seat(seat), seed)?;
                Ok(Reply::Went(seated.went()))
            }),
            Request::Hint { seat, kind, seed } => self.with(|seated| {
                let answer = seated.brain(&kind)?.advise(&seated.table, Seat(seat), seed)?;
                Ok(Reply::Hinted { question: seated.table.question(Seat(seat)), answer })
            }),
            Request::WhyNot { seat, card } => {
                self.with(|seated| seated.table.why_not(Seat(seat), Card(card)).map(Reply::Lines))
            }
            Request::Habitual { seat, habits, since } => self.with(|seated| {
                let says = seated.table.habitual(Seat(seat), &habits, since)?;
                Ok(Reply::Habitual { question: seated.table.question(Seat(seat)), says })
            }),
            Request::Undo => self.with(Seated::undo),
            Request::Attempt(what) => Reply::Failed(super::escape_attempts::attempt(&what)),
        }
    }

    fn began(&mut self, begun: Result<(Table, Option<RecordTail>)>, seating: &Seating) -> Reply {
        let seat = |(mut table, sent): (Table, Option<RecordTail>)| {
            name(&mut table, &seating.names)?;
            let bots = seating.bots.iter().map(|seat| Seat(*seat)).collect();
            let seated = self.0.insert(Seated { table, sent, bots, brains: BTreeMap::new() });
            seated.bots_answer()?;
            Ok(Reply::Began { went: seated.went(), names: seated.table.names().to_vec() })
        };
        begun.and_then(seat).unwrap_or_else(|error| Reply::Failed(in_words(&error)))
    }

    fn with(&mut self, what: impl FnOnce(&mut Seated) -> Result<Reply>) -> Reply {
        let Some(seated) = &mut self.0 else { return Reply::Failed("there is no table here".into()) };
        what(seated).unwrap_or_else(|error| match error.refusal() {
            Some(refusal) => Reply::Refused(refusal.clone()),
            None => Reply::Failed(in_words(&error)),
        })
    }
}

impl Seated {
    /// The progress of the game, with the lines that the record got since the last call.
    fn went(&mut self) -> Went {
        let record = self.table.record();
        let (lines, all) = self.sent.map_or_else(|| RecordTail::begin(record), |sent| sent.more(record));
        self.sent = Some(all);
        let progress = self.table.progress();
        Went {
            lines,
            log_hash: self.table.log_hash(),
            is_over: progress.is_over,
            timed: progress.timed.into_iter().map(QuestionClock::from).collect(),
            asked: progress.asked.iter().map(|seat| seat.0).collect(),
            answers: progress.answers,
            log_len: progress.log_len,
        }
    }

    /// A bot that has learnt the game.
    fn brain(&mut self, kind: &str) -> Result<Brain> {
        if let Some(known) = self.brains.get(kind) {
            return Ok(known.clone());
        }
        let game = self.table.game();
        let brain = Brain::new(kind.parse()?, |seed| game.set_up(Setup::usual(game, seed)))?;
        Ok(self.brains.entry(kind.into()).or_insert(brain).clone())
    }

    fn about(&self) -> Result<Reply> {
        let game = self.table.game();
        let printed = serde_json::to_string(&game.all_printed()).map_err(|e| Error::internal(e.to_string()))?;
        Ok(Reply::About { about: game.about(), printed })
    }

    /// The state of the table after this number of answers.
    fn moment(&self, seat: Option<Seat>, at: usize) -> Result<Standing> {
        let mut table = self.table.record().moment(self.table.game(), at)?;
        name(&mut table, self.table.names())?;
        table.standing(seat, 0)
    }

    /// Takes the last answer back. The whole record is sent again.
    fn undo(&mut self) -> Result<Reply> {
        if !self.table.undo() {
            return Err(Error::refused(Refusal::new("nothing_to_undo", "there is nothing to take back")));
        }
        self.sent = None;
        Ok(Reply::Went(self.went()))
    }

    /// Bots answer until somebody else is asked, or the game is over. What a bot answers depends on the seed and on how
    /// far the game has come, so it answers the same when the game is played again from its record.
    fn bots_answer(&mut self) -> Result<()> {
        let (table, bots) = (&mut self.table, &self.bots);
        let mut left = MOST_ANSWERS;
        while let Some(decision) = table.decisions().iter().find(|d| bots.contains(&d.seat)).cloned() {
            if left == 0 {
                let words = format!("the game has stalled: {MOST_ANSWERS} answers of bots did not end it");
                return Err(Error::refused(Refusal::new("stalled", words)));
            }
            left -= 1;
            let mut bot = Random::at(table.record().seed, table.answers());
            let answer = bot.legal_answer(table.world(), &decision);
            let refused = |e| Error::internal(format!("a bot's answer was refused: {e}"));
            table.submit(decision.seat, answer).map_err(refused)?;
        }
        Ok(())
    }

    /// The message for the player of these seats; without seats, for a spectator.
    fn message(&self, seats: &[u8], sent: BTreeMap<u8, SentSoFar>) -> Result<Reply> {
        let seats: Vec<Seat> = seats.iter().map(|seat| Seat(*seat)).collect();
        let mut sent = sent.into_iter().map(|(seat, from)| (Seat(seat), from)).collect();
        let message = wire::now_for_one(&self.table, &seats, &mut sent)?;
        let message = serde_json::to_string(&message).map_err(|e| Error::internal(e.to_string()))?;
        Ok(Reply::Said { message, told: sent.into_iter().map(|(seat, from)| (seat.0, from)).collect() })
    }
}

/// Reads the game, and begins a table of it.
fn open(files: &Files, opening: &Opening, limits: Limits) -> Result<Table> {
    let game = Game::load_with_limits(&opening.game, files, limits)?;
    let so_many = opening.players.map_or(Setup::usual(&game, opening.seed).decks.len(), usize::from);
    let decks = game.chosen_decks(&opening.decks, so_many)?;
    let setup = Setup { seed: opening.seed, decks, options: opening.options.clone(), players: opening.players };
    game.set_up(setup).map(Table::start)
}

fn name(table: &mut Table, names: &[String]) -> Result<()> {
    if names.is_empty() { Ok(()) } else { table.name_seats(&names.iter().map(String::as_str).collect::<Vec<_>>()) }
}

/// An error in words, with all that was found.
fn in_words(error: &Error) -> String {
    error.problems().map_or_else(|| error.to_string(), |problems| problems.render_all())
}
