//! Fuzz: random games steered to abilities, windows and lines that were never used, and judged at every step.
//!
//! ```text
//! coverage  what games did so far: abilities, windows, lines of scripts, pairs of cards
//! steer     which decks are brought, and which answer is given: rather what was reached least
//! judge     what must hold after each answer
//! shorten   the shortest game that still fails
//! ```
//!
//! The bots of `fuzz` do not play to win: a game is good if it does what no game did before.

mod coverage;
mod judge;
mod shorten;
mod steer;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::scenario::scenario_text;
pub(crate) use coverage::{FuzzCoverage, Share};
use intermezzo::bots::Random;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::ability::AbilityForm;
use intermezzo::kernel::{Answer, Seat};
use intermezzo::table::{Game, Setup, Table};
use steer::Steer;

/// The most answers of a game; a game with more counts as one without an end.
const MOST_ANSWERS: usize = 20_000;
/// The most failures of one kind that are stored.
const KEPT: usize = 5;

/// A failure: something that must not happen, and the game that led to it.
#[derive(Clone, Debug)]
pub(crate) struct FoundFailure {
    /// The kind of failure: `script_error`, `panic`, `abort`, `loop`, `lost_card`, `fork_differs`, `view_leaks`,
    /// `refused`.
    pub kind: &'static str,
    /// The message, which says what went wrong.
    pub message: String,
    /// The shortest game found that fails in the same way, as a scenario.
    pub scenario: String,
    /// The seed of the game.
    pub seed: u64,
    /// The number of answers in the game of the scenario.
    pub answers: usize,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct FuzzReport {
    /// The number of games that were played.
    pub games: u64,
    /// The number of answers that were given.
    pub answers: u64,
    /// The failures.
    pub failures: Vec<FoundFailure>,
    /// How much of the game was reached.
    pub coverage: FuzzCoverage,
}

/// An answer that was given.
pub(super) type FuzzStep = (Seat, Answer);

/// The failure of a game: its kind, as in [`FoundFailure`], and a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameFailure {
    pub kind: &'static str,
    pub message: String,
}

/// Hears of a failure, and says whether more are wanted.
pub(crate) type OnFailure<'e> = &'e mut dyn FnMut(&FoundFailure) -> bool;

/// Plays games of a kind until the time is over. Which games come follows from the seed alone; how many, from the time.
/// Each failure is told when it is found, and no more games are played once the answer is that no more are wanted.
///
/// # Errors
///
/// A game that does not start.
pub(crate) fn search(
    game: &Game,
    players: Option<u8>,
    options: &[(String, String)],
    (seed, time, most): (u64, Duration, Option<u64>),
    (on_progress, each): (&mut dyn FnMut(u64), OnFailure),
) -> Result<FuzzReport> {
    let until = Instant::now() + time;
    let game = &game.traced()?;
    let mut steer = Steer::new(game, players, options.to_vec());
    let mut found = FuzzReport::default();
    for number in 0.. {
        if most.map_or_else(|| number > 0 && Instant::now() >= until, |most| number >= most) {
            break;
        }
        let game_seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let setup = steer.setup(game_seed)?;
        let steps = RefCell::new(Vec::new());
        let mut bot = Random::new(game_seed);
        let played = catch_unwind(AssertUnwindSafe(|| play(game, &setup, &mut steer, &mut bot, &steps)));
        let fault = match played {
            Ok(fault) => fault?,
            Err(panic) => Some(GameFailure { kind: "panic", message: words_of(&*panic) }),
        };
        let steps = steps.into_inner();
        found.games += 1;
        found.answers += steps.len() as u64;
        if let Some(fault) = fault
            && is_new(&found.failures, &fault)
        {
            let failure = failure(game, &setup, steps, fault);
            let goes_on = each(&failure);
            found.failures.push(failure);
            if !goes_on {
                break;
            }
        }
        on_progress(found.games);
    }
    found.coverage = steer.coverage();
    Ok(found)
}

fn is_new(known: &[FoundFailure], fault: &GameFailure) -> bool {
    let of_kind: Vec<&FoundFailure> = known.iter().filter(|f| f.kind == fault.kind).collect();
    of_kind.len() < KEPT && of_kind.iter().all(|f| f.message != fault.message)
}

/// Plays a game, and returns the first thing that went wrong.
fn play(
    game: &Game,
    setup: &Setup,
    steer: &mut Steer,
    bot: &mut Random,
    steps: &RefCell<Vec<FuzzStep>>,
) -> Result<Option<GameFailure>> {
    let mut table = Table::resting(game.set_up(setup.clone())?);
    table.forget_log();
    table.count();
    table.go();
    let mut fault = judge::after(&table, bot, 0);
    while fault.is_none() {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let answer = steer.answer(table.world(), &decision, bot);
        steps.borrow_mut().push((decision.seat, answer.clone()));
        let given = steps.borrow().len();
        fault = match table.submit(decision.seat, answer) {
            Err(error) => {
                Some(GameFailure { kind: "refused", message: format!("an answer that was listed is refused: {error}") })
            }
            Ok(()) if given >= MOST_ANSWERS => {
                Some(GameFailure { kind: "loop", message: format!("no end after {given} answers") })
            }
            Ok(()) => judge::after(&table, bot, given),
        };
    }
    if let Some(statistics) = table.counted() {
        steer.learn(&statistics, setup);
    }
    Ok(fault)
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

fn failure(game: &Game, setup: &Setup, steps: Vec<FuzzStep>, fault: GameFailure) -> FoundFailure {
    let steps = shorten::shortened(game, setup, steps, &fault);
    let title =
        format!("Found by fuzz: {}: {}", fault.kind.replace('_', " "), fault.message.lines().next().unwrap_or(""));
    let scenario = catch_unwind(AssertUnwindSafe(|| scenario_text::scenario(game, setup, &title, &steps)));
    let scenario = match scenario {
        Ok(Ok(text)) => format!("{}{text}", stated(fault.kind)),
        Ok(Err(error)) => format!("# it cannot be written as a scenario: {error}\n"),
        Err(_) => "# it cannot be written as a scenario: playing it again panics\n".to_string(),
    };
    FoundFailure { kind: fault.kind, message: fault.message, scenario, seed: setup.seed, answers: steps.len() }
}

/// The comment at the top of the scenario that repeats a failure of this kind: whether `intermezzo test` shows the
/// failure.
fn stated(kind: &str) -> &'static str {
    match kind {
        "fork_differs" | "view_leaks" => {
            "# How it comes to what the title says: `intermezzo fuzz` judges it at the end, `intermezzo test` does not.\n"
        }
        _ => "# This fails as long as the game does what the title says, and passes once it is mended.\n",
    }
}

/// True if an ability can be used or trigger; a static ability does neither.
pub(super) fn is_counted(form: &AbilityForm) -> bool {
    !matches!(form, AbilityForm::While)
}

/// The failure `refused`: a game that is played again refuses an answer that was given before. That is a bug of ours.
pub(super) fn lost(error: &Error) -> GameFailure {
    GameFailure { kind: "refused", message: error.to_string() }
}
