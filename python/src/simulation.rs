//! Simulation: a job of many games played by bots, any part of it on any machine.

use std::sync::{Mutex, PoisonError};

use intermezzo::sim::{Job, Plan, Totals};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::raise;
use crate::table::Table;

/// Many games played by bots. Which decks, bots and chance a game has follows from its number alone.
#[pyclass(frozen, module = "intermezzo")]
pub struct Simulation {
    plan: Plan,
}

impl Simulation {
    pub fn new(game: &intermezzo::Game, job: &Job) -> intermezzo::error::Result<Simulation> {
        Ok(Simulation { plan: Plan::new(game, job)? })
    }
}

#[pymethods]
impl Simulation {
    /// The ids of the decks that meet.
    #[getter]
    fn decks(&self) -> Vec<String> {
        self.plan.decks().to_vec()
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

    /// What is asked for, in parts of so many games: the text of `job.json`.
    fn job(&self, part: u64) -> PyResult<String> {
        self.plan.job_text(part).map_err(raise)
    }

    /// The names of the files of a part, in the order in which they are to be written.
    #[staticmethod]
    fn files(number: u64) -> Vec<String> {
        Plan::file_names(number)
    }

    /// How many games a part has, by what the last of its files holds.
    #[staticmethod]
    fn games_in(file: Vec<u8>) -> PyResult<u64> {
        Plan::games_in(file).map_err(raise)
    }

    /// Plays a part of a job of so many games: its files, Parquet, in the order in which they are to be written.
    fn part<'py>(
        &self,
        py: Python<'py>,
        number: u64,
        size: u64,
        games: u64,
    ) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let files = py.detach(|| self.plan.part_files(number, size, games)).map_err(raise)?;
        Ok(files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes))).collect())
    }

    /// The seed of a game, and its table about to begin, for bots that are not those of the job.
    fn table(&self, py: Python<'_>, number: u64) -> PyResult<(u64, Table)> {
        let setup = self.plan.setup(number);
        let table = py.detach(|| self.plan.game().set_up(setup).map(intermezzo::Table::start));
        Ok((self.plan.seed(number), table.map(Table::of).map_err(raise)?))
    }

    /// The names of the decks of a game, in the order of seats.
    fn decks_of(&self, number: u64) -> Vec<String> {
        self.plan.setup(number).decks.into_iter().map(|deck| deck.name).collect()
    }

    /// Nothing counted yet.
    fn totals(&self) -> Counts {
        Counts { plan: self.plan.clone(), held: Mutex::new((Box::new(Totals::new(&self.plan)), 0)) }
    }

    fn __repr__(&self) -> String {
        format!("<simulation, {} decks, {} games a round>", self.plan.decks().len(), self.plan.round())
    }
}

/// A folder that is held for this process alone, as `intermezzo sim --out` holds it, until it is released.
#[pyclass(frozen, module = "intermezzo")]
pub struct Hold(Mutex<Option<intermezzo::sim::Hold>>);

#[pymethods]
impl Hold {
    /// Holds a folder that is there; it raises if another program holds it.
    #[new]
    fn new(path: std::path::PathBuf) -> PyResult<Hold> {
        let held = intermezzo::sim::Hold::of(&path).map_err(raise)?;
        Ok(Hold(Mutex::new(Some(held))))
    }

    /// Lets others have the folder.
    fn release(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// What came of games, part by part in the order of their numbers.
#[pyclass(frozen, name = "Totals", module = "intermezzo")]
pub struct Counts {
    plan: Plan,
    /// With the number of the next part. Boxed, for they want to lie at a multiple of 64, and Python promises none.
    held: Mutex<(Box<Totals>, u64)>,
}

#[pymethods]
impl Counts {
    /// Takes the files of the next part, in the order in which they are written. How many games it has.
    fn take(&self, py: Python<'_>, files: Vec<Vec<u8>>) -> PyResult<u64> {
        let taken = py.detach(|| {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            let (totals, next) = &mut *held;
            let games = totals.take_files(&self.plan, *next, files)?;
            *next += 1;
            Ok(games)
        });
        taken.map_err(raise)
    }

    /// The numbers that `intermezzo sim --json` prints, as JSON.
    #[pyo3(signature = (seconds=0.0))]
    fn json(&self, seconds: f64) -> String {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.0.json(&self.plan, seconds).to_string()
    }

    /// The hash of all results.
    #[getter]
    fn hash(&self) -> String {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).0.hash()
    }
}
