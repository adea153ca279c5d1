//! Render: a card drawn as SVG, from its fields and the look of its game.
//!
//! ```text
//!  manifest ── look_reader ──> Look ──┐
//!  fields ───────────────────> Card ──┼─ regions ──> Region ── canvas ──> SVG ── sheet ──> HTML
//!  a game ───────────────────> Live ──┘                           └──> Fault: what does not fit
//! ```
//!
//! All lengths are tenths of a millimetre. A look names no file and no address: whoever draws hands in pictures as
//! bytes or links. Texts are escaped at one place, `svg.rs`, and the same card and look give the same bytes.

mod art_folders;
mod canvas;
pub mod card;
mod card_look;
pub mod colour;
mod draw;
mod drawing;
pub mod keys;
pub mod look;
pub mod look_reader;
mod outlines;
pub mod picture;
mod placeholder_art;
mod regions;
mod shapes;
pub mod sheet;
mod small_cards;
mod svg;
mod svg_picture;
pub mod symbols;
mod text_fit;
mod text_width;

pub use art_folders::ArtFolders;
pub use card::{Card, Field, Live, Value, Word};
pub use draw::{back, colours_of_back, face, faults};
pub use drawing::{Art, Drawing, Fault};
pub use look::Look;
pub use svg::{Fonts, classes, style_of_fonts};
