//! Live: runs a simulation that a person started in the studio, and sends its results while it runs.

use std::time::{Duration, Instant};

use intermezzo_studio::{CardChange, Simulation};
use serde_json::{Value, json};

use super::change::{FieldChange, ValueResult, against_json, plans_of};
use crate::cli::pack::Pack;
use intermezzo::bots::{BotKind, listed};
use intermezzo::error::{Error, Result};
use intermezzo::sim::report::report;
use intermezzo::sim::{Job, Plan, ResultFolder, Results, Totals, Way};

/// The number of random games in a part: after each part interim results may be sent, and the simulation may be stopped.
const RANDOM_PART: u64 = 32;
/// The number of games in a part if bots think: a game of greedy may take seconds.
const THINKING_PART: u64 = 2;
/// The least time between two interim results.
const PAUSE: Duration = Duration::from_millis(300);

/// Plays the games of a simulation, and hands interim results to `tell` now and then, and at the end those with `done`.
/// It stops when `tell` returns false.
///
/// # Errors
///
/// An unknown game, bot or card, or a value that the card cannot have.
pub fn live(wish: &Simulation, pack: &Pack, tell: &mut dyn FnMut(Value) -> bool) -> Result<()> {
    let job = Job { bots: bots_of(wish)?, seed: 1, ..Job::default() };
    let (game, _) = pack.engine(&wish.game)?;
    match &wish.change {
        None => counted(&Plan::new(&game, &job)?, way(wish)?, tell),
        Some(change) => compared(wish, change, pack, &job, tell),
    }
}

/// The bots that the simulation names. Programs are refused: a web page must not start one.
fn bots_of(wish: &Simulation) -> Result<Vec<String>> {
    let bots = listed(&wish.bots)?;
    let is_program = |bot: &String| !matches!(bot.parse(), Ok(BotKind::Random | BotKind::Greedy | BotKind::Ismcts(..)));
    match bots.iter().any(is_program) {
        true => Err(Error::usage("a simulation at the bench is played by random, greedy or ismcts")),
        false => Ok(bots),
    }
}

/// How the games are played: on half of the cores, because tables of the studio use the others.
fn way(wish: &Simulation) -> Result<Way> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2));
    let is_random = bots_of(wish)?.iter().all(|bot| matches!(bot.parse(), Ok(BotKind::Random)));
    Ok(Way { games: wish.games, threads, part: if is_random { RANDOM_PART } else { THINKING_PART } })
}

fn counted(plan: &Plan, way: Way, tell: &mut dyn FnMut(Value) -> bool) -> Result<()> {
    let (began, mut told) = (Instant::now(), Instant::now());
    let unmade = |error| Error::io(std::env::temp_dir(), error);
    let folder = tempfile::Builder::new().prefix("intermezzo-sim-").tempdir().map_err(unmade)?;
    let shelf = ResultFolder::of(folder.path(), plan, way.part)?;
    let mut totals = Totals::of(&plan.names());
    let mut goes_on = true;
    plan.run(0, way, |_| Ok(None), |part| shelf.write(part), &mut |part| {
        totals.take_part(&part);
        if told.elapsed() >= PAUSE {
            told = Instant::now();
            goes_on = tell(json!({ "totals": totals.json(plan, began.elapsed().as_secs_f64()) }));
        }
        Ok(goes_on)
    })?;
    if goes_on {
        let page = report(&Results::read(folder.path())?);
        tell(json!({ "done": true, "totals": totals.json(plan, began.elapsed().as_secs_f64()), "report": page }));
    }
    Ok(())
}

/// Plays the same games with each of several values of a card's field, and hands the comparison to `tell`.
fn compared(
    wish: &Simulation,
    CardChange { card, field, values }: &CardChange,
    pack: &Pack,
    job: &Job,
    tell: &mut dyn FnMut(Value) -> bool,
) -> Result<()> {
    let change = FieldChange { card, field, values: values.clone() };
    let plans = plans_of(&change, &wish.game, pack, |game| Plan::new(game, job))?;
    let mut tried: Vec<ValueResult> = Vec::new();
    for (value, plan) in values.iter().zip(&plans) {
        tried.push(ValueResult::new(value, plan));
        let (mut told, mut goes_on) = (Instant::now(), true);
        plan.run(0, way(wish)?, |_| Ok(None), |_| Ok(()), &mut |part| {
            let at = tried.len() - 1;
            tried[at].take(&part, plan, card);
            if told.elapsed() >= PAUSE {
                told = Instant::now();
                goes_on = tell(against_json(&wish.game, &change, &tried));
            }
            Ok(goes_on)
        })?;
        if !goes_on {
            return Ok(());
        }
    }
    let mut all = against_json(&wish.game, &change, &tried);
    all["done"] = true.into();
    tell(all);
    Ok(())
}
