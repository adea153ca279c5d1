//! Game: a catalog whose scripts are checked and compiled. Tables on any thread are made from it.

use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use super::vm_pool::{ThreadGame, thread};
use crate::catalog::{Catalog, Deck, find_offered};
use crate::error::{Error, Problems, Result, Span};
use crate::kernel::{Rules, Seat, Value};
use crate::script::sandbox::Limits;
use crate::script::{ScriptError, Scripts, Vm};

/// A game, ready for any number of tables on any threads: its rules, its cards, its compiled scripts.
///
/// A copy is the same game. Each thread that plays it has a VM of its own, which is built when it is needed first, kept
/// for all tables of the thread, and dropped when the game is gone.
#[derive(Clone)]
pub struct Game {
    /// The catalog.
    #[doc(hidden)]
    pub catalog: Arc<Catalog>,
    shared: Arc<Shared>,
}

impl Game {
    /// The limits of the game's scripts and decisions.
    pub(super) fn limits(&self) -> &Limits {
        &self.shared.limits
    }
}

/// The parts of a game that all threads share. Nothing in it changes while a game is played.
pub(super) struct Shared {
    pub catalog: Arc<Catalog>,
    pub scripts: Arc<Scripts>,
    limits: Limits,
    /// Rules for some number of seats with some options. Threads have copies of their own, so this is locked only when
    /// a thread sees a variant for the first time.
    masters: Mutex<Vec<Master>>,
}

/// The game, the thread and the shared rules of a table. A table and its copies share one home on their thread, so
/// copying changes no reference count that other threads change, too.
pub(super) struct Home {
    pub game: Game,
    thread: u64,
    /// The shared rules of the tables, which all threads may read.
    pub master: Arc<Rules>,
}

impl Home {
    /// True if the tables of this home belong to this thread.
    pub fn is_here(&self) -> bool {
        self.thread == thread()
    }
}

struct Master {
    seats: usize,
    options: Vec<(String, Value)>,
    rules: Arc<Rules>,
}

/// The most variants of a game's rules, by seats and options, that all threads share.
const MAX_MASTERS: usize = 32;

impl Drop for Shared {
    fn drop(&mut self) {
        ThreadGame::forget(self);
    }
}

impl Game {
    /// Checks and compiles the scripts of a catalog.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, each with its file and line.
    #[doc(hidden)]
    pub fn new(catalog: Arc<Catalog>) -> Result<Game, Vec<ScriptError>> {
        Game::with_limits(catalog, Limits::default())
    }

    /// The game with other limits for scripts.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    #[doc(hidden)]
    pub fn with_limits(catalog: Arc<Catalog>, limits: Limits) -> Result<Game, Vec<ScriptError>> {
        let vm = Vm::new(&catalog, limits.clone())?;
        Ok(Game::of(catalog, vm, limits))
    }

    /// The game without prepared calls of host functions, to compare it with the usual one.
    ///
    /// # Errors
    ///
    /// If another VM cannot be built.
    pub fn without_lowering(&self) -> Result<Game> {
        let limits = Limits { lowering: false, ..self.shared.limits.clone() };
        let game = Game::with_limits(self.catalog.clone(), limits);
        game.map_err(|errors| Error::usage(errors.first().map_or(String::new(), ToString::to_string)))
    }

    /// The game with counters of reached script lines: see [`Game::each_line`].
    ///
    /// # Errors
    ///
    /// If another VM cannot be built.
    pub fn traced(&self) -> Result<Game> {
        let limits = Limits { traced: true, ..self.shared.limits.clone() };
        let game = Game::with_limits(self.catalog.clone(), limits);
        game.map_err(|errors| Error::usage(errors.first().map_or(String::new(), ToString::to_string)))
    }

    /// Calls `take` with each line of its scripts: its file, its number, and whether it was reached on this thread.
    pub fn each_line(&self, take: &mut dyn FnMut(&str, u32, bool)) {
        if let Some(local) = self.known() {
            local.vm.each_line(&self.catalog, take);
        }
    }

