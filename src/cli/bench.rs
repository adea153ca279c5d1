//! Bench: figures of a game on this machine.

use std::io::Write;

use super::Exit;
use super::pack::Pack;

/// Measure a game on one core: medians
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// The game
    game: String,
    /// Print one object with all figures
    #[arg(long)]
    json: bool,
    /// How long to measure, about
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    seconds: f64,
}

pub fn run(_: &Bench, _: &Pack, _: &mut dyn Write) -> anyhow::Result<Exit> {
    Ok(Exit::Fine)
}
