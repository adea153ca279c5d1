//! Vector: many tables that are stepped at once, by codes in arrays.

use std::sync::{Arc, Mutex, PoisonError};

use intermezzo::{Game, Setup};
use numpy::{AllowTypeChange, IntoPyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::convert::{Refusal, raise};
use crate::encoder::Encoder;
use crate::lane::{Deal, Lane, Told};
use crate::lanes::{Lanes, Make};

/// Many tables of a game, stepped at once in Rust. A game that is over is followed by the next one at its table.
#[pyclass(frozen, module = "intermezzo")]
pub struct Vector {
    inner: Mutex<Inner>,
    n: usize,
    seats: usize,
    codes: u16,
    threads: usize,
}

struct Inner {
    lanes: Lanes,
    /// Where the tables of each lane begin, and how many there are.
    parts: Vec<(usize, usize)>,
    now: Told,
    answers: u64,
    games: u64,
}

impl Vector {
    pub fn new(
        py: Python<'_>,
        game: &Game,
        setup: Setup,
        all: bool,
        n: usize,
        threads: Option<usize>,
        codes: u16,
    ) -> PyResult<Vector> {
        if n == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("a vector has at least one table and one thread"));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(cores).min(n);
        let seed = setup.seed;
        let deal = Deal::new(game, setup, all);
        let seats = deal.seats();
        let bounds: Vec<usize> = (0..=threads).map(|i| n * i / threads).collect();
        let parts: Vec<(usize, usize)> = bounds.windows(2).map(|w| (w[0], w[1] - w[0])).collect();
        let make = |&(from, count): &(usize, usize)| -> Make {
            let deal = deal.clone();
            Box::new(move || Lane::new(deal, codes, from as u64..(from + count) as u64, seed, n as u64))
        };
        let makes = parts.iter().map(make).collect();
        let lanes = py.detach(|| {
            let mut lanes = Lanes::new(makes)?;
            let told = lanes.each(|_, lane| Ok(lane.now()))?;
            Ok((lanes, joined(told)))
        });
        let (lanes, now) = lanes.map_err(raise)?;
        let inner = Inner { lanes, parts, now, answers: 0, games: 0 };
        Ok(Vector { inner: Mutex::new(inner), n, seats, codes, threads })
    }

    fn lock(&self, py: Python<'_>) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn width(&self) -> usize {
        usize::from(self.codes) + 1
    }
}

fn joined(told: Vec<Told>) -> Told {
    told.into_iter()
        .reduce(|mut all, one| {
            all.asked.extend(one.asked);
            all.counts.extend(one.counts);
            all.legal.extend(one.legal);
            all.rewards.extend(one.rewards);
            all.done.extend(one.done);
            all.answers += one.answers;
            all
        })
        .unwrap_or_default()
}

impl Inner {
    /// Takes a code at each table, if all are legal; else nothing has changed.
    fn step(&mut self, codes: Vec<u16>, width: usize) -> Result<(), Step> {
        let legal = self.now.legal.chunks(width).zip(&self.now.counts);
        let bad = legal.zip(&codes).position(|((legal, n), code)| *n > 0 && !legal[..*n as usize].contains(code));
        if let Some(table) = bad {
            return Err(Step::Illegal(table));
        }
        let (codes, parts) = (Arc::new(codes), self.parts.clone());
        let told = self.lanes.each(move |number, lane| {
            let (from, count) = parts[number];
            lane.step(&codes[from..from + count])
        });
        self.now = joined(told.map_err(Step::Failed)?);
        self.answers += self.now.answers;
        self.games += self.now.done.iter().filter(|done| **done).count() as u64;
        Ok(())
    }
}

/// Why there was no step.
enum Step {
    Illegal(usize),
    Failed(intermezzo::error::Error),
}

/// The seats that are asked now, what the step brought each seat, and where a game ended.
type Stepped<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

#[pymethods]
impl Vector {
    fn __len__(&self) -> usize {
        self.n
    }

    /// How many play at each table.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// The greatest code.
    #[getter]
    fn codes(&self) -> u16 {
        self.codes
    }

    /// How many threads step.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// How many decisions were answered so far.
    #[getter]
    fn answers(&self, py: Python<'_>) -> u64 {
        self.lock(py).answers
    }

    /// How many games have ended so far.
    #[getter]
    fn games(&self, py: Python<'_>) -> u64 {
        self.lock(py).games
    }

    /// Who is asked at each table.
    #[getter]
    fn asked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.lock(py).now.asked.to_pyarray(py)
    }

    /// How many codes are legal at each table.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.lock(py).now.counts.to_pyarray(py)
    }

    /// The codes that are legal at each table: the first `counts[i]` of row `i`, in order.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        self.lock(py).now.legal.to_pyarray(py).reshape([self.n, self.width()])
    }

    /// The same as masks: 1 where a code is legal.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let width = self.width();
        let mut masks = vec![0i8; self.n * width];
        {
            let inner = self.lock(py);
            let rows = inner.now.legal.chunks(width).zip(&inner.now.counts);
            for (mask, (legal, n)) in masks.chunks_mut(width).zip(rows) {
                legal[..*n as usize].iter().for_each(|code| mask[*code as usize] = 1);
            }
        }
        masks.into_pyarray(py).reshape([self.n, width])
    }

    /// What the asked seat sees at each table, as an encoder of this game writes it.
    fn observe<'py>(&self, py: Python<'py>, encoder: &Encoder) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let plan = encoder.plan();
        let size = plan.size();
        let inner = &self.inner;
        let rows = py.detach(|| {
            let mut inner = inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.lanes.each(move |_, lane| lane.observe(&plan))
        });
        rows.map_err(raise)?.concat().into_pyarray(py).reshape([self.n, size])
    }

    /// Takes a code at each table: who is asked then, the rewards by table and seat, and where a game ended.
    ///
    /// If one code is not legal, a `Refusal` says at which table, and nothing has changed.
    fn step<'py>(&self, py: Python<'py>, codes: PyArrayLike1<'py, i64, AllowTypeChange>) -> PyResult<Stepped<'py>> {
        let given = codes.readonly();
        let given = given.as_slice()?;
        if given.len() != self.n {
            return Err(PyValueError::new_err(format!("{} tables need {} codes, not {}", self.n, self.n, given.len())));
        }
        let codes: Vec<u16> = given.iter().map(|code| u16::try_from(*code).unwrap_or(u16::MAX)).collect();
        let (width, inner) = (self.width(), &self.inner);
        let stepped = py.detach(|| inner.lock().unwrap_or_else(PoisonError::into_inner).step(codes, width));
        match stepped {
            Ok(()) => {}
            Err(Step::Failed(error)) => return Err(raise(error)),
            Err(Step::Illegal(table)) => {
                let words = format!("the code {} may not be taken at table {table} now", given[table]);
                return Err(Refusal::new_err(words));
            }
        }
        let now = &self.lock(py).now;
        let rewards = now.rewards.to_pyarray(py).reshape([self.n, self.seats])?;
        Ok((now.asked.to_pyarray(py), rewards, now.done.to_pyarray(py)))
    }

    fn __repr__(&self) -> String {
        format!("<vector of {} tables, {} threads>", self.n, self.threads)
    }
}
