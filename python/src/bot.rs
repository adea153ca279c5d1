//! Bot: one of the program's own bots at a table of Python.

use std::collections::BTreeMap;

use intermezzo::Seat;
use intermezzo::bots::{BotKind, Brain};
use pyo3::prelude::*;

use crate::convert::{dict, raise};
use crate::game::{Game, options, setup};
use crate::table::Table;

/// A bot of a kind for one game. It sees what the person at its seat sees.
#[pyclass(frozen, module = "intermezzo")]
pub struct Bot {
    brain: Brain,
    kind: String,
}

impl Bot {
    /// A bot that has learnt what it needs from random games.
    pub fn new(
        py: Python<'_>,
        game: &Game,
        kind: &str,
        given: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        players: Option<u8>,
    ) -> PyResult<Bot> {
        let of: BotKind = kind.parse().map_err(raise)?;
        let setup = setup(&game.game, 0, None, options(given.map(|o| o.into_iter().collect()))?, players)?;
        let begin = |seed| game.game.set_up(intermezzo::Setup { seed, ..setup.clone() });
        let brain = py.detach(|| Brain::new(of, begin)).map_err(raise)?;
        Ok(Bot { brain, kind: kind.to_string() })
    }
}

#[pymethods]
impl Bot {
    /// What it would answer for a seat that is asked.
    #[pyo3(signature = (table, seat, seed=0))]
    fn advise<'py>(&self, py: Python<'py>, table: &Table, seat: u8, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let answer = table.apart(py, |table| self.brain.advise(table, Seat(seat), seed)).map_err(raise)?;
        dict(py, &answer)
    }

    /// Answers for a seat that is asked.
    #[pyo3(signature = (table, seat, seed=0))]
    fn answer(&self, py: Python<'_>, table: &Table, seat: u8, seed: u64) -> PyResult<()> {
        table.apart(py, |table| self.brain.answer(table, Seat(seat), seed)).map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("<bot {}>", self.kind)
    }
}
