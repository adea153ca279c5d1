//! Stranger: a pack of somebody whom nobody knows, loaded with narrow limits, and a table that outlives its scripts.
//!
//! `cargo run --release --example stranger -- cfs packs/legends`

use std::process::ExitCode;

use intermezzo::bots::{Bot, Random};
use intermezzo::error::Result;
use intermezzo::{Files, Game, Limits, Setup, Table};

/// What a stranger's scripts may take: a quarter of the memory and half of the steps that our own may.
fn narrow() -> Limits {
    let ours = Limits::default();
    Limits { memory_bytes: ours.memory_bytes / 4, fuel: ours.fuel / 2, wall_ms: 200, ..ours }
}

fn play(id: &str, pack: &str) -> Result<()> {
    let files = Files::built_in().with_pack(pack)?;
    let game = Game::load_with_limits(id, &files, narrow())?;
    let mut table = Table::start(game.set_up(Setup::usual(&game, 3))?);
    let mut bots: Vec<Random> = (0..table.names().len() as u64).map(Random::new).collect();
    table.play(&mut bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect::<Vec<_>>())?;
    // A script that failed was undone, and the game went on without it.
    for fault in table.fault_errors() {
        println!("{} failed: {}", fault.what, fault.error);
    }
    println!("{} answers, {} failures, {}", table.answers(), table.faults(), table.log_hash());
    Ok(())
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let id = args.next().unwrap_or_else(|| "cfs".into());
    let pack = args.next().unwrap_or_else(|| "packs/legends".into());
    match play(&id, &pack) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What is wrong with the files comes with places, as a compiler says it.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
