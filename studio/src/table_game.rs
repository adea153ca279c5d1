//! Table game: the game of a table, played in this process or in a worker.

use intermezzo::bots::Brain;
use intermezzo::error::{Error, Result};
use intermezzo::hosting::{Habits, Habitual, Timed};
use intermezzo::standing::{Progress, Standing};
use intermezzo::wire::{Reply, Took};
use intermezzo::{Answer, Card, Record, Seat, Table};

use crate::worker_pool::{DoneInWorker, TableInWorker};

/// The game of a table.
pub struct TableGame {
    of: PlayedIn,
    progress: Progress,
}

enum PlayedIn {
    Here(Box<Table>),
    /// The process that plays the table, and the last record that it told.
    Worker(TableInWorker, String),
}

/// The game of a table so far: from it each of its moments can be shown.
#[derive(Clone)]
pub enum GameSoFar {
    /// The record of a game that is played in this process.
    Here(Box<Record>),
    /// The process of its own that plays the game, and the last record that it told.
    InWorker(TableInWorker, String),
}

impl GameSoFar {
    /// True if the game began in the position of a scenario.
    pub fn began_in_a_position(&self) -> bool {
        matches!(self, GameSoFar::Here(record) if record.position.is_some())
    }
}

impl TableGame {
    /// A game that is played here.
    pub fn here(table: Table) -> TableGame {
        TableGame { progress: table.progress(), of: PlayedIn::Here(Box::new(table)) }
    }

