//! Brain: a bot at a table of an embedder.

use super::Random;
use super::bot_view::{Given, Sight};
use super::kind::{BotKind, Brains, Player};
use crate::error::{Error, Result};
use crate::kernel::Seat;
use crate::table::{Position, Table, wire};

/// A bot of a kind for one game. Copies share what the bot learnt of the game.
#[derive(Clone)]
pub struct Brain {
    kind: BotKind,
    brains: Brains,
}

impl Brain {
    /// A bot that has learnt what it needs from random games. `begin` gives the starting position for a seed; `greedy`
    /// and `ismcts` play some hundred games.
    ///
    /// # Errors
    ///
    /// A game that does not start, and a bot that is another program: the commands of the program start those.
    pub fn new(kind: BotKind, begin: impl Fn(u64) -> Result<Position>) -> Result<Brain> {
        if let BotKind::Program(path) = &kind {
            return Err(Error::usage(format!("`program:{path}` is no bot of this process")));
        }
        let brains = Brains::of(std::slice::from_ref(&kind), &|seed| begin(seed).map(Table::start))?;
        Ok(Brain { kind, brains })
    }

    /// Answers what a seat is asked. With equal seeds equal games get equal answers, except for `ismcts` by milliseconds.
    ///
    /// # Errors
    ///
    /// If the seat is asked nothing.
    pub fn answer(&self, table: &mut Table, seat: Seat, seed: u64) -> Result<()> {
        let given = self.choose(table, seat, seed)?;
        table.give(seat, given)
    }

    /// The bot's answer for a seat, from the information that the person there has.
    ///
    /// # Errors
    ///
    /// If the seat is asked nothing.
    pub fn advise(&self, table: &Table, seat: Seat, seed: u64) -> Result<wire::Answer> {
        match self.choose(table, seat, seed)? {
            Given::Places(answer) => Ok(answer),
            Given::Content(answer) => {
                let places = wire::places(table.asked(seat)?, &answer);
                places.ok_or_else(|| Error::refused("the advice is none of the options"))
            }
        }
    }

    fn choose(&self, table: &Table, seat: Seat, seed: u64) -> Result<Given> {
        let (seed, place) = (seed ^ u64::from(seat.0) << 32, table.answers());
        let mut player: Box<dyn Player> = match self.kind {
            BotKind::Random => Box::new(Random::at(seed, place)),
            _ => self.brains.player(&self.kind, seed.wrapping_add(place as u64))?,
        };
        player.choose(&Sight::of(table, seat))
    }
}
