//! Searching bots: they play every game by samples alone, depend on nothing hidden, and are stronger than chance.

use intermezzo::bots::Kind;
use intermezzo::sim::{Ending, Job, Plan};
use intermezzo::table::Table;
use intermezzo::table::bots::Random;
use intermezzo::table::inside::*;

use crate::support::lineup::Lineup;
use crate::support::{GAME, files, game_of, number};

fn job(bots: &[&str], lineup: Option<&Lineup>) -> Job {
    Job {
        bots: bots.iter().map(|bot| bot.to_string()).collect(),
        players: lineup.and_then(|l| l.players),
        seed: 3,
        ..Job::default()
    }
}

/// One game of each kind to its end, with bots that look ahead a little.
#[test]
fn bots_that_look_ahead_play_every_game() {
    let mut played: Vec<String> = Vec::new();
    for lineup in Lineup::all().iter().filter(|l| l.options.is_empty()) {
        if played.contains(&lineup.key()) {
            continue;
        }
        let mut files = files(&[]);
        files.packs = lineup.packs.clone();
        let game = game_of(&lineup.game, &files);
        for bot in ["greedy", "ismcts:4:3"] {
            let plan = Plan::new(&game, &job(&[bot], Some(lineup))).expect("a plan");
            let one = plan.play(0).expect("a game");
            assert!(one.ending != Ending::Stalled && one.faults == 0, "{}: {bot}: {one:?}", lineup.name());
            // Budgets are playouts: the same again.
            if bot == "ismcts:4:3" && played.len() < 2 {
                assert_eq!(plan.play(0).expect("a game"), one, "{}: {bot}", lineup.name());
            }
        }
        played.push(lineup.key());
    }
    assert_eq!(played.len(), 7, "{played:?}");
}

/// A state and another one that differs from it only in what the seat does not see: the same choice.
#[test]
fn what_a_bot_chooses_depends_on_nothing_hidden() {
    let game = game_of(GAME, &files(&[]));
    let kinds: Vec<Kind> = ["greedy", "ismcts:16:4"].map(|bot| bot.parse().expect("a bot")).to_vec();
    let plans: Vec<Plan> =
        ["greedy", "ismcts:16:4"].map(|b| Plan::new(&game, &job(&[b], None)).expect("a plan")).into();
    let (mut compared, mut others) = (0, 0);
    for seed in 0..number("INTERMEZZO_BOTS", 2) {
        let mut table = game.set_up(plans[0].setup(seed * 5)).map(Table::start).expect("it starts");
        let mut bot = Random::new(seed);
        while let Some(decision) = table.decisions().first().cloned() {
            if table.answers() % 48 == 7 {
                let seat = decision.seat;
                let other = table.sample(seat, 77 + table.answers() as u64).expect("a seat of the game");
                let differs = |(a, b): (&_, &_)| -> bool {
                    let (a, b): (
                        &intermezzo::kernel::model::objects::CardState,
                        &intermezzo::kernel::model::objects::CardState,
                    ) = (a, b);
                    a.def != b.def
                };
                others += table.world().state().cards.iter().zip(&other.world().state().cards).any(differs) as usize;
                for (kind, plan) in kinds.iter().zip(&plans) {
                    let chosen = |table: &Table| plan.choose(kind, table, seat, 11).expect("a choice");
                    assert_eq!(chosen(&table), chosen(&other), "{kind} at answer {}", table.answers());
                    compared += 1;
                }
            }
            let answer = bot.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).expect("it is legal");
        }
    }
    assert!(compared > 8 && others > 3, "{compared} were compared, {others} differed");
}

/// A look ahead beats chance where skill matters.
#[test]
fn greedy_beats_chance() {
    let game = game_of("cfs", &files(&[]));
    let plan = Plan::new(&game, &job(&["greedy", "random"], None)).expect("a plan");
    let games = plan.games(0..16, 2).expect("games");
    let points: u32 = games.iter().map(|g| g.points(g.bots.iter().position(|b| *b == 0).unwrap_or(0)) as u32).sum();
    assert!(points > 19, "greedy has {points} of 32 points");
}

#[test]
fn a_bot_that_is_a_program_plays_over_lines() {
    let missing: Kind = "program:/no/such/program".parse().expect("a bot");
    assert_eq!(missing.to_string(), "program:/no/such/program");
    let game = game_of(GAME, &files(&[]));
    let plan = Plan::new(&game, &job(&["program:/no/such/program"], None)).expect("a plan");
    let error = plan.play(0).expect_err("there is no such program").to_string();
    assert!(error.contains("does not start"), "{error}");
}
