//! Bots: which bot plays a seat, when it has learnt the game, and when it answers.

use intermezzo::Seat;
use intermezzo::error::Refusal;
use intermezzo::table::MOST_ANSWERS;
use tokio::sync::mpsc::WeakSender;

use super::{Hint, STAND_IN, TableActor, TableRequest};
use crate::messages::why;
use crate::table_game::BotAtSeat;

impl TableActor {
    /// The kind of bot that plays a seat now.
    pub(super) fn bot_at(&self, seat: Seat) -> Option<&str> {
        let bot = self.seating.seats.get(seat.index())?.bot.as_deref();
        bot.or_else(|| self.hosting.stand_ins().contains(&seat).then_some(STAND_IN))
    }

    /// Lets each bot learn the game, away from this thread.
    pub(super) fn learn(&mut self, own: &WeakSender<TableRequest>) {
        for seat in 0..self.seating.seats.len() as u8 {
            let Some(kind) = self.bot_at(Seat(seat)).map(String::from) else { continue };
            let known = self.loaded.known_brain(&kind);
            if known.is_some() || self.loaded.game().is_err() {
                self.brains[usize::from(seat)] = Some(BotAtSeat { kind, brain: known });
                continue;
            }
            let (loaded, own) = (self.loaded.clone(), own.clone());
            tokio::task::spawn_blocking(move || {
                // A bot that cannot learn plays at random: the game goes on.
                let brain = loaded.brain(&kind).or_else(|_| loaded.brain("random"));
                if let (Ok(brain), Some(own)) = (brain, own.upgrade()) {
                    let _ = own.blocking_send(TableRequest::Learnt { seat, brain: Box::new(brain) });
                }
            });
        }
    }

    /// A seat that is asked and that a bot plays, with its bot, if the bot may answer now.
    pub(super) fn asked_bot(&self) -> Option<(Seat, &BotAtSeat)> {
        let asked = self.table.asked();
        let brain = |seat: &Seat| self.brains.get(seat.index()).and_then(Option::as_ref).map(|brain| (*seat, brain));
        // A bot waits for a guest, because it shall be seen. At a table of bots only it plays unseen, too, up to a
        // number of answers.
        let is_watched = !self.guests.is_empty() || self.has_bots_only() && self.alone < MOST_ANSWERS;
        asked.iter().find_map(brain).filter(|_| is_watched)
    }

    pub(super) async fn let_a_bot_answer(&mut self) -> Result<(), Refusal> {
        let Some((seat, brain)) = self.asked_bot() else { return Ok(()) };
        let player = brain.clone();
        self.alone = if self.guests.is_empty() { self.alone + 1 } else { 0 };
        if let Err(error) = self.table.let_bot_answer(seat, &player, self.seating.seed).await {
            // A bot of this process that fails is asked no more. A process may only be busy, so it is asked again.
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

    pub(super) async fn hint(&mut self, key: &str, player: &BotAtSeat) -> Result<Hint, Refusal> {
        let seat = Seat(self.seat_of(key)?);
        let hint = self.table.hint(seat, player, self.seating.seed).await;
        hint.map(|(question, answer)| Hint { question, answer }).map_err(|error| why(&error))
    }
}
