//! Choices: a decision as single choices by the codes of a fixed list.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::convert::{dict, raise};
use crate::table::Table;

/// A decision that is being answered. Code 0 passes or ends; each other code takes an option, or a part of them.
#[pyclass(frozen, module = "intermezzo")]
pub struct Choices {
    choices: Mutex<intermezzo::Choices>,
}

impl Choices {
    pub fn of(choices: intermezzo::Choices) -> Choices {
        Choices { choices: Mutex::new(choices) }
    }

    /// As they stand now.
    pub fn now(&self, py: Python<'_>) -> intermezzo::Choices {
        self.choices.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl Choices {
    /// Who is asked.
    #[getter]
    fn seat(&self, py: Python<'_>) -> u8 {
        self.now(py).seat().0
    }

    /// The codes that may be taken now.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.now(py).legal().to_pyarray(py)
    }

    /// The places of the options that were chosen so far.
    #[getter]
    fn taken(&self, py: Python<'_>) -> Vec<usize> {
        self.now(py).taken().to_vec()
    }

    /// The options that a code stands for now: the first place and how many; `None`: it passes or ends.
    fn meaning(&self, py: Python<'_>, code: u16) -> Option<(u64, u64)> {
        self.now(py).meaning(code)
    }

    /// Takes a code. Once the decision is answered, the answer comes back, for `table.answer`.
    fn take<'py>(&self, py: Python<'py>, table: &Table, code: u16) -> PyResult<Option<Bound<'py, PyAny>>> {
        let answer = {
            let table = table.lock(py);
            let mut choices = self.choices.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            choices.take(&table, code).map_err(raise)?
        };
        answer.map(|answer| dict(py, &answer)).transpose()
    }
}
