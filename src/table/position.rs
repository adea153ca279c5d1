//! Position: a moment of a game, from which tables on any thread are started.
//!
//! A position is legal by construction: it comes from a [`Setup`] that its game has checked, or from a table that is being
//! played. It is the last checkpoint (a state taken where no script was running) and the answers since then.
//!
//! `Game::set_up` makes the first position of a game, `Table::position` the later ones. A fork is a table started from
//! one. A fork, and a table that changes threads, runs a suspended script again from the checkpoint and gives it the
//! old answers, so ordinary Lua can be copied in the middle of an effect. This works because reaching a question again
//! writes nothing, no window opens inside a script, and scripts keep no state of their own.

use std::sync::Arc;

use serde_json::Value as Json;

use super::budget::DecisionBudget;
use super::clock::Clock;
use super::game::Home;
use super::suspended_scripts::SuspendedScripts;
use super::{CheckpointInput, Game, OnFault, Record, Table, rules_for};
use crate::catalog::Deck;
use crate::error::{Error, Problems, Result, Span};
use crate::kernel::model::game_log::Log;
use crate::kernel::model::viewers::Eyes;
use crate::kernel::{Decision, Rules, Seat, State, Value, World};

/// The requested beginning of a game: [`Game::set_up`] checks it.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The seed of all chance.
    pub seed: u64,
    /// The deck of each seat; none where the game has everything itself.
    pub decks: Vec<Deck>,
    /// Options that differ from the game's defaults: the name of each, and its value as the game's manifest writes it.
    pub options: Vec<(String, String)>,
    /// The number of players; `None`: one for each deck, else the usual number of the game.
    pub players: Option<u8>,
}

/// The beginning of a game with its options as values: the form that a record keeps.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub seed: u64,
    pub decks: Vec<Deck>,
    pub options: Vec<(String, Value)>,
    pub players: Option<u8>,
}

/// A moment of a game that can be played on from here, any number of times, on any thread.
///
/// [`Game::set_up`] makes the first one of a game, and [`Table::position`] that of a table as it stands.
#[derive(Clone)]
pub struct Position {
    home: Arc<Home>,
    state: State,
    since: Vec<CheckpointInput>,
    /// The decisions, if the state waits for an answer; `None`: it is to go on.
    asked: Option<Vec<Decision>>,
    faults: u32,
    /// The budget from here to the next decision.
    budget: DecisionBudget,
    /// The record, if the position is the beginning of a game; `None` for a position in the middle of one.
    record: Option<Box<Record>>,
    names: Arc<[String]>,
    persons: Arc<[Eyes]>,
}

impl Game {
    /// Checks the setup of a game, and puts the game at its beginning.
    ///
    /// # Errors
    ///
    /// A wrong number of decks or players, decks that are not legal with all that is wrong with them, or options that the
    /// game does not have.
    pub fn set_up(&self, setup: Setup) -> Result<Position> {
        self.begin(self.start_of(setup)?)
    }

    /// Sets up a game with any decks, for tests of rules: one card a deck is enough.
    ///
    /// # Errors
    ///
    /// The errors of [`Game::set_up`], but for illegal decks.
    pub fn set_up_with_any_decks(&self, setup: Setup) -> Result<Position> {
        self.begin_with_any_decks(self.start_of(setup)?)
    }

    /// Reads a setup: its options from text to values, and its decks to the ids that this game has for their cards.
    fn start_of(&self, setup: Setup) -> Result<Start> {
        let Setup { seed, decks, options, players } = setup;
        let option = |(name, text): (String, String)| self.option(&name, &text).map(|value| (name, value));
        let options: Vec<_> = options.into_iter().map(option).collect::<Result<_>>()?;
        let deck = |deck: Deck| {
            let name = deck.name.clone();
            deck.numbered_by(&self.catalog.rules).map_err(|card| {
                Error::usage(format!("the deck `{name}` has the card `{card}`, which this game does not have"))
            })
        };
        let decks = decks.into_iter().map(deck).collect::<Result<_>>()?;
        match options.iter().enumerate().find(|(i, (name, _))| options[..*i].iter().any(|(other, _)| other == name)) {
            Some((_, (name, _))) => Err(Error::usage(format!("the option `{name}` is given twice"))),
            None => Ok(Start { seed, decks, options, players }),
        }
    }

