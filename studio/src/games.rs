//! Games: the playable games, loaded once and shared by their tables.

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

/// A loaded game.
pub struct Loaded {
    /// The compiled game.
    pub game: Game,
    /// The layout of a player's part of the table, from the manifest.
    pub lines: Vec<LineOutline>,
    /// The kinds of zone, as the manifest draws them.
    pub zones: Vec<ZoneOutline>,
    /// The bots that have learnt the game, by kind.
    brains: Mutex<BTreeMap<String, Brain>>,
}

/// A game in the list from which people choose.
#[derive(Serialize)]
pub struct Offer {
    id: String,
    title: String,
    players: (u8, u8, u8),
    decks: Vec<String>,
    /// The version, and some cards, whose faces show what the game is like.
    version: String,
    shown: Vec<String>,
}

/// So many cards are shown of a game that is offered.
const SHOWN: usize = 2;

impl Games {
    /// The games in `files`. None is loaded yet.
    pub fn new(files: Files) -> Games {
        Games { files: Mutex::new(files), loaded: Mutex::default() }
    }

    /// Loads a game, or finds it loaded.
    ///
    /// # Errors
    ///
    /// An unknown game, or files with errors.
    pub fn find(&self, id: &str) -> Result<Arc<Loaded>> {
        if let Some(known) = held(&self.loaded).get(id) {
            return Ok(known.clone());
        }
        let files = held(&self.files).clone();
        if !files.games().iter().any(|game| game == id) {
            return Err(Error::refused(Refusal::new("no_such_game", format!("there is no game `{id}`"))));
        }
        // Two threads may load the game at once; both get the one that was stored first.
        let loaded = Arc::new(Loaded::new(Game::load(id, &files)?));
        Ok(held(&self.loaded).entry(id.to_string()).or_insert(loaded).clone())
    }

    /// The playable games. One with errors is left out.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |id: String| {
            let loaded = self.find(&id).ok()?;
            let decks = loaded.game.decks().map(|(id, _)| id.to_string()).collect();
            let outline = loaded.game.outline();
            // From different places of the list, because cards of a kind lie together.
            let card = |at: usize| outline.cards.get(outline.cards.len() * at / (SHOWN + 1)).cloned();
            let shown = (1..=SHOWN).filter_map(card).collect();
            let (title, version) = (loaded.game.title().to_string(), version(&loaded.game).to_string());
            Some(Offer { title, players: outline.players, decks, version, shown, id })
        };
        let games = held(&self.files).games();
        games.into_iter().filter_map(offer).collect()
    }

    /// The ids of the loaded games.
    pub fn ids(&self) -> Vec<String> {
        held(&self.loaded).keys().cloned().collect()
    }

    /// Takes changed files and reloads the games that they change. A game with errors stays as it was; its error is
    /// returned.
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
    /// A game that no bot has learnt yet.
    pub fn new(game: Game) -> Loaded {
        Loaded { lines: game.table_lines(), zones: game.outline().zones, game, brains: Mutex::default() }
    }

    /// A bot, if it has learnt the game already.
    pub fn known_brain(&self, kind: &str) -> Option<Brain> {
        held(&self.brains).get(kind).cloned()
    }

    /// A bot, taught first if necessary, which takes a while.
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

/// The version of a game in the addresses of its faces: so much of its hash that no two versions are confused.
pub fn version(game: &Game) -> &str {
    game.hash().get(..16).unwrap_or(game.hash())
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
