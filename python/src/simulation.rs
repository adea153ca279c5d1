//! Simulation: a job of many games played by bots, any part of it on any machine, as columns of numbers.

use std::collections::BTreeMap;

use intermezzo::error::{Error, Result};
use intermezzo::sim::{CardPlayed, Ending, Job, Plan, Played, Totals};
use numpy::ToPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::raise;
use crate::table::Table;

const ENDINGS: [Ending; 5] = [Ending::Won, Ending::Draw, Ending::Over, Ending::Aborted, Ending::Stalled];

/// Many games played by bots. Which decks, bots and chance a game has follows from its number alone.
#[pyclass(frozen, module = "intermezzo")]
pub struct Simulation {
    plan: Plan,
    bots: usize,
    cards: Vec<String>,
}

impl Simulation {
    pub fn new(game: &intermezzo::Game, job: &Job) -> Result<Simulation> {
        let plan = Plan::new(game, job)?;
        let cards = game.outline().cards;
        Ok(Simulation { plan, bots: job.bots.len().max(1), cards })
    }
}

/// Columns by name, each as long as there are rows.
type Columns = BTreeMap<String, Vec<i64>>;

fn columns<'py>(py: Python<'py>, columns: Columns) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (name, column) in columns {
        out.set_item(name, column.to_pyarray(py))?;
    }
    Ok(out)
}

/// What came of games, a row a game, numbers only. `ending` is a place among won, draw, over, aborted, stalled; `winners`
/// has one bit a seat; `hash` is that of the log, its bits as a signed number.
fn games_of(played: &[Played], seats: usize) -> Columns {
    let mut out = Columns::new();
    let mut add =
        |name: &str, of: &dyn Fn(&Played) -> i64| drop(out.insert(name.into(), played.iter().map(of).collect()));
    add("number", &|p| p.number as i64);
    add("seed", &|p| p.seed as i64);
    add("ending", &|p| p.ending as i64);
    add("winners", &|p| p.winners.into());
    add("first", &|p| p.first.into());
    add("turns", &|p| p.turns.into());
    add("faults", &|p| p.faults.into());
    add("hash", &|p| p.hash as i64);
    for seat in 0..seats {
        add(&format!("deck_{seat}"), &|p| p.decks.get(seat).map_or(-1, |d| (*d).into()));
        add(&format!("bot_{seat}"), &|p| p.bots.get(seat).map_or(-1, |b| (*b).into()));
        add(&format!("answers_{seat}"), &|p| p.answers.get(seat).map_or(0, |a| (*a).into()));
    }
    out
}

/// What became of the cards that players brought, a row for each card of each player of each game.
fn cards_of(played: &[Played]) -> Columns {
    let rows: Vec<(u64, &CardPlayed)> = played.iter().flat_map(|p| p.cards.iter().map(|c| (p.number, c))).collect();
    let mut out = Columns::new();
    let mut add = |name: &str, of: &dyn Fn(&(u64, &CardPlayed)) -> i64| {
        out.insert(name.into(), rows.iter().map(of).collect());
    };
    add("game", &|(n, _)| *n as i64);
    add("seat", &|(_, c)| c.seat.into());
    add("card", &|(_, c)| c.card.into());
    add("copies", &|(_, c)| c.copies.into());
    add("seen", &|(_, c)| c.seen.into());
    add("drawn", &|(_, c)| c.drawn.into());
    add("opening", &|(_, c)| c.opening.into());
    add("played", &|(_, c)| c.played.into());
    add("in_the_end", &|(_, c)| c.in_the_end.into());
    out
}

/// Reads columns again. What is missing or too great is told.
struct Read<'a> {
    columns: &'a Columns,
}

impl Read<'_> {
    fn column(&self, name: &str) -> Result<&[i64]> {
        self.columns.get(name).map(Vec::as_slice).ok_or_else(|| Error::usage(format!("there is no column `{name}`")))
    }

    fn number<N: TryFrom<i64>>(&self, name: &str, row: usize) -> Result<N> {
        let wrong = || Error::usage(format!("row {row} of the column `{name}` is missing or out of its bounds"));
        self.column(name)?.get(row).and_then(|n| N::try_from(*n).ok()).ok_or_else(wrong)
    }
}