    /// Sets up a game like [`Game::set_up`], from options that were read.
    pub(crate) fn begin(&self, setup: Start) -> Result<Position> {
        let rules = rules_of(self, &setup)?;
        if let Some(n) = setup.decks.iter().position(|d| d.unknown.iter().any(|n| *n > 0)) {
            return Err(Error::usage(format!("the deck of player {} has cards that do not exist", n + 1)));
        }
        if !self.catalog.deck_rules.lists.is_empty() {
            self.check_decks(&rules, &setup.decks)?;
        }
        Position::dealt(self, rules, setup)
    }

    /// Sets up a game like [`Game::set_up_with_any_decks`], from options that were read.
    pub fn begin_with_any_decks(&self, setup: Start) -> Result<Position> {
        let rules = rules_of(self, &setup)?;
        let mut problems = Problems::new();
        for deck in setup.decks.iter().filter(|_| !self.catalog.deck_rules.lists.is_empty()) {
            self.catalog.deck_rules.is_of_game(&rules, deck, &Span::none(), &mut problems);
        }
        for (seat, deck) in setup.decks.iter().enumerate().filter(|(_, deck)| !deck.lists.iter().all(Vec::is_empty)) {
            if let Some(why) = self.catalog.deck_rules.why_not_for(&rules, deck, Seat::of(seat)) {
                problems.error("deck", &Span::file(format!("the deck of player {}", seat + 1)), why);
            }
        }
        if problems.has_errors() {
            return Err(Error::load(problems));
        }
        let mut position = Position::dealt(self, rules, setup)?;
        if let Some(record) = &mut position.record {
            record.any_decks = true;
        }
        Ok(position)
    }
}

impl Position {
    /// Keeps the scenario's statement of this position, for the record.
    pub fn states(&mut self, stated: Arc<Json>) {
        if let Some(record) = &mut self.record {
            record.position = Some(stated);
        }
    }
}

/// The values of an option with which a refused game could begin; `None` if no single option helps.
fn allowed_with(game: &Game, rules: &Rules, setup: &Start) -> Option<String> {
    let begins = |name: &str, value: &Value| {
        let others = setup.options.iter().filter(|(option, _)| option != name).cloned();
        let options: Vec<(String, Value)> = others.chain([(name.to_string(), value.clone())]).collect();
        let rules = rules_for(game, rules.schema.seats.into(), &options).ok()?;
        let bring: Vec<_> = setup.decks.iter().map(|deck| game.catalog.deck_rules.bring(deck)).collect();
        let world = World::begun(rules, setup.seed, &bring).ok()?;
        world.game().refusal().is_none().then_some(())
    };
    let mut found = Vec::new();
    for (at, (name, _)) in rules.options.iter().enumerate() {
        let name = rules.name(*name);
        let values = rules.other_values(at).into_iter().filter(|value| begins(name, value).is_some());
        found.extend(values.map(|value| format!("{name}={}", rules.value_of_option(&value))));
    }
    (!found.is_empty()).then(|| format!("it may begin with the option {}", found.join(", or ")))
}

/// The rules for this number of players, if there are as many decks as they need.
fn rules_of(game: &Game, setup: &Start) -> Result<Arc<Rules>> {
    let players = game.catalog.rules.schema.players;
    let seats = match (setup.players, setup.decks.len()) {
        (Some(n), _) => n as usize,
        (None, 0) => players.usual as usize,
        (None, n) => n,
    };
    let needs_decks = !game.catalog.deck_rules.lists.is_empty();
    if setup.decks.len() != seats && (needs_decks || !setup.decks.is_empty()) {
        let message = match players.allow(seats) {
            true => format!("{seats} players need {seats} decks, {} decks were given", setup.decks.len()),
            false => format!("the game needs {players}, {} decks were given", setup.decks.len()),
        };
        return Err(Error::usage(message));
    }
    rules_for(game, seats, &setup.options)
}

