//! Convert: errors as exceptions, and values of the library as Python's own.

use intermezzo::error;
use intermezzo::{Answer, Outcome, Seat};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

create_exception!(_intermezzo, Error, PyException, "Something of Intermezzo went wrong.");
create_exception!(
    _intermezzo,
    Refusal,
    Error,
    "An answer is not legal: nothing has changed. `code` is for programs, `facts` belong to it, `words` are for people."
);
create_exception!(_intermezzo, LoadError, Error, "Files or decks are not right; the text lists all that is wrong.");

/// An error of the library as an exception.
pub fn raise(error: error::Error) -> PyErr {
    Python::attach(|py| exception(py, &error).unwrap_or_else(|e| e))
}

fn exception(py: Python<'_>, error: &error::Error) -> PyResult<PyErr> {
    if let Some(refusal) = error.refusal() {
        let raised = Refusal::new_err(refusal.words.clone());
        let value = raised.value(py);
        value.setattr("code", &refusal.code)?;
        value.setattr("facts", dict(py, &refusal.facts)?)?;
        value.setattr("words", &refusal.words)?;
        return Ok(raised);
    }
    Ok(match error.problems() {
        Some(problems) => LoadError::new_err(problems.render_all()),
        None => Error::new_err(error.to_string()),
    })
}

/// A value of the library in Python: dicts, lists, numbers, texts.
pub fn dict<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}

/// An answer: `"pass"`, `"concede"`, `{"choose": [2, 0]}` or `{"number": 3}`.
pub fn answer(given: &Bound<'_, PyAny>) -> PyResult<Answer> {
    pythonize::depythonize(given).map_err(|why| {
        let text = given.repr().map_or_else(|_| "this".into(), |text| text.to_string());
        PyValueError::new_err(format!(
            "{text} is no answer ({why}): it is \"pass\", \"concede\", {{\"choose\": [2, 0]}} or {{\"number\": 3}}"
        ))
    })
}

/// How a game ended.
pub fn outcome<'py>(py: Python<'py>, outcome: Outcome, words: String) -> PyResult<Bound<'py, PyDict>> {
    // Bytes would be `bytes` in Python.
    let winners: Vec<usize> = outcome.winners().iter().map(|seat| seat.0.into()).collect();
    let out = PyDict::new(py);
    out.set_item("outcome", words)?;
    out.set_item("winner", if winners.len() == 1 { winners.first() } else { None })?;
    out.set_item("winners", &winners)?;
    Ok(out)
}

/// What a seat is given for how the game ended: 1 if it has won, -1 if another has and it has not, else 0.
pub fn reward(outcome: Option<Outcome>, seat: u8) -> f32 {
    let winners = outcome.map(Outcome::winners).unwrap_or_default();
    match (winners.is_empty(), winners.contains(&Seat(seat))) {
        (true, _) => 0.0,
        (false, true) => 1.0,
        (false, false) => -1.0,
    }
}
