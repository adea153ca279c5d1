//! Drawing: the options of a drawing of a card, and the faults of a face.

use super::picture::Picture;
use super::svg::Fonts;

/// The source of the picture of a card.
#[derive(Clone, Copy, Debug)]
pub enum Art<'a> {
    /// No picture; an ornament is drawn instead.
    None,
    /// The address of a picture, to which the drawing links.
    Link(&'a str),
    /// The bytes of a picture, which become part of the drawing.
    Picture(&'a Picture),
}

/// The options of a drawing of a card.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The picture of the card.
    pub art: Art<'a>,
    /// How the drawing gets its fonts: inside it, by their names, or as shapes of letters.
    pub fonts: Fonts,
    /// True if the corners are round. Printed cards are cut, so theirs are not.
    pub is_round: bool,
    /// The width by which the ground goes on beyond the edges, in tenths of a millimetre.
    pub bleed: f64,
    /// True if the card is shown small: name and numbers are large, and texts are left out.
    pub is_small: bool,
}

impl Drawing<'_> {
    /// The options of a drawing that is a file of its own: its fonts are inside, its corners round, and it has no
    /// picture.
    pub const ALONE: Drawing<'static> =
        Drawing { art: Art::None, fonts: Fonts::Embedded, is_round: true, bleed: 0.0, is_small: false };
}

/// A fault of a face that its author should know.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A text that does not fit into its region.
    Overflow {
        /// The region.
        region: String,
        /// The fields that the region shows.
        fields: Vec<String>,
        /// The number of lines that are left out.
        lines: usize,
    },
    /// A text that cannot be read on its background.
    Faint {
        /// The region.
        region: String,
        /// The contrast, from 1 to 21.
        contrast: f64,
    },
}
