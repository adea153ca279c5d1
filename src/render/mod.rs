//! Render: a card drawn as SVG, from its fields and the look of its game.
//!
//! ```text
//!  manifest ── read ──> Look ──┐
//!  fields ────────────> Card ──┼─ layout ──> Placed ── draw ──> SVG ── sheet ──> HTML
//!  a game ────────────> Live ──┘                └──> Fault: what does not fit
//! ```
//!
//! All lengths are tenths of a millimetre. A look names no file and no address: pictures come as bytes or as links from
//! who draws. Texts are escaped at one place, `svg.rs`, and the same card and look give the same bytes.

pub mod card;
pub mod colour;
mod draw;
mod fit;
mod folders;
pub mod keys;
mod layout;
pub mod look;
mod measure;
mod ornament;
mod outlines;
pub mod picture;
pub mod read;
mod resolve;
mod shapes;
pub mod sheet;
mod small;
mod svg;
pub mod symbols;

pub use card::{Card, Field, Live, Value, Word};
pub use draw::{Art, Drawing, Fault, back, colours_of_back, face, faults};
pub use folders::ArtFolders;
pub use look::Look;
pub use svg::{Fonts, classes, style_of_fonts};
