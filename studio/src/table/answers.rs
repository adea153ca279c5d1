//! Answers: what changes the game of a table, and how its record comes into the database.

use std::sync::Arc;
use std::time::Instant;

use intermezzo::error::Refusal;
use intermezzo::wire::{Reply, Took};

use super::TableActor;
use crate::audit::AUDIT;
use crate::games::Loaded;
use crate::messages::{Message, Saved, why, written};
use crate::remarks::{MOST, Remark, text_of};
use crate::store::{Unwritten, Write};

impl TableActor {
    /// Gives the default answer for each seat whose time is over.
    pub(super) async fn time_is_up(&mut self, now: Instant) {
        self.set_clocks();
        while let Some(seat) = self.hosting.take_late(now) {
            // The clock of the seat begins anew, so that a default answer that is refused is not given again at once.
            if self.table.time_is_up(seat).await.is_ok() && self.keep().await.is_ok() {
                self.tell_all().await;
            }
        }
        self.set_clocks();
    }

    /// Takes an answer. False: the answer was taken before.
    pub(super) async fn answer(&mut self, key: &str, reply: &Reply) -> Result<bool, Refusal> {
        let seat = self.seat_of(key)?;
        if seat != reply.seat {
            return Err(Refusal::new("no_such_seat", "you do not hold this seat"));
        }
        match self.table.reply(reply).await.map_err(|error| why(&error))? {
            Took::Before => Ok(false),
            Took::Now => self.keep().await.map(|()| true),
        }
    }

    pub(super) async fn undo(&mut self, key: &str) -> Result<(), Refusal> {
        let seat = self.seat_of(key)?;
        if !self.is_alone(seat) {
            return Err(Refusal::new("not_alone", "others saw what you did: nothing is taken back"));
        }
        self.wait_no_more(seat);
        // Answers that bots or habits gave after the person's last answer are taken back, too.
        let mut is_changed = false;
        loop {
            if !self.table.undo().await.map_err(|error| why(&error))? {
                match is_changed {
                    // Nothing is left to take back: only bots had answered before the first answer of a person, and they answer
                    // again.
                    true => break,
                    false => return Err(Refusal::new("nothing_to_undo", "there is nothing to take back")),
                }
            }
            is_changed = true;
            let asked = self.table.asked();
            let is_person = asked.iter().any(|asked| self.seating.seats[asked.index()].bot.is_none());
            if is_person && !self.is_asked_in_vain().await {
                break;
            }
        }
        // Files may have been saved after the answer was given: they count from the next answer on.
        if let (Some(table), Ok(game)) = (self.table.table(), self.loaded.game())
            && table.game().hash() != game.hash()
        {
            let _ = table.adopt(game);
            self.table.went();
        }
        self.keep().await?;
        for guest in &mut self.guests {
            (guest.next_event, guest.is_anew) = (0, true);
        }
        self.tell_all().await;
        Ok(())
    }

    /// Takes changed files: the game goes on with them at the moment that it has reached.
    pub(super) async fn reload(&mut self, loaded: Result<Arc<Loaded>, String>) {
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
                // Bots learn the game anew.
                self.brains.iter_mut().for_each(|brain| *brain = None);
                self.must_learn = true;
                if self.keep().await.is_err() {
                    return;
                }
                for guest in &mut self.guests {
                    (guest.next_event, guest.is_anew) = (0, true);
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
            // The reload may have changed the title, the zones and the order of a player's part.
            self.greet_again();
            self.tell_all().await;
        }
    }

