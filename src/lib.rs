//! Intermezzo: a rules runtime for card games.
//!
//! A game is data: a manifest, cards and scripts, loaded into a [`Catalog`]. A [`Game`] holds its
//! scripts ready for any thread, and a [`Table`] is one game being played. The table says what is asked, as a
//! [`Decision`] that lists what is legal, and goes on when it is given an [`Answer`]. An answer that
//! is not legal changes nothing and says why.
//!
//! ```
//! use std::sync::Arc;
//!
//! use intermezzo::{Catalog, Game, Files, Setup, Table};
//!
//! // The pack inside the binary; `Files::with_root` puts a folder over it.
//! let files = Files::built_in();
//! let game = files.games().remove(0);
//! let (catalog, _hints) = Catalog::load(&game, &files).expect("the built-in pack loads");
//! let game = Game::new(Arc::new(catalog)).expect("its scripts load");
//!
//! let seats = game.catalog.rules.schema.seats as usize;
//! let decks = game.catalog.decks.values().cycle().take(seats).cloned().collect();
//! let mut table = game.set_up(Setup { seed: 7, decks, ..Setup::default() }).map(Table::start)?;
//!
//! for _ in 0..10 {
//!     let Some(decision) = table.decisions().first().cloned() else { break };
//!     let answer = table.world().answers(&decision, 1).remove(0);
//!     table.submit(decision.seat, answer)?;
//! }
//! let fork = table.fork(); // a copy, even in the middle of an effect
//! assert_eq!(fork.decisions(), table.decisions());
//! # Ok::<(), intermezzo::error::Error>(())
//! ```
//!
//! The program is the feature `program`, on by default. `default-features = false` leaves the commands, the terminal
//! and scenarios out, with all that they depend on.
//!
//! For authors of games and cards there are `docs/` in the repository; `ARCHITECTURE.md` shows how
//! the modules lie on each other.

pub mod catalog;
#[cfg(feature = "program")]
pub mod cli;
pub mod data;
pub mod error;
pub mod kernel;
#[cfg(feature = "program")]
pub mod scenario;
pub mod script;
pub mod table;

pub use catalog::{Catalog, Files};
pub use kernel::{Answer, Decision};
pub use table::{Game, Setup, Table, View};
