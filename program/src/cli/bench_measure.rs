//! Measuring: how fast a game is played, forked, reloaded and tested, as medians.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::file_changes::on_change;
use super::pack::Pack;
use crate::scenario::{Runner, ScenarioFile, found};
use intermezzo::catalog::Files;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::model::ability::Effect;
use intermezzo::kernel::model::state::State;
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::{Answer, Choice, Decision, Kind, Seat};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Loader, Setup, Table};

/// Measures one game.
pub struct Bencher<'e> {
    pub(super) engine: &'e Game,
    /// The moment from which all games go on; `None`: from their beginning.
    pub(super) from: Option<&'e Table>,
    pub(super) seed: u64,
    /// The most time for a game; `None`: no limit.
    pub(super) longest: Option<Duration>,
}

/// Figures of whole games.
#[derive(Default)]
pub struct PlayFigures {
    pub decisions_per_s: Option<f64>,
    pub games_per_s: Option<f64>,
    pub script_errors: u32,
}

/// Figures of moments within games.
#[derive(Default)]
pub struct Positions {
    pub effect_us: Option<f64>,
    pub fork_ns: Option<f64>,
    pub fork_mid_effect_ns: Option<f64>,
    pub state_bytes: Option<f64>,
}

/// The number of games that are timed together: a single one is too short for a steady figure.
const BATCH: u32 = 8;

/// The number of forks that are timed together.
const FORKS: u32 = 32;

/// The most answers that an effect may take to count as trivial.
const MAX_ANSWERS: usize = 24;

