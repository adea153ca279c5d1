//! Games: the playable games, loaded once and shared by their tables.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use intermezzo::bots::{BotKind, Brain};
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::faces::{Art, Drawing, Fonts, Live, Picture};
use intermezzo::standing::{About, SeatAbout};
use intermezzo::workers::Opening;
use intermezzo::{Files, Game, Setup};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::worker_pool::{Pool, TableInWorker};

/// The games that can be played, and those that were loaded so far.
pub struct Games {
    files: Mutex<Files>,
    /// The processes that play games; `None`: this process plays them.
    pool: Option<Arc<Pool>>,
    /// The games that are offered; empty: all.
    offered: Vec<String>,
    /// The games that stand first in the list.
    first: Vec<String>,
    /// The language in which games are told; `None`: as they are written.
    locale: Option<String>,
    loaded: Mutex<BTreeMap<String, Arc<Loaded>>>,
}

/// A loaded game.
pub struct Loaded {
    /// The title of the game, its players and their decks, and how its manifest wants the table drawn.
    pub about: About,
    /// The game; `None`: it is compiled only in the processes that play it.
    game: Option<Game>,
    /// The game, compiled here only to draw its faces, if processes play it and all its texts are built into this
    /// program.
    drawn: Option<Game>,
    /// A table of the game in a process of its own, which draws the cards if somebody else than us wrote a text of the
    /// game. `None`: this process plays the game.
    apart: Option<TableInWorker>,
    /// The hash of the texts from which processes compile the game; `None`: this process plays it.
    texts: Option<String>,
    /// The cards of the game as they are printed, by their ids, as its process told them; empty if this process plays
    /// it.
    printed: BTreeMap<String, Value>,
    /// What each kind of bot has learnt of this game.
    brains: Mutex<BTreeMap<String, Brain>>,
}

/// A game in the list from which people choose.
#[derive(Serialize, JsonSchema)]
pub struct Offer {
    id: String,
    title: String,
    players: (u8, u8, u8),
    /// The seats, up to the most players.
    seats: Vec<SeatAbout>,
    /// The version, and some cards, whose faces show what the game is like.
    version: String,
    shown: Vec<String>,
}

/// The number of cards that the list shows of a game.
const SHOWN: usize = 2;

impl Games {
    /// The games of these files.
    pub fn new(files: Files, pool: Option<Arc<Pool>>, offered: Vec<String>) -> Games {
        Games { files: Mutex::new(files), pool, offered, first: Vec::new(), locale: None, loaded: Mutex::default() }
    }

    /// The same games, some of them first in the list, told in a language.
    pub fn told(self, first: Vec<String>, locale: Option<String>) -> Games {
        Games { first, locale, ..self }
    }

    /// Loads a game of this process, in the language of all.
    fn load(&self, id: &str, files: &Files) -> Result<Game> {
        let game = Game::load(id, files)?;
        // What is not translated stays in the words of the game.
        if let Some(locale) = &self.locale {
            game.speak(locale);
        }
        Ok(game)
    }

    /// The processes that play games, with the files of this game; `None`: this process plays them.
    pub fn workers_of(&self, game: &str) -> Option<(&Arc<Pool>, Files)> {
        self.pool.as_ref().map(|pool| (pool, held(&self.files).of_game_and_packs(game)))
    }

    fn is_offered(&self, id: &str) -> bool {
        self.offered.is_empty() || self.offered.iter().any(|offered| offered == id)
    }

    /// Finds a loaded game, or loads it now.
    ///
    /// # Errors
    ///
    /// An unknown game, or files with errors.
    pub fn find(&self, id: &str) -> Result<Arc<Loaded>> {
        if let Some(known) = held(&self.loaded).get(id) {
            return Ok(known.clone());
        }
        let files = held(&self.files).clone();
        if !self.is_offered(id) || !files.games().iter().any(|game| game == id) {
            return Err(Error::refused(Refusal::new("no_such_game", format!("there is no game `{id}`"))));
        }
        // Two requests may load the game at once: both get the one that was stored first.
        let loaded = Arc::new(match self.workers_of(id) {
            None => Loaded::new(self.load(id, &files)?),
            Some((pool, files)) => {
                let opening = Opening { game: id.into(), ..Opening::default() };
                let trial = pool.open(&files, &opening, Vec::new())?;
                let loaded = Loaded::of_process(&trial);
                trial.end();
                Loaded { drawn: own_game(id, &files), ..loaded? }
            }
        });
        Ok(held(&self.loaded).entry(id.to_string()).or_insert(loaded).clone())
    }

