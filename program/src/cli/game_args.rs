//! Game arguments: the number of players and the options of a game, as all commands that play take them.

use super::numbers::whole;
use intermezzo::error::{Error, Result};

/// How a game is played.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// How many play [default: as many as usual in the game]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0, u8::MAX.into()))]
    pub players: Option<u8>,
    /// An option of the game that differs from its default; may be repeated
    #[arg(long = "option", alias = "options", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl GameArgs {
    /// The options of the game that the person gave, as names and values.
    ///
    /// # Errors
    ///
    /// An option without `=`.
    pub fn options_by_name(&self) -> Result<Vec<(String, String)>> {
        let read = |text: &String| {
            let none = || Error::usage(format!("--option {text}: it needs NAME=VALUE"));
            text.split_once('=').map(|(name, value)| (name.into(), value.into())).ok_or_else(none)
        };
        self.options.iter().map(read).collect()
    }
}
