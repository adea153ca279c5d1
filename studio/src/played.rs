//! Played: the game of a table, played here or in a process of its own.

use intermezzo::bots::Brain;
use intermezzo::error::{Error, Result};
use intermezzo::sitting::Timed;
use intermezzo::standing::{Progress, Standing};
use intermezzo::wire::{Reply, Took};
use intermezzo::{Answer, Card, Record, Seat, Table};

use crate::apart::{Apart, Done};

/// The game of a table.
pub struct Played {
    of: Of,
    progress: Progress,
}

enum Of {
    Here(Box<Table>),
    /// With its record as it was said last.
    Apart(Apart, String),
}

/// A game so far, for who looks at its moments.
#[derive(Clone)]
pub enum Course {
    /// One that is played here.
    Here(Box<Record>),
    /// One in a process of its own, with its record.
    Apart(Apart, String),
}

impl Played {
    /// A game that is played here.
    pub fn here(table: Table) -> Played {
        Played { progress: table.progress(), of: Of::Here(Box::new(table)) }
    }

    /// A game in a process of its own. This starts the process, so it belongs on a thread that may wait.
    ///
    /// # Errors
    ///
    /// A table that cannot be started.
    pub fn apart(apart: Apart) -> Result<Played> {
        let Done { progress, record, .. } = apart.with(|_| Ok(()))?;
        Ok(Played { of: Of::Apart(apart, record), progress })
    }

    /// The table, if it is played here.
    pub fn table(&mut self) -> Option<&mut Table> {
        match &mut self.of {
            Of::Here(table) => Some(table),
            Of::Apart(..) => None,
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

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.progress.is_over
    }

    /// The text of its record.
    pub fn record(&self) -> String {
        match &self.of {
            Of::Here(table) => table.record().to_text(),
            Of::Apart(_, record) => record.clone(),
        }
    }

    /// The game so far.
    pub fn course(&self) -> Course {
        match &self.of {
            Of::Here(table) => Course::Here(Box::new(table.record().clone())),
            Of::Apart(apart, record) => Course::Apart(apart.clone(), record.clone()),
        }
    }

    /// Takes an answer, once.
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
    /// A game that refuses it.
    pub async fn concede(&mut self, seat: Seat) -> Result<()> {
        self.reply(&Reply { seat: seat.0, question: None, answer: Answer::Concede }).await.map(drop)
    }

    /// Lets a bot answer: one that has learnt the game, or, in a process of its own, one of this kind.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing, or a bot that cannot play the game.
    pub async fn let_bot_answer(&mut self, seat: Seat, brain: &Player, seed: u64) -> Result<()> {
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
    pub async fn hint(&mut self, seat: Seat, brain: &Player, seed: u64) -> Result<(u32, Answer)> {
        let kind = brain.kind.clone();
        let none = || Error::internal("a bot that has not learnt the game");
        match &mut self.of {
            Of::Here(table) => {
                let answer = brain.brain.as_ref().ok_or_else(none)?.advise(table, seat, seed)?;
                Ok((table.question(seat), answer))
            }
            Of::Apart(apart, _) => Ok(apart.ask(move |worker| worker.hint(seat, &kind, seed)).await?.result),
        }
    }

    /// Why a seat cannot use or choose a card now.
    ///
    /// # Errors
    ///
    /// A card that is not there.
    pub async fn why_not(&mut self, seat: Seat, card: u16) -> Result<Vec<String>> {
        match &mut self.of {
            Of::Here(table) => table.why_not(seat, Card(card)),
            Of::Apart(apart, _) => Ok(apart.ask(move |worker| worker.why_not(seat, card)).await?.result),
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

    /// How the table stands for a seat or for everybody.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have, or a worker that dies.
    pub async fn standing(&mut self, seat: Option<Seat>, from: u32) -> Result<Standing> {
        match &mut self.of {
            Of::Here(table) => table.standing(seat, from),
            Of::Apart(apart, _) => Ok(apart.ask(move |worker| worker.stand(seat, from)).await?.result),
        }
    }

    /// Calls the players so.
    pub async fn name_seats(&mut self, names: Vec<String>) {
        // There is a name for each seat: the notes were made for this table.
        match &mut self.of {
            Of::Here(table) => drop(table.name_seats(&names.iter().map(String::as_str).collect::<Vec<_>>())),
            Of::Apart(apart, _) => drop(apart.ask(move |worker| worker.name_seats(&names)).await),
        }
    }

    /// Goes back to a record. False: it cannot be played again.
    pub async fn go_back(&mut self, record: &str, names: Vec<String>) -> bool {
        let again = match &self.of {
            Of::Here(table) => {
                let texts = table.record().begun_with();
                let find = |_: &str| Ok(texts.as_deref().cloned());
                Record::from_text_with(record, &find).and_then(|record| record.replay()).map(Played::here)
            }
            Of::Apart(apart, _) => {
                let (apart, record) = (apart.clone(), record.to_string());
                let again = move || Played::apart(apart.again(&record, names)?);
                let again = tokio::task::spawn_blocking(again).await;
                again.unwrap_or_else(|_| Err(Error::internal("a thread that plays a table has ended")))
            }
        };
        again.map(|again| *self = again).is_ok()
    }

    /// Does something that may change the game.
    async fn change<T: Send + 'static>(
        &mut self,
        here: impl FnOnce(&mut Table) -> Result<T>,
        apart: impl FnOnce(&mut intermezzo::workers::WorkerTable) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match &mut self.of {
            Of::Here(table) => {
                let done = here(table);
                self.progress = table.progress();
                done
            }
            Of::Apart(process, said) => {
                let Done { result, progress, record } = process.ask(apart).await?;
                (self.progress, *said) = (progress, record);
                Ok(result)
            }
        }
    }

    /// Notes how far the game has come, after something was done with [`Played::table`].
    pub fn went(&mut self) {
        if let Of::Here(table) = &self.of {
            self.progress = table.progress();
        }
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        if let Of::Apart(apart, _) = &self.of {
            apart.end();
        }
    }
}

/// A bot at a seat.
#[derive(Clone)]
pub struct Player {
    /// Its kind.
    pub kind: String,
    /// What it has learnt of the game; `None`: it learns in the process of its table.
    pub brain: Option<Brain>,
}

impl Course {
    /// The text of the record.
    pub fn text(&self) -> String {
        match self {
            Course::Here(record) => record.to_text(),
            Course::Apart(_, record) => record.clone(),
        }
    }
}