fn played_from(games: &Columns, cards: &Columns, seats: usize) -> Result<Vec<Played>> {
    let (games, cards) = (Read { columns: games }, Read { columns: cards });
    let (rows, of_cards) = (games.column("number")?.len(), cards.column("game")?.len());
    let mut all: Vec<Played> = Vec::with_capacity(rows);
    let mut next = 0;
    for row in 0..rows {
        let each = |name: &'static str| (0..seats).map(move |seat| format!("{name}_{seat}"));
        let number: u64 = games.number("number", row)?;
        let ending: usize = games.number("ending", row)?;
        let mut played = Played {
            number,
            seed: games.number::<i64>("seed", row)? as u64,
            decks: Vec::new(),
            bots: each("bot").map(|name| games.number(&name, row)).collect::<Result<_>>()?,
            ending: *ENDINGS.get(ending).ok_or_else(|| Error::usage(format!("row {row} has no known ending")))?,
            winners: games.number("winners", row)?,
            first: games.number("first", row)?,
            answers: each("answers").map(|name| games.number(&name, row)).collect::<Result<_>>()?,
            turns: games.number("turns", row)?,
            faults: games.number("faults", row)?,
            hash: games.number::<i64>("hash", row)? as u64,
            cards: Vec::new(),
        };
        for name in each("deck") {
            let deck: i64 = games.number(&name, row)?;
            // Where nobody brings a deck, there is none.
            played.decks.extend(u16::try_from(deck).ok());
        }
        while next < of_cards && cards.number::<u64>("game", next)? == number {
            played.cards.push(CardPlayed {
                seat: cards.number("seat", next)?,
                card: cards.number("card", next)?,
                copies: cards.number("copies", next)?,
                seen: cards.number("seen", next)?,
                drawn: cards.number("drawn", next)?,
                opening: cards.number("opening", next)?,
                played: cards.number("played", next)?,
                in_the_end: cards.number("in_the_end", next)?,
            });
            next += 1;
        }
        all.push(played);
    }
    match next == of_cards {
        true => Ok(all),
        false => Err(Error::usage("the rows of cards are not those of these games, in their order")),
    }
}

#[pymethods]
impl Simulation {
    /// The ids of the decks that meet; columns name them by their places.
    #[getter]
    fn decks(&self) -> Vec<String> {
        self.plan.decks().to_vec()
    }

    /// The ids of all cards; columns name them by their places.
    #[getter]
    fn cards(&self) -> Vec<String> {
        self.cards.clone()
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.plan.seats()
    }

    /// How many games meet the same luck: every way to sit at the table.
    #[getter]
    fn round(&self) -> u64 {
        self.plan.round()
    }

    /// Plays the games with these numbers: the columns of games, and of cards.
    #[pyo3(signature = (first, count, threads=1))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: u64,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let end = first.checked_add(count).ok_or_else(|| PyValueError::new_err("there are no such games"))?;
        let played = py.detach(|| {
            let played = self.plan.games(first..end, threads.max(1))?;
            Ok((games_of(&played, self.plan.seats()), cards_of(&played)))
        });
        let (games, cards) = played.map_err(raise)?;
        Ok((columns(py, games)?, columns(py, cards)?))
    }

    /// The table of a game about to begin, for bots that are not those of the job.
    fn table(&self, py: Python<'_>, number: u64) -> PyResult<Table> {
        let setup = self.plan.setup(number);
        let table = py.detach(|| self.plan.game().set_up(setup).map(intermezzo::Table::start));
        table.map(Table::of).map_err(raise)
    }

    /// Nothing counted yet.
    fn totals(&self) -> Counts {
        let totals = Totals::new(&self.plan);
        Counts { plan: self.plan.clone(), totals: std::sync::Mutex::new((totals, 0)) }
    }

    fn __repr__(&self) -> String {
        format!("<simulation, {} decks, {} bots, {} games a round>", self.plan.decks().len(), self.bots, self.round())
    }
}

/// What came of games, counted in the order of their numbers.
#[pyclass(frozen, name = "Totals", module = "intermezzo")]
pub struct Counts {
    plan: Plan,
    /// With the number of the next game.
    totals: std::sync::Mutex<(Totals, u64)>,
}

#[pymethods]
impl Counts {
    /// Takes the columns of the next games. They must follow those that were taken.
    fn take(&self, py: Python<'_>, games: Columns, cards: Columns) -> PyResult<()> {
        let taken = py.detach(|| {
            let played = played_from(&games, &cards, self.plan.seats())?;
            let mut held = self.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (totals, next) = &mut *held;
            for played in &played {
                if played.number != *next {
                    return Err(Error::usage(format!("game {} was given where {next} is next", played.number)));
                }
                totals.take(played);
                *next += 1;
            }
            Ok(())
        });
        taken.map_err(raise)
    }

    /// The same numbers as `intermezzo sim --json` prints, as JSON.
    #[pyo3(signature = (seconds=0.0))]
    fn json(&self, seconds: f64) -> String {
        let held = self.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        held.0.json(&self.plan, seconds).to_string()
    }

    /// The hash of all results.
    #[getter]
    fn hash(&self) -> String {
        self.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0.hash()
    }
}
