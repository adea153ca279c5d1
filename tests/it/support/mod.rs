//! Support: loading, playing and comparing games, for the tests of the engine.

pub mod chance;
pub mod editor;
pub mod eyes;
pub mod hidden;
pub mod lineup;
pub mod pit;
pub mod probe;
pub mod sweep;
pub mod talk;
#[cfg(unix)]
pub mod told;

use std::path::Path;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Deck, Files};
use intermezzo::kernel::{Answer, Decision, Seat};
use intermezzo::script::sandbox::Limits;
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Setup, Table};

/// The games without a script.
pub const WITHOUT_SCRIPTS: [&str; 3] = ["moult", "nightgarden", "saltmarsh"];

/// The shipped games.
pub const GAMES: [&str; 11] = [
    "cardland",
    "cfs",
    "clash",
    "duel",
    "hackclad",
    "market",
    "moult",
    "nightgarden",
    "saltmarsh",
    "swordgirls",
    "tricks",
];

/// The game that all of these tests play.
pub const GAME: &str = "cardland";

/// More decisions than any game has.
pub const MAX_DECISIONS: usize = 20_000;

/// One answer of a game.
pub type Step = (Seat, Answer);

/// The repository's files, with texts laid over them; an empty text takes a file away.
pub fn files(overlay: &[(&str, &str)]) -> Files {
    let mut files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository holds the game");
    for (path, text) in overlay {
        match text.is_empty() {
            true => drop(files.texts.remove(*path)),
            false => drop(files.texts.insert(path.to_string(), Arc::from(*text))),
        }
    }
    files
}

/// The game with a pack of this header and these files.
pub fn with_pack(header: &str, overlay: &[(&str, &str)]) -> Files {
    let mut files = files(&[]);
    let header = format!("pack: p\nversion: 1.0.0\nextends: cardland\n{header}");
    files.overlay([("packs/p/pack.yaml".to_string(), Arc::from(header))]);
    files.overlay(overlay.iter().map(|(path, text)| (path.to_string(), Arc::from(*text))));
    files.packs = vec!["p".into()];
    files
}

/// The catalog of these files, or the text of all problems.
pub fn catalog(files: &Files) -> Result<Arc<Catalog>, String> {
    Catalog::load(GAME, files).map(|(catalog, _)| Arc::new(catalog)).map_err(|problems| problems.render_all())
}

/// The game of this id that some files hold, which must load.
pub fn game_of(id: &str, files: &Files) -> Game {
    let (catalog, _) = Catalog::load(id, files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// An engine of the repository's files with texts laid over them.
pub fn engine_with(overlay: &[(&str, &str)]) -> Game {
    engine_of(&files(overlay), Limits::default())
}

/// An engine of these files.
pub fn engine_of(files: &Files, limits: Limits) -> Game {
    let catalog = catalog(files).unwrap_or_else(|problems| panic!("{problems}"));
    Game::with_limits(catalog, limits).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// The game as it is.
pub fn engine() -> Game {
    engine_with(&[])
}

/// The ready-made decks, in the order of their ids.
pub fn decks(engine: &Game) -> Vec<Deck> {
    engine.catalog().decks.values().cloned().collect()
}

/// All ordered pairs of decks, by number.
pub fn pairs(engine: &Game) -> Vec<(usize, usize)> {
    let n = engine.catalog().decks.len();
    (0..n * n).map(|i| (i / n, i % n)).collect()
}

/// A game of two of the ready-made decks.
pub fn start(engine: &Game, pair: (usize, usize), seed: u64) -> Table {
    let all = decks(engine);
    let start = Setup { seed, decks: vec![all[pair.0].clone(), all[pair.1].clone()], ..Setup::default() };
    engine.set_up(start).map(Table::start).expect("the game starts")
}

/// A bot for each seat, so that the answers of one do not depend on when the other is asked.
pub struct Bots(Vec<Random>);

impl Bots {
    /// Bots that follow from a seed.
    pub fn new(seed: u64) -> Bots {
        Bots::of(seed, 2)
    }

    /// So many bots that follow from a seed.
    pub fn of(seed: u64, seats: u64) -> Bots {
        Bots((0..seats).map(|seat| Random::new(seed.wrapping_mul(seats) + seat)).collect())
    }

    /// What the asked seat answers.
    pub fn answer(&mut self, table: &Table, decision: &Decision) -> Answer {
        self.0[decision.seat.index()].legal_answer(table.world(), decision)
    }
}

/// The decision that is asked first; the game must not be over.
pub fn asked(table: &Table) -> Decision {
    let shown = || table.fault().map_or(String::new(), |f| f.error.to_string());
    table
        .decisions()
        .first()
        .cloned()
        .unwrap_or_else(|| panic!("nobody is asked and the game is not over: {}", shown()))
}

/// Answers the decision that is asked first; `None` when the game is over.
pub fn answer_one(table: &mut Table, bots: &mut Bots) -> Option<Step> {
    if table.is_over() {
        return None;
    }
    let decision = asked(table);
    let answer = bots.answer(table, &decision);
    submit(table, &(decision.seat, answer.clone()));
    Some((decision.seat, answer))
}

/// Gives an answer that must be legal.
pub fn submit(table: &mut Table, (seat, answer): &Step) {
    if let Err(e) = table.submit(*seat, answer.clone()) {
        panic!("{answer:?} of {seat:?} is refused: {e}; asked is {:?}", table.decisions());
    }
}

/// Plays to the end of the game; the answers that were given.
pub fn play(table: &mut Table, bots: &mut Bots) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some(step) = answer_one(table, bots) {
        steps.push(step);
        assert!(steps.len() < MAX_DECISIONS, "the game does not end");
    }
    steps
}

/// What must be equal in equal games.
pub fn ends(table: &Table) -> (String, u64) {
    (table.log_hash(), table.world().state().hash())
}

/// A number from the environment, to make a test longer.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Plays all scenarios of a fixture, which must be at least `least`.
pub fn plays_its_scenarios(fixture: &str, least: usize) {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures").join(fixture);
    let report = intermezzo_program::scenario::run_paths(&[root.join("scenarios")], Some(&root), false)
        .expect("the fixture is there");
    let failed: Vec<String> =
        report.scenarios.iter().filter(|s| !s.ok).map(|s| format!("{}\n    {}", s.path, s.message)).collect();
    assert!(report.scenarios.len() >= least, "only {} scenarios were found", report.scenarios.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
