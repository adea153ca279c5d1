//! Boards in the filter language: zones whose spaces have rows and columns, and areas of them.

use crate::kernel::model::board::Board;
use crate::kernel::model::lang::{Amount, Cmp, Cond, Ref, Selection, SpaceTest, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::ZoneKind;
use intermezzo_derive::{Capture, Renumber};

/// A zone whose spaces have rows and columns.
#[derive(Clone, Debug)]
pub struct BoardDef {
    /// The kind of zone.
    pub kind: ZoneKind,
    /// The rows and columns of the zone.
    pub board: Board,
    /// The group of statuses that says where a card faces: its values are the directions, clockwise.
    pub facing: Option<u8>,
    /// Names of spaces, with their places from 0.
    pub marks: Vec<(Sym, Vec<u16>)>,
}

/// A named set of spaces, computed anew whenever it is read.
#[derive(Clone, Debug)]
pub struct AreaDef {
    /// The name of the area.
    pub name: Sym,
    /// A reference to the cells of the area, which are seen from `from`.
    pub cells: Ref,
    /// The card or the space they are seen from.
    pub from: Ref,
    /// The direction in which the cells are seen; `None`: the one that the card faces.
    pub facing: Option<Ref>,
    /// A reference to spaces that are left out of the area.
    pub without: Option<Ref>,
    /// A condition without which the area is empty.
    pub when: Option<Cond>,
}

/// A test of a space of a board.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum OnBoard {
    /// The space has one of these marks.
    Mark(Vec<Sym>),
    /// The space touches one of these objects.
    NextTo(Near),
    /// The space lies this number of steps straight ahead of one of these cards.
    Ahead(Near, i16),
    /// The number of steps from one of these objects meets a comparison.
    Distance(Near, Cmp, Amount),
    /// Cells seen from some of these objects cover the space.
    Covered {
        /// The cells.
        cells: Ref,
        /// The cards or spaces from which the cells are seen.
        from: Near,
        /// The direction in which the cells are seen; `None`: any direction will do.
        facing: Option<Ref>,
    },
}

/// The objects from which a space is tested: whether it touches them, lies ahead of them, and so on.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Near {
    /// These cards or spaces.
    Ref(Ref),
    /// Cards that match.
    Cards(Box<Selection>),
    /// Spaces that match.
    Spaces(Box<Test<SpaceTest>>),
}
