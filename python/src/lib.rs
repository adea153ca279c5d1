//! Python: the package `intermezzo`, as far as it is written in Rust.
//!
//! Everything here is a thin coat over the library. What needs another Python package (environments, frames, clusters) is
//! written in Python, beside this.

mod bot;
mod choices;
mod convert;
mod encoder;
mod game;
mod lane;
mod lanes;
mod simulation;
mod table;
mod tables;
mod vector;

use pyo3::prelude::*;

/// Games are many small values, and tables on several threads must not wait for each other's memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pymodule]
mod _intermezzo {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::bot::Bot;
    #[pymodule_export]
    use super::choices::Choices;
    #[pymodule_export]
    use super::convert::{Error, LoadError, Refusal};
    #[pymodule_export]
    use super::encoder::Encoder;
    #[pymodule_export]
    use super::game::{Deck, Game, games, load};
    #[pymodule_export]
    use super::simulation::{Counts, Hold, Simulation};
    #[pymodule_export]
    use super::table::{Table, replay};
    #[pymodule_export]
    use super::vector::{Vector, vector_again};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("PROTOCOL", intermezzo::wire::PROTOCOL)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
