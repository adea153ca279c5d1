//! Embed: a whole game with two random bots, and what one of them may read of it.
//!
//! `cargo run --release --example embed -- cardland 7`

use intermezzo::bots::{Bot, Random};
use intermezzo::error::Result;
use intermezzo::{Files, Game, Outcome, Seat, Setup, Table};

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let id = args.next().unwrap_or_else(|| "cardland".into());
    let seed = args.next().and_then(|n| n.parse().ok()).unwrap_or(7);

    let game = Game::load(&id, &Files::built_in())?;
    let mut table = Table::start(game.set_up(Setup::usual(&game, seed))?);

    let mut bots: Vec<Random> = (0..table.names().len() as u64).map(|n| Random::new(seed + n)).collect();
    table.play(&mut bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect::<Vec<_>>())?;

    for event in table.events(Seat(0), 0)?.iter().filter(|event| !event.is_minor) {
        println!("{}{}", "  ".repeat(event.depth.into()), event.text);
    }
    match table.outcome() {
        Some(Outcome::Won(seat)) => println!("{} has won ({})", table.names()[seat.index()], table.log_hash()),
        _ => println!("nobody has won alone ({})", table.log_hash()),
    }
    Ok(())
}