    pub(super) async fn remark(&mut self, key: &str, at: Option<usize>, text: &str) -> Result<(), Refusal> {
        let seat = usize::from(self.seat_of(key)?);
        if self.remarks.len() >= MOST {
            return Err(Refusal::new("too_many_notes", format!("a table has {MOST} notes at most")));
        }
        let answers = self.table.answers();
        let at = at.map_or(answers, |at| at.min(answers));
        let remark = Remark { at, name: self.seating.seats[seat].name.clone(), text: text_of(text)? };
        if let Some(hold) = self.hold.clone() {
            let (code, number) = (self.seating.code.clone(), self.remarks.len());
            let write = Write::Remark { code, number, remark: serde_json::to_string(&remark).unwrap_or_default() };
            hold.write(write).await.map_err(|error| self.not_kept(&error))?;
        }
        self.remarks.push(remark);
        self.guests.retain(|guest| guest.say(&Message::Remarks(&self.remarks)));
        Ok(())
    }

    /// Refuses if another server may hold the table, or if the connection broke: this table then ends. A database that
    /// refuses the question is ignored, and the table is shown.
    pub(super) async fn require_hold(&mut self) -> Result<(), Refusal> {
        let Some(hold) = self.hold.clone() else { return Ok(()) };
        match hold.write(Write::Nothing).await {
            Ok(()) | Err(Unwritten::Refused(_)) => Ok(()),
            Err(error) => Err(self.not_kept(&error)),
        }
    }

    /// Stores the seating in the database.
    pub(super) async fn keep_seating(&mut self) -> Result<(), Refusal> {
        let Some(hold) = self.hold.clone() else { return Ok(()) };
        let write = Write::Seating { code: self.seating.code.clone(), seating: self.seating.to_text() };
        hold.write(write).await.map_err(|error| self.not_kept(&error))
    }

    /// Brings the record to the disk. If that fails, the answers that were not kept have not happened.
    pub(super) async fn keep(&mut self) -> Result<(), Refusal> {
        self.keep_record().await?;
        if self.table.is_over() != self.was_over {
            self.was_over = !self.was_over;
            let kind = if self.was_over { "table_ended" } else { "table_goes_on" };
            tracing::info!(target: AUDIT, kind, table = self.seating.code);
        }
        Ok(())
    }

    async fn keep_record(&mut self) -> Result<(), Refusal> {
        let Some(hold) = self.hold.clone() else { return Ok(()) };
        let record = self.table.record();
        // A record from which answers were taken back no longer begins with what was written: then it is written anew. The
        // record of a game that is over is written in one piece, because nothing comes after it.
        let grows = record.starts_with(&self.kept) && !self.table.is_over();
        let start = if grows { self.kept.len() } else { 0 };
        let write = Write::Record { code: self.seating.code.clone(), start, text: record[start..].to_string() };
        match hold.write(write).await {
            Ok(()) => self.kept = record,
            Err(error) => {
                let refusal = self.not_kept(&error);
                if !self.is_lost {
                    self.go_back().await;
                }
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Goes back to the kept record.
    pub(super) async fn go_back(&mut self) {
        self.is_lost = !self.table.go_back(&self.kept, self.seating.names()).await;
        if let Some(table) = self.table.table()
            && !self.loaded.is(table.game())
        {
            self.loaded = Arc::new(Loaded::new(table.game().clone()));
        }
        self.name_seats().await;
        for guest in &mut self.guests {
            (guest.next_event, guest.is_anew) = (0, true);
        }
        self.tell_all().await;
    }

    /// The refusal for a change that was not written. If another server may hold the table, or if nobody knows what the
    /// database took, the table ends: its players join again and find it as the database has it.
    pub(super) fn not_kept(&mut self, error: &Unwritten) -> Refusal {
        match error {
            Unwritten::Refused(words) => {
                tracing::error!("table {}: {words}", self.seating.code);
                Refusal::new("not_kept", "the table cannot be written to the disk: nothing has changed")
            }
            Unwritten::Unsure(_) | Unwritten::Lost => {
                self.is_lost = true;
                table_moves()
            }
        }
    }
}

/// The refusal while a table is being taken up by another server, or anew by this one.
pub fn table_moves() -> Refusal {
    Refusal::new("table_moves", "the table moves to another server: try again in a moment")
}
