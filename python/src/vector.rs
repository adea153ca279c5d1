//! Vector: many tables that are stepped at once, by codes in arrays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use intermezzo::Seat;
use numpy::{
    AllowTypeChange, IntoPyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyReadwriteArray2,
    PyUntypedArrayMethods, ToPyArray,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::choices::Choices;
use crate::convert::{Refusal, raise};
use crate::encoder::Encoder;
use crate::game::{Game, setup};
use crate::lane::{Deal, Saved};
use crate::table::Table;
use crate::tables::{Step, Tables, Wanted};

/// What a vector is made of: tables, seed, ids of decks or none, whether all decks come up, options, players, threads, codes.
pub type Wish = (usize, u64, Option<Vec<String>>, bool, Vec<(String, String)>, Option<u8>, Option<usize>, u16);

/// Many tables of a game, stepped at once in Rust. A game that is over is followed by the next one at its table.
#[pyclass(frozen, module = "intermezzo")]
pub struct Vector {
    tables: Mutex<Tables>,
    game: Py<Game>,
    /// `None`: a deck has no id, so the vector cannot be sent to another process.
    wish: Option<Wish>,
    n: usize,
    seats: usize,
    codes: u16,
    threads: usize,
}

/// How a vector is played on.
type Going = (Vec<Saved>, u64, u64);

impl Vector {
    pub fn new(
        py: Python<'_>,
        game: Py<Game>,
        deal: Deal,
        (n, seed, threads, codes): (usize, u64, Option<usize>, u16),
        wish: Option<Wish>,
        going: Option<Going>,
    ) -> PyResult<Vector> {
        if n == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("a vector has at least one table and one thread"));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(cores).min(n);
        let saved = going.as_ref().map(|(saved, ..)| saved.as_slice());
        if saved.is_some_and(|saved| saved.len() != n) {
            return Err(PyValueError::new_err("a vector that goes on has as many tables as before"));
        }
        let tables = py.detach(|| Tables::new(&deal, codes, n, threads, seed, saved));
        let mut tables = tables.map_err(raise)?;
        if let Some((_, answers, games)) = going {
            (tables.answers, tables.games) = (answers, games);
        }
        Ok(Vector { tables: Mutex::new(tables), game, wish, n, seats: deal.seats(), codes, threads })
    }

    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Tables> {
        self.tables.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the tables while other threads of Python go on.
    fn apart<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Tables) -> T + Send) -> T {
        py.detach(|| work(&mut self.tables.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn width(&self) -> usize {
        usize::from(self.codes) + 1
    }

    /// Whole numbers of an array; a fraction is no code and no table.
    fn whole<'py>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<i64>> {
        let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err(format!("{what} are whole numbers, not {}", array.getattr("dtype")?)));
        }
        let array: PyArrayLike1<'py, i64, AllowTypeChange> = array.extract()?;
        Ok(array.as_array().to_vec())
    }

    /// The tables that an array names, by their numbers or as a mask.
    fn rows(&self, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let Some(given) = given else { return Ok((0..self.n).collect()) };
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
        if kind == "b" {
            let mask: PyArrayLike1<'_, bool> = array.extract()?;
            let mask = mask.as_array().to_vec();
            if mask.len() != self.n {
                return Err(PyValueError::new_err(format!("a mask has {} places, not {}", self.n, mask.len())));
            }
            return Ok((0..self.n).filter(|i| mask[*i]).collect());
        }
        let rows = if is_empty { Vec::new() } else { Vector::whole(&array, "tables")? };
        let table = |row: i64| usize::try_from(row).ok().filter(|row| *row < self.n);
        rows.into_iter()
            .map(|row| table(row).ok_or_else(|| PyIndexError::new_err(format!("the vector has no table {row}"))))
            .collect()
    }
}