impl<'e> Bencher<'e> {
    /// A bencher of a game, played from a moment or from its beginning.
    pub fn new(engine: &'e Game, from: Option<&'e Table>) -> Bencher<'e> {
        Bencher { engine, from, seed: 0, longest: None }
    }

    /// The bencher with a limit: a game that takes longer than `longest` ends the measurement with an error.
    pub fn for_games_within(self, longest: Duration) -> Bencher<'e> {
        Bencher { longest: Some(longest), ..self }
    }

    /// A table with the next game, at its first question and without a log, and the random bot that answers there.
    pub(super) fn next_game(&mut self) -> Result<(Table, Random)> {
        self.next(Table::forget_log)
    }

    /// The next table, with a log.
    pub(super) fn next_table(&mut self) -> Result<(Table, Random)> {
        self.next(|_| ())
    }

    /// A table with the next game, and its random bot: decks and chance differ from game to game. `prepare` changes the
    /// table before anything is played.
    fn next(&mut self, prepare: impl FnOnce(&mut Table)) -> Result<(Table, Random)> {
        let seed = self.seed;
        self.seed += 1;
        if let Some(table) = self.from {
            let mut table = table.fork();
            prepare(&mut table);
            return Ok((table, Random::new(seed)));
        }
        let decks: Vec<_> = self.engine.catalog.decks.values().collect();
        // The seed counts through all combinations of decks, one after the other.
        let deck = |i: u32| decks[(seed / (decks.len() as u64).pow(i)) as usize % decks.len()].clone();
        let seats = self.engine.catalog.rules.schema.seats as u32;
        // If two players may not bring the same deck, they get decks that follow each other in the list.
        let neighbour = |i: u32| decks[(seed + i as u64) as usize % decks.len()].clone();
        let set_up = |decks: Vec<_>| self.engine.set_up(Setup { seed, decks, ..Setup::default() });
        let position = match decks.is_empty() {
            true => set_up(vec![Default::default(); seats as usize])?,
            // If players have different roles, the setup chooses decks that their roles may bring.
            false => set_up((0..seats).map(deck).collect())
                .or_else(|_| set_up((0..seats).map(neighbour).collect()))
                .or_else(|_| set_up(self.engine.usual_decks(seats as usize)))?,
        };
        let mut table = Table::resting(position);
        prepare(&mut table);
        table.go();
        Ok((table, Random::new(seed)))
    }

    /// Plays random games.
    pub fn play(&mut self, budget: Duration) -> Result<PlayFigures> {
        let (mut decisions_per_s, mut games_per_s, mut script_errors) = (Vec::new(), Vec::new(), 0);
        let began = Instant::now();
        while began.elapsed() < budget {
            let (batch, mut decisions, mut games) = (Instant::now(), 0, 0);
            // If games are long, the batch ends when the time does.
            while games < BATCH && (games == 0 || began.elapsed() < budget) {
                let (answered, faults) = self.play_one()?;
                decisions += answered;
                script_errors += faults;
                games += 1;
            }
            let seconds = batch.elapsed().as_secs_f64();
            decisions_per_s.push(f64::from(decisions) / seconds);
            games_per_s.push(f64::from(games) / seconds);
        }
        Ok(PlayFigures { decisions_per_s: median(decisions_per_s), games_per_s: median(games_per_s), script_errors })
    }

    /// Plays one random game, and returns how many decisions it had and how many scripts failed.
    pub(super) fn play_one(&mut self) -> Result<(u32, u32)> {
        let (mut table, mut bot) = self.next_game()?;
        let (began, mut decisions) = (Instant::now(), 0);
        while let Some(decision) = table.decisions().first().cloned() {
            if let Some(longest) = self.longest.filter(|longest| decisions > 0 && began.elapsed() > *longest) {
                let seconds = longest.as_secs_f64();
                let message = format!("one game takes longer than {seconds} s: so far it had {decisions} answers");
                let help = "give more time with `--seconds`, or measure from a moment nearer to the end with `--from`";
                return Err(Error::usage(message).help(help));
            }
            let answer = bot.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).map_err(refused)?;
            decisions += 1;
        }
        Ok((decisions, table.faults()))
    }

    /// Plays random games, and measures trivial effects, forks and the size of the state in them.
    pub fn positions(&mut self, budget: Duration) -> Result<Positions> {
        let (mut effects, mut rest, mut mid, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let began = Instant::now();
        while began.elapsed() < budget {
            let (mut table, mut bot) = self.next_game()?;
            let mut nth = 0;
            while let Some(decision) = table.decisions().first().cloned() {
                nth += 1;
                if let Some(micros) = trivial_effect(&table, &decision, &mut bot) {
                    effects.push(micros);
                }
                // Moments in the middle of a script are rare, so a fork is timed at each; at rest only at every
                // sixteenth.
                if table.in_script() {
                    mid.push(fork_ns(&table));
                } else if nth % 16 == 0 {
                    rest.push(fork_ns(&table));
                    bytes.push(state_bytes(table.world().state()) as f64);
                }
                let answer = bot.legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).map_err(refused)?;
                if began.elapsed() >= budget && !mid.is_empty() && !effects.is_empty() {
                    break;
                }
            }
        }
        let (effect_us, fork_ns) = (median(effects), median(rest));
        Ok(Positions { effect_us, fork_ns, fork_mid_effect_ns: median(mid), state_bytes: median(bytes) })
    }

    /// The median time, in microseconds, to start a game: to shuffle, deal, and come to the first question. `None` if
    /// games go on from a moment.
    pub fn start_us(&mut self, budget: Duration) -> Result<Option<f64>> {
        let mut times = Vec::new();
        let began = Instant::now();
        while began.elapsed() < budget && self.from.is_none() {
            let start = Instant::now();
            black_box(self.next_game()?);
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        Ok(median(times))
    }

    /// The median time, in milliseconds, from saving a card to a table that plays with it. `None` if games go on from a
    /// moment, or the system reports no changes of files.
    pub fn reload_ms(&mut self, budget: Duration) -> anyhow::Result<Option<f64>> {
        if self.from.is_some() {
            return Ok(None);
        }
        let folder = MeasureFolder::with(&self.engine.catalog.files)?;
        let game = self.engine.catalog.rules.schema.game.to_string();
        let Some(card) = self.engine.catalog.places.first().map(|p| folder.0.join(&**p)) else { return Ok(None) };
        let packs = self.engine.catalog.files.packs.clone();
        let pack = Pack { root: Some(folder.0.clone()), packs, own: None, ..Pack::default() };
        let (tell, ended) = mpsc::channel();
        let _watcher = on_change(&pack.folders(), move || {
            let _ = tell.send(());
        })?;
        let (mut table, mut bot) = self.next_game()?;
        for _ in 0..100 {
            let Some(decision) = table.decisions().first().cloned() else { break };
            let answer = bot.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).map_err(refused)?;
        }
        let text = std::fs::read_to_string(&card)?;
        let mut files = pack.files_of(&game)?;
        let mut loader = Loader::default();
        let mut times = Vec::new();
        let began = Instant::now();
        while began.elapsed() < budget || times.len() < 3 {
            let start = Instant::now();
            std::fs::write(&card, format!("{text}\n# saved {} times\n", times.len() + 1))?;
            loop {
                // If the change is not reported within a second, this system reports none.
                if ended.recv_timeout(Duration::from_secs(1)).is_err() {
                    return Ok(median(times));
                }
                let now = pack.files_of(&game)?;
                if now != files {
                    files = now;
                    break;
                }
            }
            let (engine, _) = loader.load(&game, &files).map_err(Error::load)?;
            table.adopt(&engine)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(median(times))
    }

    /// The median number of the game's scenarios that run in a second; `None`: the folder has none.
    pub fn scenarios_per_s(&self, pack: &Pack, budget: Duration) -> anyhow::Result<Option<f64>> {
        let game = &*self.engine.catalog.rules.schema.game;
        let base = pack.root.clone().unwrap_or_else(|| ".".into());
        let Some(folder) =
            ["tests/scenarios", "scenarios"].map(|f| base.join(f).join(game)).into_iter().find(|p| p.is_dir())
        else {
            return Ok(None);
        };
        let read = |one: &ScenarioFile| Ok((one.path().display().to_string(), one.text()?));
        let texts: Vec<(String, String)> = found(&[folder])?.iter().map(read).collect::<Result<_>>()?;
        let mut runner = Runner::new(pack.root.as_deref())?;
        // The first time loads the games.
        scenarios_once(&mut runner, &texts);
        let mut rates = Vec::new();
        let began = Instant::now();
        while began.elapsed() < budget || rates.is_empty() {
            let pass = Instant::now();
            scenarios_once(&mut runner, &texts);
            rates.push(texts.len() as f64 / pass.elapsed().as_secs_f64());
        }
        Ok(median(rates))
    }
}

