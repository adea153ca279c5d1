//! Table: a game being played, its views, answers and records as dicts and texts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use intermezzo::{Record, Seat, View};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::choices::Choices;
use crate::convert::{answer, dict, outcome, raise};

/// A game being played. Seats are counted from 0.
#[pyclass(frozen, module = "intermezzo")]
pub struct Table {
    table: Mutex<intermezzo::Table>,
    /// Of a copy: the records that led to it, one after the other; none: its own record tells all. A sample has none, and
    /// no beginning.
    before: Vec<Record>,
}

/// Plays a record again, to the table that it was made at.
#[pyfunction]
pub fn replay(py: Python<'_>, record: String) -> PyResult<Table> {
    let table = py.detach(|| Record::from_text(&record)?.replay());
    Ok(Table::of(table.map_err(raise)?))
}

impl Table {
    pub fn of(table: intermezzo::Table) -> Table {
        Table::copy_of(table, Vec::new())
    }

    /// A copy of a table to which these records led.
    pub fn copy_of(table: intermezzo::Table, before: Vec<Record>) -> Table {
        Table { table: Mutex::new(table), before }
    }

    /// The table, for one thread at a time.
    pub fn lock(&self, py: Python<'_>) -> MutexGuard<'_, intermezzo::Table> {
        self.table.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the table while other threads of Python go on.
    pub fn apart<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut intermezzo::Table) -> T + Send) -> T {
        py.detach(|| work(&mut self.table.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Table {
    /// The seats that are asked now, in the order in which they are asked; none when the game is over.
    #[getter]
    fn asked(&self, py: Python<'_>) -> Vec<usize> {
        // Bytes would be `bytes` in Python.
        self.lock(py).asked_seats().iter().map(|seat| seat.0.into()).collect()
    }

    /// The names of the seats.
    #[getter]
    fn names(&self, py: Python<'_>) -> Vec<String> {
        self.lock(py).names().to_vec()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.lock(py).is_over()
    }

    /// How the game ended: `outcome` in words, `winner` and `winners`; `None`: it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let table = self.lock(py);
        match table.outcome().filter(|_| table.is_over()) {
            Some(reached) => {
                let words = View::new(&table, &[]).map_err(raise)?.outcome.unwrap_or_default();
                outcome(py, reached, words).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The hash of the log so far: equal games have equal ones.
    #[getter]
    fn log_hash(&self, py: Python<'_>) -> String {
        self.lock(py).log_hash()
    }

    /// How many lines the log has.
    #[getter]
    fn log_len(&self, py: Python<'_>) -> u32 {
        self.lock(py).log_len()
    }

    /// How many answers the table was given.
    #[getter]
    fn answers(&self, py: Python<'_>) -> usize {
        self.lock(py).answers()
    }

    /// How many scripts failed.
    #[getter]
    fn faults(&self, py: Python<'_>) -> u32 {
        self.lock(py).faults()
    }

    /// The record so far, as text: everything that decided the game. That of a fork does not replay.
    #[getter]
    fn record(&self, py: Python<'_>) -> String {
        self.apart(py, |table| table.record().to_text())
    }

    /// What the person at a seat sees; without a seat what everybody sees.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.apart(py, |table| match seat {
            Some(seat) => View::of_person(table, Seat(seat)),
            None => View::new(table, &[]),
        });
        dict(py, &view.map_err(raise)?)
    }

    /// What a seat is asked; `None`: nothing.
    fn decision<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Option<Bound<'py, PyAny>>> {
        let view = self.apart(py, |table| View::of_person(table, Seat(seat))).map_err(raise)?;
        view.decisions.iter().find(|d| d.seat == seat).map(|decision| dict(py, decision)).transpose()
    }

    /// What a seat is asked, as single choices by the codes 0 to `codes`.
    #[pyo3(signature = (seat, codes=64))]
    fn choices(&self, py: Python<'_>, seat: u8, codes: u16) -> PyResult<Choices> {
        self.lock(py).choices(Seat(seat), codes).map(Choices::of).map_err(raise)
    }

    /// Answers for a seat: "pass", "concede", {"choose": [2, 0]} or {"number": 3}. Raises a `Refusal` if it is not legal.
    fn answer(&self, py: Python<'_>, seat: u8, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let answer = self::answer(answer)?;
        self.apart(py, |table| table.answer(Seat(seat), &answer)).map_err(raise)
    }

    /// Takes back the last answer that was a choice. False: there is none.
    fn undo(&self, py: Python<'_>) -> bool {
        self.apart(py, intermezzo::Table::undo)
    }

    /// What happened from the line `since` of the log on, as the person at a seat may know it.
    #[pyo3(signature = (seat, since=0))]
    fn events<'py>(&self, py: Python<'py>, seat: u8, since: u32) -> PyResult<Bound<'py, PyAny>> {
        let events = self.apart(py, |table| table.events(Seat(seat), since)).map_err(raise)?;
        dict(py, &events)
    }

    /// The same in words, a line an event.
    #[pyo3(signature = (seat, since=0))]
    fn transcript(&self, py: Python<'_>, seat: u8, since: u32) -> PyResult<Vec<String>> {
        let events = self.apart(py, |table| table.events(Seat(seat), since)).map_err(raise)?;
        Ok(events.into_iter().map(|e| format!("{}{}", "  ".repeat(e.depth.into()), e.text)).collect())
    }

    /// A copy of the game as it stands, even in the middle of an effect.
    fn fork(&self, py: Python<'_>) -> Table {
        let (copy, record) = self.apart(py, |table| (table.fork(), table.record().clone()));
        Table::copy_of(copy, self.before.iter().cloned().chain([record]).collect())
    }

    /// A game that the person at a seat could be looking at: what she does not see is dealt anew.
    fn sample(&self, py: Python<'_>, seat: u8, number: u64) -> PyResult<Table> {
        self.apart(py, |table| table.sample(Seat(seat), number)).map(Table::of).map_err(raise)
    }

    /// Answers at random for every seat until the game is over. How many answers that were.
    #[pyo3(signature = (seed=0))]
    fn play_random(&self, py: Python<'_>, seed: u64) -> PyResult<u32> {
        self.apart(py, |table| intermezzo::bots::Random::new(seed).finish(table)).map_err(raise)
    }

    fn __copy__(&self, py: Python<'_>) -> Table {
        self.fork(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Table {
        self.fork(py)
    }

    /// A table is sent to another process by its record, which is played again there. That of a sample does not replay.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let (py, of) = (slf.py(), slf.get());
        let last = of.apart(py, |table| table.record().clone());
        let mut records = of.before.iter().chain([&last]);
        let mut whole = records.next().cloned().unwrap_or(last.clone());
        whole.entries.extend(records.flat_map(|record| record.entries.iter().cloned()));
        if whole.game.is_empty() {
            return Err(PyTypeError::new_err("a sample has no record, so it cannot be sent to another process"));
        }
        Ok((py.import("intermezzo")?.getattr("replay")?, (whole.to_text(),)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let table = self.lock(py);
        match table.is_over() {
            true => format!("<table of {:?}, over>", table.game().title()),
            false => {
                let asked: Vec<u8> = table.asked_seats().iter().map(|seat| seat.0).collect();
                format!("<table of {:?}, asked {asked:?}>", table.game().title())
            }
        }
    }
}