    /// A game of another catalog, mostly a later one of the same game: scripts that did not change are not loaded again.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub(crate) fn with_catalog(&self, catalog: Arc<Catalog>) -> Result<Game, Vec<ScriptError>> {
        let limits = self.shared.limits.clone();
        let vm = match ThreadGame::known(&self.shared) {
            Some(local) => Vm::after(&local.vm, &catalog, limits.clone())?,
            None => Vm::new(&catalog, limits.clone())?,
        };
        Ok(Game::of(catalog, vm, limits))
    }

    fn of(catalog: Arc<Catalog>, vm: Vm, limits: Limits) -> Game {
        let shared =
            Shared { catalog: catalog.clone(), scripts: vm.scripts().clone(), limits, masters: Mutex::default() };
        let game = Game { catalog, shared: Arc::new(shared) };
        ThreadGame::keep(&game.shared, vm, true);
        game
    }

    /// Sets the language of this game and of its tables: `ja`, or in the form of locales, `ja_JP.UTF-8`. Untranslated
    /// texts stay in the words of the game; rules, records and hashes do not change. False: there is no translation.
    pub fn speak(&self, locale: &str) -> bool {
        self.catalog.speak(locale)
    }

    /// Suspicious places in scripts that load.
    pub fn warnings(&self) -> &[ScriptError] {
        self.shared.scripts.warnings()
    }

    /// This thread's part of the game.
    pub(super) fn local(&self) -> Result<Rc<ThreadGame>> {
        ThreadGame::of(&self.shared).map_err(|errors| {
            let first = errors.first().map_or(String::new(), ToString::to_string);
            Error::usage(format!("the scripts do not load on another thread: {first}"))
        })
    }

    /// This thread's VM and copies of the rules, built now if the thread has none.
    ///
    /// # Panics
    ///
    /// Without memory for a VM of scripts that another thread compiled.
    pub(super) fn here(&self) -> Rc<ThreadGame> {
        self.local().unwrap_or_else(|e| panic!("{e}"))
    }

    /// This thread's VM and copies of the rules; `None` if they were never built.
    pub(super) fn known(&self) -> Option<Rc<ThreadGame>> {
        ThreadGame::known(&self.shared)
    }

    /// A home for tables with these rules on this thread: the game, the thread, and the rules that all threads share.
    pub(super) fn home(&self, local: &ThreadGame, rules: &Arc<Rules>) -> Arc<Home> {
        let master = local.master_of(rules).unwrap_or_else(|| rules.clone());
        Arc::new(Home { game: self.clone(), thread: thread(), master })
    }

    /// Drops this thread's VM, whose state is unknown; the next table gets another one.
    pub(super) fn forget_vm(&self) {
        ThreadGame::forget(Arc::as_ptr(&self.shared));
    }

    /// Checks that these decks are legal under these rules of the catalog.
    ///
    /// # Errors
    ///
    /// The findings in the decks: each names the seat that brings the deck.
    pub(super) fn check_decks(&self, rules: &Arc<Rules>, decks: &[Deck]) -> Result<()> {
        let local = self.local()?;
        let mut problems = Problems::new();
        for (seat, deck) in decks.iter().enumerate() {
            let named = if deck.name.is_empty() { String::new() } else { format!(", `{}`", deck.name) };
            let span = Span::file(format!("the deck of player {}{named}", seat + 1));
            if let Some(why) = self.catalog.deck_rules.why_not_for(rules, deck, Seat::of(seat)) {
                problems.error("deck", &span, why);
                continue;
            }
            let is_empty = deck.lists.iter().all(Vec::is_empty) && deck.unknown.iter().all(|n| *n == 0);
            if is_empty && self.catalog.deck_rules.brings_nothing(Seat::of(seat)) {
                continue;
            }
            if deck.unknown.iter().all(|n| *n == 0) && local.is_known_legal(rules, deck) {
                continue;
            }
            let mut found = Problems::new();
            self.catalog.deck_rules.check(rules, deck, &span, &mut found);
            if found.has_errors() {
                problems.append(found);
                continue;
            }
            local.note_legal(rules, deck);
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::load(problems)) }
    }

    /// The rules for a number of seats with some options, shared by all threads.
    fn master(&self, seats: usize, options: &[(String, Value)]) -> Result<Arc<Rules>> {
        let mut masters = self.shared.masters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = masters.iter().find(|v| v.seats == seats && v.options == options) {
            return Ok(known.rules.clone());
        }
        // The usual number of players and no chosen option: the rules as they stand in the catalog.
        let is_usual = options.is_empty() && seats == usize::from(self.catalog.rules.schema.seats);
        let rules = match is_usual {
            true => self.catalog.rules.clone(),
            false => Arc::new(changed(&self.catalog.rules, seats, options)?),
        };
        if masters.len() >= MAX_MASTERS {
            masters.clear();
        }
        masters.push(Master { seats, options: options.to_vec(), rules: rules.clone() });
        Ok(rules)
    }
}

/// The rules of a game for a number of seats, with some options changed: this thread's copy.
///
/// # Errors
///
/// A number of players or options that the game does not have.
pub fn rules_for(game: &Game, seats: usize, options: &[(String, Value)]) -> Result<Arc<Rules>> {
    let local = game.local()?;
    match local.variant(seats, options) {
        Some(known) => Ok(known),
        None => Ok(local.copy_of(&game.master(seats, options)?, Some((seats, options)))),
    }
}

fn changed(rules: &Rules, seats: usize, options: &[(String, Value)]) -> Result<Rules> {
    let players = rules.schema.players;
    if !players.allow(seats) {
        return Err(Error::usage(format!("the game needs {players}, not {seats}")));
    }
    let mut changed = rules.for_seats(seats as u8);
    for (name, value) in options {
        let found = changed.options.iter().position(|(n, _)| **changed.schema.symbols.name(*n) == **name);
        match found {
            Some(i) => {
                may_be(rules, name, i, value)?;
                changed.options[i].1 = value.clone();
            }
            None => {
                let known: Vec<&str> = rules.names.options.iter().map(|o| &**rules.name(*o)).collect();
                let help = crate::data::suggest::help_for(name, known.iter().copied());
                return Err(Error::usage(format!("the game has no option `{name}`")).help(help));
            }
        }
    }
    find_offered(&mut changed);
    Ok(changed)
}

/// Checks a value of an option: one of those that the manifest lists, or of the kind of its default.
pub fn may_be(rules: &Rules, name: &str, option: usize, value: &Value) -> Result<()> {
    if rules.option_may_be(option, value) {
        return Ok(());
    }
    let shown = rules.value_of_option(value);
    // A number or a truth value in quotes is a word.
    let shown = match (value, &rules.options[option].1) {
        (Value::Word(_) | Value::Text(_), Value::Int(_) | Value::Bool(_)) => format!("the word `{shown}`"),
        _ => shown,
    };
    let words = rules.words_of_option(option);
    let help = if words.starts_with("one of") { words } else { format!("it is {words}") };
    Err(Error::usage(format!("the option `{name}` cannot be {shown}")).help(help))
}
