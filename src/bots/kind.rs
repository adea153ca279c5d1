//! Kind: which bot plays a seat, as people write it: `random`, `greedy`, `ismcts:200`.

use std::fmt;
use std::str::FromStr;

use super::sight::{Given, Sight};
use crate::bots::Random;
use crate::error::{Error, Result};

/// Which bot plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything that is legal.
    Random,
}

/// A player that is given a sight of the game.
pub(crate) trait Player {
    /// What it answers to what its seat is asked.
    ///
    /// # Errors
    ///
    /// If it cannot answer: another program that is gone, or our bug.
    fn choose(&mut self, sight: &Sight) -> Result<Given>;
}

impl Player for Random {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        Ok(Given::Content(self.legal_answer(sight.judge(), sight.decision()?)))
    }
}

/// What bots of one game share.
#[derive(Clone, Default)]
pub(crate) struct Brains {}

impl Brains {
    /// What the bots of a plan share.
    ///
    /// # Errors
    ///
    /// A game that does not start.
    pub fn of(_: &[Kind]) -> Result<Brains> {
        Ok(Brains {})
    }

    /// A bot whose choices follow from a seed.
    ///
    /// # Errors
    ///
    /// A program that does not start.
    pub fn player(&self, kind: &Kind, seed: u64) -> Result<Box<dyn Player>> {
        Ok(match kind {
            Kind::Random => Box::new(Random::new(seed)),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => write!(f, "random"),
        }
    }
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Kind> {
        match text {
            "random" => Ok(Kind::Random),
            _ => Err(Error::usage(format!("there is no bot `{text}`")).help("a bot is `random`")),
        }
    }
}