impl Position {
    /// A position in which every card lies where it begins, and nothing is done yet.
    fn dealt(game: &Game, rules: Arc<Rules>, setup: Start) -> Result<Position> {
        let bring: Vec<_> = setup.decks.iter().map(|d| game.catalog.deck_rules.bring(d)).collect();
        let world = World::begun(rules, setup.seed, &bring).map_err(Error::usage)?;
        match world.game().refusal() {
            Some(because) => {
                let error = Error::usage(because.to_string());
                Err(match allowed_with(game, &world.rules, &setup) {
                    Some(options) => error.help(options),
                    None => error,
                })
            }
            None => Position::put_together(game, world, setup),
        }
    }

    /// The position of a world that was put together.
    ///
    /// # Errors
    ///
    /// If this thread cannot have a VM of the game.
    pub fn put_together(game: &Game, world: World, setup: Start) -> Result<Position> {
        let seats = world.rules.schema.seats;
        Ok(Position {
            home: game.home(&*game.local()?, &world.rules),
            state: world.state().clone(),
            since: Vec::new(),
            asked: None,
            faults: 0,
            budget: DecisionBudget::full(game.limits().decision_fuel),
            record: Some(Box::new(Record::new(&game.catalog, Start { players: Some(seats), ..setup }))),
            names: (1..=seats).map(|n| format!("player {n}")).collect(),
            persons: (0..seats).map(|s| Eyes::from(Seat(s))).collect(),
        })
    }

    /// The game of the position.
    pub fn game(&self) -> &Game {
        &self.home.game
    }
}

impl Table {
    /// Starts a table at a position, and goes on until somebody is asked or the game is over.
    ///
    /// At the beginning of a game the table keeps a record that can be replayed; elsewhere its record begins there.
    ///
    /// # Panics
    ///
    /// If this thread cannot build a VM of the game because there is no memory.
    pub fn start(position: Position) -> Table {
        let clock = Clock::of(position.game().limits());
        Table::start_with(position, clock)
    }

    /// A table started from a position, with another clock.
    pub(super) fn start_with(position: Position, clock: Clock) -> Table {
        let (goes_on, since) = (position.asked.is_none(), position.since.clone());
        let mut table = Table::resting(position);
        table.clock = clock;
        if goes_on {
            table.again(since);
        }
        table
    }

    /// A table at a position, about to go on: see [`Table::go`].
    pub fn resting(position: Position) -> Table {
        let Position { home, state, asked, faults, budget, record, names, persons, .. } = position;
        let clock = Clock::of(home.game.limits());
        let local = home.game.here();
        let rules = local.copy_of(&home.master, None);
        let home = if home.is_here() { home } else { home.game.home(&local, &rules) };
        let log = match record {
            // The log begins empty, and is kept from its first line on.
            Some(_) => Log { kept: true, ..Log::default() },
            None => Log { before: state.log_len, ..Log::default() },
        };
        let record = record.map_or_else(|| Record::empty(rules.clone()), |record| *record);
        Table {
            frames: SuspendedScripts::none(&home),
            home,
            world: Some(Box::new(World::at(rules, state, log))),
            since: Vec::new(),
            decisions: asked.unwrap_or_default(),
            record,
            base: None,
            earlier: None,
            on_fault: OnFault::Fizzle,
            fault: None,
            faults,
            fault_errors: Vec::new(),
            budget,
            clock,
            questions: Default::default(),
            names,
            persons,
        }
    }

    /// The present position of the game, even in the middle of an effect.
    pub fn position(&self) -> Position {
        let held = self.frames.first();
        Position {
            home: self.home.clone(),
            state: held.map_or_else(|| self.world().state().clone(), |held| self.world().state_at(&held.began)),
            since: if held.is_some() { self.since.clone() } else { Vec::new() },
            asked: if held.is_some() { None } else { Some(self.decisions.clone()) },
            faults: if held.is_some() { self.frames.faults } else { self.faults },
            budget: if held.is_some() { self.frames.budget.clone() } else { self.budget.clone() },
            record: None,
            names: self.names.clone(),
            persons: self.persons.clone(),
        }
    }

    /// A copy of the game in its present position, even in the middle of an effect. The log and the record of the copy
    /// begin empty, so it cannot be replayed, and takes back no answers.
    pub fn fork(&self) -> Table {
        Table::start(self.position())
    }
}
