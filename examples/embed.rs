//! Embed: a whole game with two random bots, and what one of them may read of it.
//!
//! `cargo run --release --example embed -- cardland 7`

use intermezzo::kernel::tell::transcript::transcript;
use std::sync::Arc;

use intermezzo::kernel::tell::show::Reader;
use intermezzo::kernel::{Outcome, Seat};
use intermezzo::table::bots::Random;
use intermezzo::{Catalog, Files, Game, Setup, Table};

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "cardland".into());
    let seed = args.next().and_then(|n| n.parse().ok()).unwrap_or(7);

    let catalog = match Catalog::load(&game, &Files::built_in()) {
        Ok((catalog, _)) => catalog,
        Err(problems) => return eprintln!("{}", problems.render_all()),
    };
    let engine = Game::new(Arc::new(catalog)).expect("the scripts of the built-in pack load");
    let seats = engine.catalog.rules.schema.seats as usize;
    let decks = engine.catalog.decks.values().cycle().take(seats).cloned().collect();
    let mut table =
        engine.set_up(Setup { seed, decks, ..Setup::default() }).map(Table::start).expect("one deck a seat");
    table.name_seats(&["Amy", "Beth"]).expect("two seats");

    let mut bot = Random::new(seed);
    while let Some(decision) = table.decisions().first().cloned() {
        let answer = bot.legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).expect("a bot plays what is legal");
    }

    let amy = Reader { names: table.names(), eyes: Some(Seat(0).into()) };
    print!("{}", transcript(table.world().game(), &table.world().log, amy));
    match table.outcome() {
        Some(Outcome::Won(seat)) => println!("{} has won ({})", table.names()[seat.index()], table.log_hash()),
        _ => println!("nobody has won ({})", table.log_hash()),
    }
}
