//! Bot: a player of one's own, which tries each of its options on games that it could be looking at, against a random one.
//!
//! `cargo run --release --example bot -- cfs 10`

use intermezzo::bots::{Bot, Random};
use intermezzo::error::Result;
use intermezzo::view::DecisionKind;
use intermezzo::{Answer, Decision, Files, Game, Outcome, Seat, Setup, Table};

/// The number of games that are played to their end for each option.
const GAMES: u64 = 2;
/// Of more options only the first ones are tried.
const OPTIONS: usize = 4;

/// The answers that are worth a try: each single option, and to pass.
fn answers(decision: &Decision) -> Vec<Answer> {
    let single = matches!(decision.kind, DecisionKind::Act) || decision.least <= 1 && decision.most >= 1;
    let options = if single { decision.options.len().min(OPTIONS) } else { 0 };
    let mut all: Vec<Answer> = (0..options).map(|place| Answer::Choose(vec![place])).collect();
    if decision.may_pass {
        all.push(Answer::Pass);
    }
    all
}

/// Plays a table to its end at random.
fn play_out(table: &mut Table, seed: u64) -> Result<()> {
    let mut bot = Random::new(seed);
    while let Some(seat) = table.asked_seats().first().copied() {
        table.ask(seat, &mut bot)?;
    }
    Ok(())
}

/// How often a seat wins after an answer, in games that its person could be looking at.
fn worth(table: &Table, seat: Seat, answer: &Answer) -> Result<u64> {
    let mut won = 0;
    for number in 0..GAMES {
        let mut sample = table.sample(seat, number)?;
        // What is legal here may not be so there: then it tells nothing.
        if sample.answer(seat, answer).is_ok() {
            play_out(&mut sample, number)?;
            won += u64::from(sample.outcome() == Some(Outcome::Won(seat)));
        }
    }
    Ok(won)
}

/// The answer that won most often, if there is a choice.
fn best(table: &Table, seat: Seat, decision: &Decision) -> Result<Option<Answer>> {
    let mut best = None;
    for answer in answers(decision) {
        let won = worth(table, seat, &answer)?;
        if best.as_ref().is_none_or(|(most, _)| won > *most) {
            best = Some((won, answer));
        }
    }
    Ok(best.map(|(_, answer)| answer))
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let id = args.next().unwrap_or_else(|| "cfs".into());
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(3);
    let game = Game::load(&id, &Files::built_in())?;
    let mut won = 0;
    for seed in 0..games {
        let mut table = Table::start(game.set_up(Setup::usual(&game, seed))?);
        let mut random = Random::new(seed);
        while let Some(seat) = table.asked_seats().first().copied() {
            let view = intermezzo::View::of_person(&table, seat)?;
            let decision = view.decisions.iter().find(|d| d.seat == seat.0);
            let answer = match decision.filter(|_| seat == Seat(0)) {
                Some(decision) => best(&table, seat, decision)?,
                None => None,
            };
            // An answer about a whole set may be refused, and what is no single choice is left to chance.
            if answer.is_none_or(|answer| table.answer(seat, &answer).is_err()) {
                table.ask(seat, &mut random as &mut dyn Bot)?;
            }
        }
        won += u64::from(table.outcome() == Some(Outcome::Won(Seat(0))));
    }
    println!("the one who looks ahead won {won} of {games} games of {}", game.title());
    Ok(())
}