/// Runs all scenarios once. It is never inlined, so that a profiler can tell its time.
#[inline(never)]
fn scenarios_once(runner: &mut Runner, texts: &[(String, String)]) {
    texts.iter().for_each(|(path, text)| drop(black_box(runner.run(path, text))));
}

pub(super) fn refused(error: Error) -> Error {
    Error::internal(format!("a bot's answer was refused: {error}"))
}

pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn fork_ns(table: &Table) -> f64 {
    let start = Instant::now();
    for _ in 0..FORKS {
        black_box(table.fork());
    }
    start.elapsed().as_secs_f64() * 1e9 / FORKS as f64
}

/// The microseconds of a trivial effect, measured on a fork: a card with a script of one line is chosen, paid, its
/// windows passed, and resolved. `None`: no such card can be used now.
fn trivial_effect(table: &Table, decision: &Decision, bot: &mut Random) -> Option<f64> {
    let Kind::Act { options, .. } = &decision.kind else { return None };
    let choice = options.iter().find(|c| is_trivial(table, c))?;
    let answers = until_resolved(table.fork(), decision.seat, *choice, bot)?;
    let mut fork = table.fork();
    let start = Instant::now();
    for (seat, answer) in answers {
        fork.submit(seat, answer).ok()?;
    }
    let micros = start.elapsed().as_secs_f64() * 1e6;
    black_box(fork);
    Some(micros)
}

