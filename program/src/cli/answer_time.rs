//! Answer time: the option that says how long a bot that is a program may take for an answer.

use std::time::Duration;

use super::numbers::whole;
use intermezzo::bots::Limits;

/// The option of all commands in which a bot may be a program: how long the program may take for an answer.
#[derive(Clone, Debug, clap::Args)]
pub struct Patience {
    /// Seconds that a program may take for an answer
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = whole::<u64>(1, 86_400))]
    answer_seconds: u64,
}

impl Patience {
    /// The limits of a bot that is a program, with the chosen time for an answer.
    pub fn limits(&self) -> Limits {
        Limits::of(Duration::from_secs(self.answer_seconds))
    }
}
