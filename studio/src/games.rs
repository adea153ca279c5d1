//! Games: those that can be played here, loaded once and shared by their tables.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use intermezzo::bots::{Brain, Kind};
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::{Files, Game, LineOutline, Setup, ZoneOutline};
use serde::Serialize;

/// All games.
pub struct Games {
    files: Mutex<Files>,
    loaded: Mutex<BTreeMap<String, Arc<Loaded>>>,
}

/// A game that is loaded.
pub struct Loaded {
    /// The game.
    pub game: Game,
    /// How its manifest wants the table drawn.
    pub lines: Vec<LineOutline>,
    /// Its kinds of zone.
    pub zones: Vec<ZoneOutline>,
    /// The bots that learnt what they need, by kind.
    brains: Mutex<BTreeMap<String, Brain>>,
}

/// A game, for who chooses one.
#[derive(Serialize)]
pub struct Offer {
    id: String,
    title: String,
    players: (u8, u8, u8),
    decks: Vec<String>,
}

impl Games {
    /// The games of these files.
    pub fn new(files: Files) -> Games {
        Games { files: Mutex::new(files), loaded: Mutex::default() }
    }

    /// A game by its id.
    ///
    /// # Errors
    ///
    /// No such game, or files that are not right.
    pub fn find(&self, id: &str) -> Result<Arc<Loaded>> {
        if let Some(known) = held(&self.loaded).get(id) {
            return Ok(known.clone());
        }
        let files = held(&self.files).clone();
        if !files.games().iter().any(|game| game == id) {
            return Err(Error::refused(Refusal::new("no_such_game", format!("there is no game `{id}`"))));
        }
        // Two may load it at once: both get the one that was kept first.
        let loaded = Arc::new(Loaded::new(Game::load(id, &files)?));
        Ok(held(&self.loaded).entry(id.to_string()).or_insert(loaded).clone())
    }

    /// What can be played. A game whose files are not right is left out.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |id: String| {
            let loaded = self.find(&id).ok()?;
            let decks = loaded.game.decks().map(|(id, _)| id.to_string()).collect();
            let players = loaded.game.outline().players;
            Some(Offer { title: loaded.game.title().to_string(), players, decks, id })
        };
        let games = held(&self.files).games();
        games.into_iter().filter_map(offer).collect()
    }

    /// The ids of those that are loaded.
    pub fn ids(&self) -> Vec<String> {
        held(&self.loaded).keys().cloned().collect()
    }

    /// Takes other files, and loads those of the loaded games anew that they change. What is wrong with one stands in its
    /// place, and the game stays as it was.
    pub fn reload(&self, files: Files) -> Vec<(String, Result<Arc<Loaded>>)> {
        *held(&self.files) = files.clone();
        let known: Vec<_> = held(&self.loaded).iter().map(|(id, loaded)| (id.clone(), loaded.clone())).collect();
        let anew = |(id, before): (String, Arc<Loaded>)| match Game::load(&id, &files) {
            Ok(game) if game.hash() == before.game.hash() => None,
            Ok(game) => {
                let loaded = Arc::new(Loaded::new(game));
                held(&self.loaded).insert(id.clone(), loaded.clone());
                Some((id, Ok(loaded)))
            }
            Err(error) => Some((id, Err(error))),
        };
        known.into_iter().filter_map(anew).collect()
    }
}

impl Loaded {
    /// A game with nothing learnt of it.
    pub fn new(game: Game) -> Loaded {
        Loaded { lines: game.table_lines(), zones: game.outline().zones, game, brains: Mutex::default() }
    }

    /// A bot, if it is known what it needs.
    pub fn known_brain(&self, kind: &str) -> Option<Brain> {
        held(&self.brains).get(kind).cloned()
    }

    /// A bot, which learns what it needs first: this takes a while.
    ///
    /// # Errors
    ///
    /// An unknown bot, or a game that fails to start.
    pub fn brain(&self, kind: &str) -> Result<Brain> {
        if let Some(known) = self.known_brain(kind) {
            return Ok(known);
        }
        let begin = |seed: u64| self.game.set_up(Setup::usual(&self.game, seed));
        let brain = Brain::new(kind.parse::<Kind>()?, begin)?;
        Ok(held(&self.brains).entry(kind.to_string()).or_insert(brain).clone())
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
