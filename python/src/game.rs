//! Game: a game that is loaded, from which tables, vectors of tables and encoders are made.

use std::path::PathBuf;

use intermezzo::bots::Random;
use intermezzo::sim::Job;
use intermezzo::{Files, Setup};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::bot::Bot;
use crate::convert::{dict, raise};
use crate::encoder::{Cards, Encoder};
use crate::lane::Deal;
use crate::simulation::Simulation;
use crate::table::Table;
use crate::vector::Vector;

/// A game: its rules, its cards, its scripts, checked and compiled. All threads may use it.
#[pyclass(frozen, module = "intermezzo")]
pub struct Game {
    pub game: intermezzo::Game,
    id: String,
    packs: Vec<String>,
    root: Option<PathBuf>,
}

/// What a game was loaded from: its id, its packs, its root.
type Loaded = (String, Vec<String>, Option<PathBuf>);

/// A deck that is legal in its game.
#[pyclass(frozen, module = "intermezzo")]
pub struct Deck {
    deck: intermezzo::Deck,
}

#[pymethods]
impl Deck {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.deck.name
    }

    fn __repr__(&self) -> String {
        format!("<deck {:?}>", self.deck.name)
    }
}

fn files(packs: &[String], root: Option<&PathBuf>) -> intermezzo::error::Result<Files> {
    let files = match root {
        Some(root) => Files::with_root(Some(root))?,
        None => Files::built_in(),
    };
    packs.iter().try_fold(files, |files, pack| files.with_pack(pack))
}

/// The ids of all games.
#[pyfunction]
#[pyo3(signature = (root=None))]
pub fn games(root: Option<PathBuf>) -> PyResult<Vec<String>> {
    Ok(files(&[], root.as_ref()).map_err(raise)?.games())
}

/// Loads a game: reads, checks and compiles its files.
#[pyfunction]
#[pyo3(signature = (game, packs=Vec::new(), root=None))]
pub fn load(py: Python<'_>, game: String, packs: Vec<String>, root: Option<PathBuf>) -> PyResult<Game> {
    let loaded = py.detach(|| intermezzo::Game::load(&game, &files(&packs, root.as_ref())?));
    Ok(Game { game: loaded.map_err(raise)?, id: game, packs, root })
}

/// What a table starts from, as Python says it.
pub fn setup(
    game: &intermezzo::Game,
    seed: u64,
    decks: Option<Vec<Bound<'_, PyAny>>>,
    options: Vec<(String, String)>,
    players: Option<u8>,
) -> PyResult<Setup> {
    let Some(decks) = decks else {
        let decks = game.usual_decks(players.map_or(game.usual_players(), usize::from));
        return Ok(Setup { seed, decks, options, players });
    };
    let deck = |given: &Bound<'_, PyAny>| -> PyResult<intermezzo::Deck> {
        if let Ok(deck) = given.cast::<Deck>() {
            return Ok(deck.get().deck.clone());
        }
        let id: String = given.extract().map_err(|_| PyTypeError::new_err("a deck is the id of one, or a Deck"))?;
        let known = game.decks().find(|(other, _)| *other == id);
        known.map(|(_, deck)| deck.clone()).ok_or_else(|| {
            let ids: Vec<&str> = game.decks().map(|(id, _)| id).collect();
            PyValueError::new_err(format!("the game has no deck `{id}`; its decks are {}", ids.join(", ")))
        })
    };
    Ok(Setup { seed, decks: decks.iter().map(deck).collect::<PyResult<_>>()?, options, players })
}

/// Options as texts: numbers and booleans may be given as such.
pub fn options(given: Option<Vec<(String, Bound<'_, PyAny>)>>) -> PyResult<Vec<(String, String)>> {
    let text = |value: Bound<'_, PyAny>| -> PyResult<String> {
        match value.extract::<bool>() {
            Ok(yes) => Ok(yes.to_string()),
            Err(_) => Ok(value.str()?.to_string()),
        }
    };
    given.unwrap_or_default().into_iter().map(|(name, value)| Ok((name, text(value)?))).collect()
}

