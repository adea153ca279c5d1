//! Intermezzo: a rules runtime for card games.
//!
//! A game is data: a manifest, cards and scripts. [`Files`] finds them; [`Game::load`] checks and compiles them. A
//! [`Setup`] (decks, options, players, a seed), checked by its game, is a [`Position`], and a [`Table`] started at a
//! position is a game being played. What a person sees of it, and what she is asked, is a [`View`]; an [`Answer`] that
//! is not legal changes nothing, and its [`Refusal`](error::Refusal) says why.
//!
//! ```
//! use intermezzo::bots::{Bot, Random};
//! use intermezzo::{Files, Game, Setup, Table, View};
//!
//! // The games inside the binary; `Files::with_root` puts a folder over them.
//! let files = Files::built_in();
//! let game = Game::load(&files.games()[0], &files)?;
//! let mut table = Table::start(game.set_up(Setup::usual(&game, 7))?);
//!
//! let mut bot = Random::new(1);
//! for _ in 0..10 {
//!     let Some(seat) = table.asked_seats().first().copied() else { break };
//!     let view = View::of_person(&table, seat)?;
//!     let decision = view.decisions.iter().find(|d| d.seat == seat.0).expect("who is asked sees what she is asked");
//!     let answer = bot.answer(&view, decision);
//!     table.answer(seat, &answer)?;
//! }
//!
//! let copy = table.fork(); // also in the middle of an effect
//! let end = std::thread::spawn(move || copy.log_hash()).join(); // games are shared, tables are sent
//! assert_eq!(end.expect("it answers"), table.log_hash());
//! # Ok::<(), intermezzo::error::Error>(())
//! ```
//!
//! `docs/embedding.md` in the repository says more, and `examples/` has programs. For authors of games and cards there
//! are the other pages of `docs/`.
//!
//! The program is a package of its own, `program/`: commands, the terminal and scenarios, with all that they depend on.
//!
//! The feature `sim` writes results of simulations as Parquet files. The feature `workers` plays tables in processes of
//! their own: see `workers`.
//!
//! What this page lists is the interface. The modules that it leaves out are open to the program and to the tests, and
//! change without notice.

#![deny(unsafe_code)]

pub mod bots;
#[doc(hidden)]
pub mod catalog;
#[doc(hidden)]
pub mod data;
pub mod error;
#[doc(hidden)]
pub mod kernel;
#[doc(hidden)]
pub mod lint;
#[doc(hidden)]
pub mod lua;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod script;
pub mod sim;
#[doc(hidden)]
pub mod table;
#[cfg(feature = "workers")]
pub mod workers;

pub use catalog::{Deck, Files, Texts};
pub use kernel::model::viewers::Eyes;
pub use kernel::{Card, Outcome, Seat};
pub use script::sandbox::Limits;
pub use script::{FailureKind, ScriptError};
pub use table::view::encoder::{Column, ColumnKind, Encoder, EncoderSizes};
pub use table::view::{DecisionView as Decision, View};
pub use table::wire::Answer;
pub use table::{
    Adopted, Choices, Event, Fault, Game, LineOutline, Loader, OnFault, Outline, Position, Printed, Record, Setup,
    Stage, Step, Table, ZoneOutline,
};

pub mod view {
    //! The parts of a [`View`]: what a person sees.

    pub use crate::kernel::model::rules::Protocol;
    pub use crate::table::view::board::{BoardView, SpaceView};
    pub use crate::table::view::{
        AskedView, CardView, ChangeView, DecisionKind, DecisionView, EndView, Field, GivenTo, HiddenView, HostView,
        OptionView, RecordView, SeatView, SpaceOf, UseView, View, WindowView, ZoneView,
    };
}

pub mod hosting {
    //! Clocks, absent players, and answers that were given in advance, for a host of a table.

    pub use crate::table::absent_players::{Absent, Instead, Presence};
    pub use crate::table::deadlines::{Deadlines, TimeFor, Timed};
    pub use crate::table::habits::{Habits, Habitual, Until};
    pub use crate::table::hosting::{Hosting, Timing};
}

pub mod standing {
    //! Information for a host of many tables: about each table and each game.

    pub use crate::table::table_status::{About, Progress, SeatAbout, Standing};
}

pub mod faces {
    //! Drawn cards: [`Game::face`](crate::Game::face) and [`Game::back`](crate::Game::back) make SVG.

    pub use crate::render::picture::Picture;
    pub use crate::render::sheet::{A4, LETTER, Paper, Sheet};
    pub use crate::render::{Art, ArtFolders, Drawing, Fonts, Live, classes, style_of_fonts};
    pub use crate::table::card_face::CardStyle;
}

pub mod wire {
    //! Messages between a table and a client in another program, one JSON object on each line.
    //!
    //! `docs/wire.md` says how the lines follow each other; each type is a JSON Schema, too.

    pub use crate::table::Took;
    pub use crate::table::wire::{Again, Answer, Ask, Hello, Message, Over, PROTOCOL, Reply, SentSoFar, Watch, now};
}