fn is_trivial(table: &Table, choice: &Choice) -> bool {
    let catalog = &table.game().catalog;
    let ability = &catalog.rules.abilities[choice.ability.index()];
    match ability.effect {
        Effect::Script(script) if ability.def.is_some() => {
            catalog.scripts[script.index()].source.trim().lines().count() == 1
        }
        _ => false,
    }
}

/// The answers from the choice of an ability until its effect is over; `None`: it takes more than [`MAX_ANSWERS`].
fn until_resolved(mut table: Table, seat: Seat, choice: Choice, bot: &mut Random) -> Option<Vec<(Seat, Answer)>> {
    let before = table.world().state().uses.len();
    let mut answers = vec![(seat, Answer::Act(choice))];
    table.submit(seat, Answer::Act(choice)).ok()?;
    while answers.len() < MAX_ANSWERS {
        let state = &table.world().state();
        if state.uses.len() <= before && !matches!(state.tasks.last(), Some(Task::Declare(_))) {
            return Some(answers);
        }
        let decision = table.decisions().first()?.clone();
        let answer = match &decision.kind {
            Kind::Act { may_pass: true, .. } => Answer::Pass,
            _ => bot.legal_answer(table.world(), &decision),
        };
        answers.push((decision.seat, answer.clone()));
        table.submit(decision.seat, answer).ok()?;
    }
    None
}

/// The approximate size of a state in bytes, with everything it owns.
fn state_bytes(state: &State) -> usize {
    fn of<T>(list: &[T]) -> usize {
        std::mem::size_of_val(list)
    }
    let uses = of(&state.uses) + state.uses.iter().map(|u| of(&u.targets) + of(&u.paid)).sum::<usize>();
    let records = of(&state.records) + state.records.iter().map(|r| of(&r.fields)).sum::<usize>();
    let cards = of(&state.cards) + state.zones.bytes() + of(&state.stored) + of(&state.shown);
    let numbers = of(&state.counters) + of(&state.game_counters) + of(&state.space_counters) + of(&state.tallies);
    let lasting = of(&state.modifiers) + of(&state.permissions) + of(&state.abilities) + of(&state.lost_abilities);
    let flow = of(&state.tasks) + of(&state.spent) + of(&state.agenda) + of(&state.level_numbers) + of(&state.wins);
    std::mem::size_of::<State>() + cards + numbers + lasting + uses + records + flow
}

/// A temporary folder with the files of a game; it is removed when this is dropped.
pub(super) struct MeasureFolder(PathBuf);

impl MeasureFolder {
    pub fn with(files: &Files) -> std::io::Result<MeasureFolder> {
        let folder = MeasureFolder(std::env::temp_dir().join(format!("intermezzo-bench-{}", std::process::id())));
        MeasureFolder::write(&folder.0, files)?;
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes files into a folder, which stays.
    pub fn write(folder: &Path, files: &Files) -> std::io::Result<()> {
        for (path, text) in files.texts.iter().chain(&files.locales) {
            let path: PathBuf = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            std::fs::write(path, &**text)?;
        }
        Ok(())
    }
}

impl Drop for MeasureFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system, which clears its temporary files itself.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![]), None);
    }

    #[test]
    fn a_game_that_takes_longer_than_all_the_time_is_told() {
        let files = Files::built_in();
        let (game, _) = Loader::default().load(&files.games()[0], &files).expect("it loads");
        let mut bencher = Bencher::new(&game, None).for_games_within(Duration::ZERO);
        let ended = bencher.play(Duration::from_millis(1)).err().expect("it stops").to_string();
        assert!(ended.starts_with("one game takes longer than 0 s: so far it had 1 answers (help: "), "{ended}");
        let in_time = Bencher::new(&game, None).for_games_within(Duration::from_secs(3600)).play_one();
        assert!(in_time.is_ok_and(|(decisions, _)| decisions > 1));
    }
}