/// A vector that goes on where another one was when it was sent.
#[pyfunction]
pub fn vector_again(py: Python<'_>, game: Py<Game>, wish: Wish, going: Going) -> PyResult<Vector> {
    let (n, seed, decks, all, options, players, threads, codes) = wish.clone();
    let of = &game.get().game;
    let decks =
        decks.map(|ids| ids.into_iter().map(|id| Ok(id.into_pyobject(py)?.into_any())).collect::<PyResult<Vec<_>>>());
    let deal = Deal::new(of, setup(of, seed, decks.transpose()?, options, players)?, all);
    Vector::new(py, game.clone_ref(py), deal, (n, seed, threads, codes), Some(wish), Some(going))
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
            let tables = self.lock(py);
            let rows = tables.now.legal.chunks(width).zip(&tables.now.counts);
            for (mask, (legal, n)) in masks.chunks_mut(width).zip(rows) {
                legal[..usize::from(*n)].iter().for_each(|code| mask[*code as usize] = 1);
            }
        }
        masks.into_pyarray(py).reshape([self.n, width])
    }

    /// What a seat sees at each table, as an encoder of this game writes it: by itself the asked seat.
    ///
    /// `rows`: only these tables, by number or as a mask; `seats`: who looks, one for all or one a row; `out`: the array that
    /// is written. `ended`: the game that the last step ended at the table, zeros where it ended none.
    #[pyo3(signature = (encoder, rows=None, out=None, seats=None, ended=false))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        encoder: &Encoder,
        rows: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyArray2<f32>>>,
        seats: Option<&Bound<'py, PyAny>>,
        ended: bool,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let plan = encoder.rows();
        let rows = self.rows(rows)?;
        let looking: Vec<Option<Seat>> = match seats {
            None => vec![None; rows.len()],
            Some(given) => {
                let one = given.extract::<u8>().ok().map(i64::from);
                let given = one.map_or_else(|| Vector::whole(given, "seats"), |seat| Ok(vec![seat; rows.len()]))?;
                let seat = |seat: i64| u8::try_from(seat).ok().filter(|seat| usize::from(*seat) < self.seats);
                let no_seat = |n: i64| PyIndexError::new_err(format!("the tables have no seat {n}"));
                given
                    .into_iter()
                    .map(|n| seat(n).map(|n| Some(Seat(n))).ok_or_else(|| no_seat(n)))
                    .collect::<PyResult<_>>()?
            }
        };
        if looking.len() != rows.len() {
            return Err(PyValueError::new_err(format!(
                "{} rows need {} seats, not {}",
                rows.len(),
                rows.len(),
                looking.len()
            )));
        }
        let wanted: Vec<Wanted> = rows.into_iter().zip(looking).map(|(row, seat)| (row, seat, ended)).collect();
        let shape = [wanted.len(), plan.encoder.size()];
        let out = match out {
            Some(out) if out.shape() == shape && out.is_c_contiguous() => out,
            Some(out) if out.shape() == shape => {
                return Err(PyValueError::new_err("`out` does not lie in one piece, row after row"));
            }
            Some(out) => {
                return Err(PyValueError::new_err(format!("`out` is {:?}, and {shape:?} is written", out.shape())));
            }
            None => PyArray2::zeros(py, shape, false),
        };
        let mut written: PyReadwriteArray2<'py, f32> =
            out.try_readwrite().map_err(|_| PyValueError::new_err("`out` may not be written"))?;
        let slice = written
            .as_slice_mut()
            .map_err(|_| PyValueError::new_err("`out` does not lie in one piece, row after row"))?;
        self.apart(py, |tables| tables.observe(&plan, &wanted, slice)).map_err(raise)?;
        drop(written);
        Ok(out)
    }

    /// The action of each code at each table: a place in the encoder's `actions`, or 0 where it may not be taken.
    fn actions<'py>(&self, py: Python<'py>, encoder: &Encoder) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let plan = encoder.rows();
        let actions = self.apart(py, |tables| tables.actions(&plan)).map_err(raise)?;
        actions.into_pyarray(py).reshape([self.n, self.width()])
    }

    /// What each seat is worth at each table, as the game's `value` says; `None`: the game says nothing.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f32>>>> {
        let values = self.apart(py, Tables::values).map_err(raise)?;
        values.map(|values| values.into_pyarray(py).reshape([self.n, self.seats])).transpose()
    }

    /// A copy of a table as it stands: its `view` is what a person sees there.
    fn table(&self, py: Python<'_>, row: usize) -> PyResult<Table> {
        self.in_range(row)?;
        let (table, record, _) = self.apart(py, |tables| tables.copy(row)).map_err(raise)?;
        Ok(Table::copy_of(table, vec![record]))
    }

    /// The choices that are being made at a table; `None`: nobody is asked there.
    fn choices(&self, py: Python<'_>, row: usize) -> PyResult<Option<Choices>> {
        self.in_range(row)?;
        let (.., choices) = self.apart(py, |tables| tables.copy(row)).map_err(raise)?;
        Ok(choices.map(Choices::of))
    }

    /// Takes a code at each table: who is asked then, the rewards by table and seat, and where a game ended.
    ///
    /// A code of -1 leaves its table as it is. If one code is not legal, a `Refusal` says at which table, and nothing has
    /// changed.
    fn step<'py>(&self, py: Python<'py>, codes: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let given = Vector::whole(codes, "codes")?;
        if given.len() != self.n {
            return Err(PyValueError::new_err(format!("{} tables need {} codes, not {}", self.n, self.n, given.len())));
        }
        let code = |code: &i64| (*code != -1).then(|| u16::try_from(*code).unwrap_or(u16::MAX));
        let (codes, width) = (given.iter().map(code).collect(), self.width());
        match self.apart(py, |tables| tables.step(codes, width)) {
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

    /// Cuts off the games at some tables, by number or as a mask: the next ones follow.
    fn cut(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = self.rows(Some(rows))?;
        self.apart(py, |tables| tables.cut(&rows)).map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("<vector of {} tables, {} threads>", self.n, self.threads)
    }

    /// A vector is sent to another process by the records of its tables, which are played again there.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, Wish, Going))> {
        let (py, vector) = (slf.py(), slf.get());
        let Some(wish) = vector.wish.clone() else {
            return Err(PyTypeError::new_err("a vector whose decks have no ids cannot be sent to another process"));
        };
        let again = py.import("intermezzo._intermezzo")?.getattr("vector_again")?;
        let saved = vector.apart(py, Tables::save).map_err(raise)?;
        let going = {
            let tables = vector.lock(py);
            (saved, tables.answers, tables.games)
        };
        Ok((again, (vector.game.clone_ref(py), wish, going)))
    }
}

impl Vector {
    fn in_range(&self, row: usize) -> PyResult<()> {
        match row < self.n {
            true => Ok(()),
            false => Err(PyIndexError::new_err(format!("the vector has no table {row}"))),
        }
    }
}