#[pymethods]
impl Game {
    /// Its id.
    #[getter]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        self.game.title()
    }

    /// The hash of everything that it was made from.
    #[getter]
    fn hash(&self) -> &str {
        self.game.hash()
    }

    /// The packs in play.
    #[getter]
    fn packs(&self) -> Vec<String> {
        self.packs.clone()
    }

    /// The folder that its files were read from, over those that are built in; `None`: there is none.
    #[getter]
    fn root(&self) -> Option<String> {
        self.root.as_ref().map(|root| root.display().to_string())
    }

    /// The ids of its ready-made decks.
    #[getter]
    fn decks(&self) -> Vec<String> {
        self.game.decks().map(|(id, _)| id.to_string()).collect()
    }

    /// How many usually play.
    #[getter]
    fn players(&self) -> usize {
        self.game.usual_players()
    }

    /// Its options, and what each is where nobody says otherwise.
    #[getter]
    fn options(&self) -> std::collections::BTreeMap<String, String> {
        self.game.options().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// Everything that may stand in a view of it, by name.
    fn outline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dict(py, &self.game.outline())
    }

    /// Reads a deck in YAML and checks it.
    #[pyo3(signature = (text, name="deck"))]
    fn read_deck(&self, text: &str, name: &str) -> PyResult<Deck> {
        Ok(Deck { deck: self.game.read_deck(name, text).map_err(raise)? })
    }

    /// Starts a table. `decks` are ids of decks or what `read_deck` returns, one a seat.
    #[pyo3(signature = (seed=0, decks=None, options=None, players=None))]
    fn start(
        &self,
        py: Python<'_>,
        seed: u64,
        decks: Option<Vec<Bound<'_, PyAny>>>,
        options: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>,
        players: Option<u8>,
    ) -> PyResult<Table> {
        let options = self::options(options.map(|o| o.into_iter().collect()))?;
        let setup = setup(&self.game, seed, decks, options, players)?;
        let table = py.detach(|| self.game.set_up(setup).map(intermezzo::Table::start));
        Ok(Table::of(table.map_err(raise)?))
    }

    /// Many tables at once, which are played by the codes of single choices.
    ///
    /// `decks` are those of `start`, or `"all"`: then each game has another pair. `threads`: as many as there are cores.
    #[pyo3(signature = (n, seed=0, decks=None, options=None, players=None, threads=None, codes=64))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn vector(
        slf: Py<Self>,
        py: Python<'_>,
        n: usize,
        seed: u64,
        decks: Option<Bound<'_, PyAny>>,
        options: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>,
        players: Option<u8>,
        threads: Option<usize>,
        codes: u16,
    ) -> PyResult<Vector> {
        let options = self::options(options.map(|o| o.into_iter().collect()))?;
        let all = decks.as_ref().is_some_and(|d| d.extract::<String>().is_ok_and(|word| word == "all"));
        let given: Option<Vec<Bound<'_, PyAny>>> = match (decks, all) {
            (Some(decks), false) => Some(decks.extract()?),
            _ => None,
        };
        let ids: Option<Option<Vec<String>>> =
            given.as_ref().map(|decks| decks.iter().map(|deck| deck.extract::<String>().ok()).collect());
        // A deck that was read from a text has no id.
        let wish = match ids {
            Some(None) => None,
            ids => Some((n, seed, ids.flatten(), all, options.clone(), players, threads, codes)),
        };
        let of = &slf.get().game;
        let deal = Deal::new(of, setup(of, seed, given, options, players)?, all);
        Vector::new(py, slf.clone_ref(py), deal, (n, seed, threads, codes), wish, None)
    }

    /// A job of many games played by bots. `decks`: the ids of those that meet, or all; `bots`: one, or one a seat.
    #[pyo3(signature = (decks=Vec::new(), bots=Vec::new(), options=None, players=None, seed=0))]
    fn simulation(
        &self,
        py: Python<'_>,
        decks: Vec<String>,
        bots: Vec<String>,
        options: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>,
        players: Option<u8>,
        seed: u64,
    ) -> PyResult<Simulation> {
        let options = self::options(options.map(|o| o.into_iter().collect()))?;
        let job = Job { decks, bots, options, players, seed };
        py.detach(|| Simulation::new(&self.game, &job)).map_err(raise)
    }

    /// One of the program's bots for this game: `random`, `greedy`, `ismcts:200`.
    #[pyo3(signature = (kind, options=None, players=None))]
    fn bot(
        &self,
        py: Python<'_>,
        kind: &str,
        options: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>,
        players: Option<u8>,
    ) -> PyResult<Bot> {
        Bot::new(py, self, kind, options, players)
    }

    /// What turns what a seat sees into arrays, for so many players and codes.
    ///
    /// `cards`: so many cards of each zone are told, or a dict by zone; without it as many as the game implies. `scaled`:
    /// numbers lie between about -1 and 1.
    #[pyo3(signature = (players=None, codes=64, cards=None, scaled=false))]
    fn encoder(
        slf: Py<Self>,
        py: Python<'_>,
        players: Option<u8>,
        codes: u16,
        cards: Option<Cards>,
        scaled: bool,
    ) -> PyResult<Encoder> {
        Encoder::new(py, slf, (players, codes, cards, scaled))
    }

    /// Plays random games one after the other in Rust for so many seconds, without views: answers, games and seconds.
    ///
    /// What other ways to play are measured against. The decks of game `i` are those of a vector with `decks="all"`.
    #[pyo3(signature = (seconds, seed=0))]
    fn play_random(&self, py: Python<'_>, seconds: f64, seed: u64) -> PyResult<(u64, u64, f64)> {
        let setup = setup(&self.game, seed, None, Vec::new(), None)?;
        let deal = Deal::new(&self.game, setup, true);
        let played = py.detach(|| {
            let began = std::time::Instant::now();
            let (mut answers, mut games) = (0, 0);
            while began.elapsed().as_secs_f64() < seconds {
                let mut table = deal.table(seed.wrapping_add(games))?;
                answers += u64::from(Random::new(seed.wrapping_add(games)).finish(&mut table)?);
                games += 1;
            }
            Ok((answers, games, began.elapsed().as_secs_f64()))
        });
        played.map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("<game {:?}, catalog {}>", self.id, self.game.hash())
    }

    /// A game is sent to another process by what it was loaded from.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Loaded)> {
        let game = slf.get();
        let load = slf.py().import("intermezzo")?.getattr("load")?;
        Ok((load, (game.id.clone(), game.packs.clone(), game.root.clone())))
    }
}