    /// A game in a process of its own. This starts the process, so it belongs on a thread that may wait.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn in_worker(table: TableInWorker) -> Result<TableGame> {
        let DoneInWorker { progress, record, .. } = table.with(|_| Ok(()))?;
        Ok(TableGame { of: PlayedIn::Worker(table, record), progress })
    }

    /// The table, if this process plays it.
    pub fn table(&mut self) -> Option<&mut Table> {
        match &mut self.of {
            PlayedIn::Here(table) => Some(table),
            PlayedIn::Worker(..) => None,
        }
    }

    /// The seats that are asked.
    pub fn asked(&self) -> &[Seat] {
        &self.progress.asked
    }

    /// The open questions with a deadline.
    pub fn timed(&self) -> &[Timed] {
        &self.progress.timed
    }

    /// The number of answers.
    pub fn answers(&self) -> usize {
        self.progress.answers
    }

    /// The number of lines in the log.
    pub fn log_len(&self) -> u32 {
        self.progress.log_len
    }

    /// True if the game is over.
    pub fn is_over(&self) -> bool {
        self.progress.is_over
    }

    /// The text of the table's record.
    pub fn record(&self) -> String {
        match &self.of {
            PlayedIn::Here(table) => table.record().to_text(),
            PlayedIn::Worker(_, record) => record.clone(),
        }
    }

    /// The game so far.
    pub fn course(&self) -> GameSoFar {
        match &self.of {
            PlayedIn::Here(table) => GameSoFar::Here(Box::new(table.record().clone())),
            PlayedIn::Worker(apart, record) => GameSoFar::InWorker(apart.clone(), record.clone()),
        }
    }

    /// Takes an answer. One that was taken before is not taken again.
    ///
    /// # Errors
    ///
    /// An answer that is refused.
    pub async fn reply(&mut self, reply: &Reply) -> Result<Took> {
        let for_worker = reply.clone();
        self.change(|table| table.reply(reply), move |worker| worker.reply(&for_worker)).await
    }

    /// Gives the default answer for a seat whose time is over.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing with a deadline.
    pub async fn time_is_up(&mut self, seat: Seat) -> Result<()> {
        self.change(|table| table.time_is_up(seat), move |worker| worker.time_is_up(seat)).await
    }

    /// Lets a seat give up.
    ///
    /// # Errors
    ///
    /// A game that refuses the concession.
    pub async fn concede(&mut self, seat: Seat) -> Result<()> {
        self.reply(&Reply { seat: seat.0, question: None, answer: Answer::Concede }).await.map(drop)
    }

    /// Lets a bot answer for a seat: `brain` in this process, or a bot of the same kind in the process that plays the
    /// game.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a bot that cannot play the game.
    pub async fn let_bot_answer(&mut self, seat: Seat, brain: &BotAtSeat, seed: u64) -> Result<()> {
        let kind = brain.kind.clone();
        let none = || Error::internal("a bot that has not learnt the game");
        self.change(
            |table| brain.brain.as_ref().ok_or_else(none)?.answer(table, seat, seed),
            move |worker| worker.let_bot_answer(seat, &kind, seed),
        )
        .await
    }

    /// The answer that a bot would give, with the number of the question.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a bot that cannot play the game.
    pub async fn hint(&mut self, seat: Seat, brain: &BotAtSeat, seed: u64) -> Result<(u32, Answer)> {
        let kind = brain.kind.clone();
        let none = || Error::internal("a bot that has not learnt the game");
        match &mut self.of {
            PlayedIn::Here(table) => {
                let answer = brain.brain.as_ref().ok_or_else(none)?.advise(table, seat, seed)?;
                Ok((table.question(seat), answer))
            }
            PlayedIn::Worker(apart, _) => Ok(apart.ask(move |worker| worker.hint(seat, &kind, seed)).await?.result),
        }
    }

    /// The reasons why a seat cannot use or choose a card at the moment.
    ///
    /// # Errors
    ///
    /// A card that is not there.
    pub async fn why_not(&mut self, seat: Seat, card: u16) -> Result<Vec<String>> {
        match &mut self.of {
            PlayedIn::Here(table) => table.why_not(seat, Card(card)),
            PlayedIn::Worker(apart, _) => Ok(apart.ask(move |worker| worker.why_not(seat, card)).await?.result),
        }
    }

    /// The answer of a seat by its habits, with the number of the question.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a worker that dies.
    pub async fn habitual(&mut self, seat: Seat, habits: &Habits, since: u32) -> Result<(u32, Habitual)> {
        match &mut self.of {
            PlayedIn::Here(table) => Ok((table.question(seat), table.habitual(seat, habits, since)?)),
            PlayedIn::Worker(apart, _) => {
                let habits = habits.clone();
                Ok(apart.ask(move |worker| worker.habitual(seat, &habits, since)).await?.result)
            }
        }
    }

    /// Takes the last answer back. False: there is none.
    ///
    /// # Errors
    ///
    /// A worker that dies.
    pub async fn undo(&mut self) -> Result<bool> {
        let nothing = |error: &Error| error.refusal().is_some_and(|why| why.code == "nothing_to_undo");
        let undone = self.change(|table| Ok(table.undo()), |worker| worker.undo().map(|()| true)).await;
        undone.or_else(|error| if nothing(&error) { Ok(false) } else { Err(error) })
    }

    /// The state of the table in the view of a seat or a spectator.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have, or a worker that dies.
    pub async fn standing(&mut self, seat: Option<Seat>, from: u32) -> Result<Standing> {
        match &mut self.of {
            PlayedIn::Here(table) => table.standing(seat, from),
            PlayedIn::Worker(apart, _) => Ok(apart.ask(move |worker| worker.stand(seat, from)).await?.result),
        }
    }

    /// Gives the players these names.
    pub async fn name_seats(&mut self, names: Vec<String>) {
        // There is a name for each seat, because the seating was made for this table.
        match &mut self.of {
            PlayedIn::Here(table) => drop(table.name_seats(&names.iter().map(String::as_str).collect::<Vec<_>>())),
            PlayedIn::Worker(apart, _) => drop(apart.ask(move |worker| worker.name_seats(&names)).await),
        }
    }

    /// Replaces the table by the one that a record gives. False if the record cannot be replayed; the table is
    /// unchanged then.
    pub async fn go_back(&mut self, record: &str, names: Vec<String>) -> bool {
        let again = match &self.of {
            PlayedIn::Here(table) => {
                let texts = table.record().begun_with();
                let find = |_: &str| Ok(texts.as_deref().cloned());
                Record::from_text_with(record, &find).and_then(|record| record.replay()).map(TableGame::here)
            }
            PlayedIn::Worker(apart, _) => {
                let (apart, record) = (apart.clone(), record.to_string());
                let again = move || TableGame::in_worker(apart.again(&record, names)?);
                let again = tokio::task::spawn_blocking(again).await;
                again.unwrap_or_else(|_| Err(Error::internal("a thread that plays a table has ended")))
            }
        };
        again.map(|again| *self = again).is_ok()
    }

    /// Does something that may change the game, with `here` in this process or with `apart` in the game's own, and
    /// notes how far the game has come.
    async fn change<T: Send + 'static>(
        &mut self,
        here: impl FnOnce(&mut Table) -> Result<T>,
        apart: impl FnOnce(&mut intermezzo::workers::WorkerTable) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match &mut self.of {
            PlayedIn::Here(table) => {
                let done = here(table);
                self.progress = table.progress();
                done
            }
            PlayedIn::Worker(process, said) => {
                let DoneInWorker { result, progress, record } = process.ask(apart).await?;
                (self.progress, *said) = (progress, record);
                Ok(result)
            }
        }
    }

    /// Notes how far the game has come, after something was done with [`TableGame::table`].
    pub fn went(&mut self) {
        if let PlayedIn::Here(table) = &self.of {
            self.progress = table.progress();
        }
    }
}

impl Drop for TableGame {
    fn drop(&mut self) {
        if let PlayedIn::Worker(apart, _) = &self.of {
            apart.end();
        }
    }
}

/// A bot at a seat.
#[derive(Clone)]
pub struct BotAtSeat {
    /// The kind of the bot.
    pub kind: String,
    /// The knowledge of the game that the bot has learnt; `None`: it learns in the process of its table.
    pub brain: Option<Brain>,
}

impl GameSoFar {
    /// The text of the record.
    pub fn text(&self) -> String {
        match self {
            GameSoFar::Here(record) => record.to_text(),
            GameSoFar::InWorker(_, record) => record.clone(),
        }
    }
}
