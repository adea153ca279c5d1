//! Viewers: persons who look. A person holds one seat or several, and sees what any of them sees.

use crate::kernel::model::lang::Cond;
use crate::kernel::model::value::Seat;

/// A set of seats that one person holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Eyes(pub u8);

impl Eyes {
    /// True if this seat is in the set.
    pub fn has(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 & (1 << seat.0) != 0
    }

    /// The seats in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.has(*seat))
    }

    /// The number of seats.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In words, counted from 1: `1 and 4`.
    pub fn text(self) -> String {
        let all: Vec<String> = self.seats().map(|s| (s.0 + 1).to_string()).collect();
        match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
            None => "none".into(),
        }
    }
}

impl From<Seat> for Eyes {
    fn from(seat: Seat) -> Eyes {
        Eyes(if seat.0 < 8 { 1 << seat.0 } else { 0 })
    }
}

impl From<&[Seat]> for Eyes {
    fn from(seats: &[Seat]) -> Eyes {
        Eyes(seats.iter().fold(0, |mask, seat| mask | Eyes::from(*seat).0))
    }
}

/// The rule by which a person may hold several seats.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The condition under which a person may hold several seats; `None` for always.
    pub when: Option<Cond>,
    /// The seats of each person: all seats of the game, each once.
    pub persons: Vec<Eyes>,
}