    /// The games that the server offers, without those whose files have errors.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |id: String| {
            let loaded = self.find(&id).ok()?;
            let About { title, players, seats, version, .. } = loaded.about.clone();
            let ids = loaded.card_ids();
            // The cards come from different places of the list, because cards of a kind lie together there.
            let card = |at: usize| ids.get(ids.len() * at / (SHOWN + 1)).cloned();
            let shown = (1..=SHOWN).filter_map(card).collect();
            Some(Offer { title, players, seats, version, shown, id })
        };
        let mut games = held(&self.files).games();
        games.sort_by_key(|id| self.first.iter().position(|first| first == id).unwrap_or(self.first.len()));
        games.into_iter().filter(|id| self.is_offered(id)).filter_map(offer).collect()
    }

    /// The ids of the loaded games.
    pub fn ids(&self) -> Vec<String> {
        held(&self.loaded).keys().cloned().collect()
    }

    /// Takes changed files, and loads anew each loaded game that they change. Returns these games, each as it is now or
    /// with its error; one with an error stays as it was.
    pub fn reload(&self, files: Files) -> Vec<(String, Result<Arc<Loaded>>)> {
        *held(&self.files) = files.clone();
        let known: Vec<_> = held(&self.loaded).iter().map(|(id, loaded)| (id.clone(), loaded.clone())).collect();
        let anew = |(id, before): (String, Arc<Loaded>)| match self.load(&id, &files) {
            Ok(game) if Some(game.hash()) == before.game.as_ref().map(Game::hash) => None,
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
    /// A game that this process plays, and that no bot has learnt yet.
    pub fn new(game: Game) -> Loaded {
        Loaded {
            about: game.about(),
            game: Some(game),
            drawn: None,
            apart: None,
            texts: None,
            printed: BTreeMap::new(),
            brains: Mutex::default(),
        }
    }

    /// A game that is compiled only in the process of this table.
    ///
    /// # Errors
    ///
    /// A worker that dies.
    pub fn of_process(apart: &TableInWorker) -> Result<Loaded> {
        let (about, printed) = apart.with(|table| table.about())?.result;
        let cards: Vec<Value> = serde_json::from_str(&printed).map_err(|e| Error::internal(e.to_string()))?;
        let printed = cards.into_iter().filter_map(|card| Some((card["id"].as_str()?.to_string(), card))).collect();
        let texts = Some(apart.begun_with().hash().to_string());
        let apart = Some(apart.clone());
        Ok(Loaded { about, game: None, drawn: None, apart, texts, printed, brains: Mutex::default() })
    }

    /// The game, if this process plays it.
    ///
    /// # Errors
    ///
    /// A game that is compiled only in the processes that play it.
    pub fn game(&self) -> std::result::Result<&Game, Refusal> {
        let words = "the cards of this game are looked at only by the process that plays it";
        self.game.as_ref().ok_or_else(|| Refusal::new("played_apart", words))
    }

    /// The ids of the cards.
    fn card_ids(&self) -> Vec<String> {
        match self.drawn.as_ref().or(self.game.as_ref()) {
            Some(game) => game.outline().cards,
            None => self.printed.keys().cloned().collect(),
        }
    }

    /// A card as SVG, with its changes in play; without a card the back of all. `None`: the game has no such card. This may
    /// wait for a process.
    ///
    /// # Errors
    ///
    /// A process that dies, or processes that are all busy.
    pub fn face(
        &self,
        card: Option<&str>,
        live: &Live,
        is_small: bool,
        picture: Option<&Picture>,
    ) -> Result<Option<String>> {
        match (self.drawn.as_ref().or(self.game.as_ref()), &self.apart) {
            (Some(game), _) => {
                let art = picture.map_or(Art::None, Art::Picture);
                let drawing = Drawing { art, fonts: Fonts::Outlined, is_small, ..Drawing::ALONE };
                Ok(match card {
                    Some(id) => game.face(id, live, &drawing),
                    None => Some(game.back(&drawing)),
                })
            }
            (None, Some(apart)) => Ok(apart.with(|table| table.drawn(card, live, is_small, picture))?.result),
            (None, None) => Ok(None),
        }
    }

    /// True if this process plays the game, and `game` is the same version of it.
    pub fn is(&self, game: &Game) -> bool {
        self.game.as_ref().is_some_and(|own| own.hash() == game.hash())
    }

    /// True if processes play the game, and this table plays the same version of it.
    pub fn is_of(&self, apart: &TableInWorker) -> bool {
        self.texts.as_deref() == Some(apart.begun_with().hash())
    }

    /// A printed card.
    pub fn printed(&self, id: &str) -> Option<Value> {
        match &self.game {
            Some(game) => game.printed(id).and_then(|card| serde_json::to_value(card).ok()),
            None => self.printed.get(id).cloned(),
        }
    }

    /// All printed cards.
    pub fn all_printed(&self) -> Vec<Value> {
        match &self.game {
            Some(game) => game.all_printed().iter().filter_map(|card| serde_json::to_value(card).ok()).collect(),
            None => self.printed.values().cloned().collect(),
        }
    }

    /// What a kind of bot has learnt of the game; `None`: it was not taught yet.
    pub fn known_brain(&self, kind: &str) -> Option<Brain> {
        held(&self.brains).get(kind).cloned()
    }

    /// What a kind of bot has learnt of the game. If it was not taught yet, this teaches it, which takes a while.
    ///
    /// # Errors
    ///
    /// An unknown bot, or a game that fails to start.
    pub fn brain(&self, kind: &str) -> Result<Brain> {
        if let Some(known) = self.known_brain(kind) {
            return Ok(known);
        }
        let game = self.game().map_err(Error::refused)?;
        let begin = |seed: u64| game.set_up(Setup::usual(game, seed));
        let brain = Brain::new(kind.parse::<BotKind>()?, begin)?;
        Ok(held(&self.brains).entry(kind.to_string()).or_insert(brain).clone())
    }
}

/// Compiles a game in this process, if all its texts are built into this program: then no stranger wrote them. `None`:
/// some texts come from elsewhere, or the game does not load.
fn own_game(id: &str, files: &Files) -> Option<Game> {
    let built_in = Files::built_in();
    let is_own = |(path, text): (&String, &Arc<str>)| built_in.texts.get(path) == Some(text);
    let are_own = files.begun_with.is_none() && files.texts.iter().all(is_own);
    are_own.then(|| Game::load(id, files).ok()).flatten()
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
