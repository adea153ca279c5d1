//! Growth: what a decision costs when more cards lie in play, all else being equal.
//!
//! The game for it lies in `growth/`: a quarter of its cards holds a static ability, a trigger and a prohibition, and a
//! decision changes one of them.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::bench_measure::{median, refused};
use super::{Exit, print_json};
use intermezzo::catalog::{Deck, Files};
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::value::DefId;
use intermezzo::kernel::{Answer, Kind};
use intermezzo::table::{Game, Setup, Table};

/// Cards in play, of both players together.
const CARDS: [usize; 4] = [20, 100, 400, 1600];

/// The number of decisions before the first measured one, and the least number of measured ones.
const LEAST: usize = 8;

const FILES: [(&str, &str); 4] = [
    ("cards/growth/game.yaml", include_str!("growth/game.yaml")),
    ("cards/growth/set/banner.yaml", include_str!("growth/banner.yaml")),
    ("cards/growth/set/drummer.yaml", include_str!("growth/drummer.yaml")),
    ("cards/growth/set/villager.yaml", include_str!("growth/villager.yaml")),
];

/// Measure what a decision costs when more cards lie in play
///
/// A quarter of the cards holds a static ability, a trigger and a prohibition; a decision changes one card of these.
/// The times are medians on one core; the ratio is that of the last to the first. All that is played is in the program.
#[derive(Debug, clap::Args)]
pub struct Growth {
    /// Print {"cards", "decision_us", "ratio"}: numbers of cards in play, the time of a decision for each,
    /// and the ratio of the last time to the first
    #[arg(long)]
    json: bool,
    /// How long to measure, about
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = super::bench::seconds)]
    seconds: f64,
}

pub fn run(args: &Growth, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let game = game()?;
    let budget = Duration::from_secs_f64(args.seconds / CARDS.len() as f64);
    let times: Vec<f64> = CARDS.iter().map(|cards| decision_us(&game, *cards, budget)).collect::<Result<_>>()?;
    if args.json {
        print_json(out, &figures(&times))?;
    } else {
        writeln!(out, "cards in play   a decision, in µs")?;
        for (cards, time) in CARDS.iter().zip(&times) {
            writeln!(out, "{cards:>13}   {time:>17.1}")?;
        }
        writeln!(out, "ratio of the last to the first: {:.1}", ratio(&times))?;
    }
    Ok(Exit::Fine)
}

fn figures(times: &[f64]) -> Value {
    let tenths = |n: f64| (n * 10.0).round() / 10.0;
    let rounded: Vec<f64> = times.iter().copied().map(tenths).collect();
    json!({ "cards": CARDS, "decision_us": rounded, "ratio": tenths(ratio(times)) })
}

/// The ratio of the last time to the first.
fn ratio(times: &[f64]) -> f64 {
    times.last().zip(times.first()).map_or(1.0, |(last, first)| last / first)
}

fn game() -> Result<Game> {
    let texts = FILES.iter().map(|(path, text)| (path.to_string(), (*text).into())).collect();
    Game::load("growth", &Files { texts, ..Files::default() })
}

/// A table with this number of cards in play, half of them for each player.
fn table(game: &Game, cards: usize) -> Result<Table> {
    let rules = &game.catalog.rules;
    let of = |id: &str, count: usize| -> Result<Vec<DefId>> {
        let def = rules.def_by_id(id).ok_or_else(|| Error::internal(format!("the game of growth has no {id}")))?;
        Ok(vec![def; count])
    };
    let (own, holding) = (cards / 2, cards / 8);
    // Of each player's cards one is the drummer, and `holding` cards have abilities: the drummer and the banners.
    let list = [of("drummer", 1)?, of("banner", holding - 1)?, of("villager", own - holding)?].concat();
    let deck = Deck { lists: vec![list], ..Deck::default() };
    let options = vec![("cards".to_string(), own.to_string())];
    let mut table = Table::start(game.set_up(Setup { decks: vec![deck; 2], options, ..Setup::default() })?);
    table.forget_log();
    Ok(table)
}

/// The median of the microseconds that a decision takes, with this many cards in play.
fn decision_us(game: &Game, cards: usize, budget: Duration) -> Result<f64> {
    let mut table = table(game, cards)?;
    let mut times = Vec::new();
    let began = Instant::now();
    while began.elapsed() < budget || times.len() < 2 * LEAST {
        let decision = table.decisions().first().cloned();
        let Some((seat, Kind::Act { options, .. })) = decision.map(|d| (d.seat, d.kind)) else {
            return Err(Error::internal("the game of growth asks what its player does, and nothing else"));
        };
        let Some(choice) = options.first() else {
            return Err(Error::internal("the game of growth always offers something"));
        };
        let start = Instant::now();
        table.submit(seat, Answer::Act(*choice)).map_err(refused)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    Ok(median(times.split_off(LEAST)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::bench::tests::{keys_in_help, keys_of};
    use intermezzo::kernel::Seat;

    #[test]
    fn help_names_the_keys() {
        let figures = figures(&[2.0, 3.0, 4.0, 5.0]);
        assert_eq!(figures["ratio"], 2.5);
        assert_eq!(keys_in_help::<Growth>(), keys_of(&figures));
    }

    #[test]
    fn a_decision_changes_one_card_and_leaves_the_others_where_they_lie() {
        let game = game().expect("it loads");
        let mut table = table(&game, 20).expect("its decks are legal");
        let in_play = |table: &Table| {
            let (rules, state) = (&table.world().rules, table.world().state());
            let field = rules.schema.zone_kind("field").expect("a zone");
            [Seat(0), Seat(1)].map(|seat| state.zone(rules.schema.zone(field, seat)).len()).iter().sum::<usize>()
        };
        assert_eq!(in_play(&table), 20);
        for _ in 0..6 {
            let before = table.world().state().clone();
            let decision = table.decisions()[0].clone();
            let Kind::Act { options, .. } = decision.kind else { panic!("{:?}", decision.kind) };
            assert_eq!(options.len(), 1, "as many options as with more cards");
            table.submit(decision.seat, Answer::Act(options[0])).expect("it is offered");
            let after = table.world().state();
            let changed = before.stored.iter().zip(&after.stored).filter(|(a, b)| a != b).count();
            assert_eq!((changed, in_play(&table)), (1, 20));
            // The drummer's action adds one mark, and its trigger another.
            assert_eq!(after.stored.iter().sum::<i64>() - before.stored.iter().sum::<i64>(), 2);
        }
    }
}
