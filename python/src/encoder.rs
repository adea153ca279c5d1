//! Encoder: what a person sees, as a list of numbers of one length. The library makes it; see its `Encoder`.

use std::collections::BTreeMap;
use std::sync::Arc;

use intermezzo::{ColumnKind, EncoderSizes, Seat};
use numpy::{IntoPyArray, PyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::choices;
use crate::convert::raise;
use crate::game::Game;
use crate::table::Table;

/// How many cards of each zone are told: of all the same, or by the names of zones.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub enum Cards {
    /// So many of each zone.
    All(usize),
    /// So many of some zones; of the others as many as the game implies.
    Of(BTreeMap<String, usize>),
}

/// What an encoder is asked for.
pub type Wish = (Option<u8>, u16, Option<Cards>, bool);

/// A plan, and whether its numbers are scaled.
pub struct Rows {
    pub encoder: intermezzo::Encoder,
    pub is_scaled: bool,
}

impl Rows {
    /// Writes what a seat sees.
    pub fn write(
        &self,
        table: &intermezzo::Table,
        seat: Seat,
        choices: Option<&intermezzo::Choices>,
        out: &mut [f32],
    ) -> intermezzo::error::Result<()> {
        self.encoder.encode(table, seat, choices, out)?;
        if self.is_scaled {
            self.encoder.scale(out);
        }
        Ok(())
    }
}

/// Turns what a person sees into an array of one length.
#[pyclass(frozen, module = "intermezzo")]
pub struct Encoder {
    rows: Arc<Rows>,
    sizes: EncoderSizes,
    game: Py<Game>,
    wish: Wish,
}

impl Encoder {
    pub fn new(py: Python<'_>, game: Py<Game>, wish: Wish) -> PyResult<Encoder> {
        let (players, codes, cards, is_scaled) = wish.clone();
        let of = game.get().game.clone();
        let players = players.unwrap_or(of.usual_players() as u8);
        let mut sizes = py.detach(|| EncoderSizes::of(&of, players)).map_err(raise)?;
        let zones: Vec<String> = of.outline().zones.into_iter().map(|zone| zone.name).collect();
        match cards {
            None => {}
            Some(Cards::All(n)) => sizes.zones.fill(n),
            Some(Cards::Of(some)) => {
                for (name, n) in some {
                    let Some(at) = zones.iter().position(|zone| *zone == name) else {
                        let known = zones.join(", ");
                        return Err(PyValueError::new_err(format!(
                            "the game has no zone `{name}`; its zones are {known}"
                        )));
                    };
                    sizes.zones[at] = n;
                }
            }
        }
        let encoder = intermezzo::Encoder::new(&of, players, codes, &sizes).map_err(raise)?;
        Ok(Encoder { rows: Arc::new(Rows { encoder, is_scaled }), sizes, game, wish })
    }

    pub fn rows(&self) -> Arc<Rows> {
        self.rows.clone()
    }
}

#[pymethods]
impl Encoder {
    /// How long the arrays are.
    #[getter]
    fn size(&self) -> usize {
        self.rows.encoder.size()
    }

    /// What stands at each place.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.rows.encoder.columns().iter().map(|column| column.name.clone()).collect()
    }

    /// What each number is: `number`, or a place in one of the lists: `card`, `word`, `place`, `action`; or a `seat`.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        let kind = |kind: ColumnKind| match kind {
            ColumnKind::Number => "number",
            ColumnKind::Card => "card",
            ColumnKind::Word => "word",
            ColumnKind::Place => "place",
            ColumnKind::Seat => "seat",
            ColumnKind::Action => "action",
        };
        self.rows.encoder.columns().iter().map(|column| kind(column.kind)).collect()
    }

    /// The number by which each number is divided in scaled arrays.
    #[getter]
    fn scales<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let scales: Vec<f32> = self.rows.encoder.columns().iter().map(|column| column.scale).collect();
        scales.into_pyarray(py)
    }

    /// True if numbers are divided by their scales.
    #[getter]
    fn scaled(&self) -> bool {
        self.rows.is_scaled
    }

    /// The cards that `card` numbers count: nothing, a back, then the ids of all cards.
    #[getter]
    fn cards(&self) -> Vec<String> {
        self.rows.encoder.cards()
    }

    /// The words that `word` numbers count: nothing, all words of the game, then what texts of scripts share.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.rows.encoder.words()
    }

    /// The places of cards that `place` numbers count: nothing, then the rows of zones.
    #[getter]
    fn places(&self) -> Vec<String> {
        self.rows.encoder.places()
    }

    /// The actions that `action` numbers count: each means the same in all positions.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.rows.encoder.actions()
    }

    /// How many cards of each kind of zone are told.
    #[getter]
    fn zones(&self) -> BTreeMap<String, usize> {
        let names = self.game.get().game.outline().zones.into_iter().map(|zone| zone.name);
        names.zip(self.sizes.zones.iter().copied()).collect()
    }

    /// What stands in an array at the least and at the most.
    #[getter]
    fn bounds(&self) -> (f32, f32) {
        self.rows.encoder.bounds()
    }

    /// What the person at a seat sees of a table; with choices what she may take, too.
    #[pyo3(signature = (table, seat, choices=None))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        table: &Table,
        seat: u8,
        choices: Option<&choices::Choices>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let choices = choices.map(|c| c.now(py));
        let mut out = vec![0.0; self.rows.encoder.size()];
        self.rows.write(&table.lock(py), Seat(seat), choices.as_ref(), &mut out).map_err(raise)?;
        Ok(out.to_pyarray(py))
    }

    /// The action of each code: a place in `actions`, or 0 where a code may not be taken now.
    fn encode_actions<'py>(
        &self,
        py: Python<'py>,
        table: &Table,
        choices: &choices::Choices,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let choices = choices.now(py);
        let mut out = vec![0; usize::from(choices.codes()) + 1];
        self.rows.encoder.encode_actions(&table.lock(py), &choices, &mut out).map_err(raise)?;
        Ok(out.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("<encoder of {:?}, {} numbers>", self.game.get().id(), self.rows.encoder.size())
    }

    /// An encoder is sent to another process by what it was made of.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Wish)> {
        Ok((self.game.getattr(py, "encoder")?, self.wish.clone()))
    }
}
