//! Lane cache: the open decisions of a sealed window, in which each player acts secretly in a lane of her own. A
//! decision is valid until a change touches its reads, so one player's secret action does not recompute the decisions
//! of the others.

use crate::kernel::model::decision::Decision;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::value::{Seat, WindowId};
use crate::kernel::model::window::Window;

/// A window with open lanes: its definition, and a unique number.
type OpenedWindow = (WindowId, u32);

/// The cached decisions of hidden lanes.
#[derive(Debug, Default)]
pub(super) struct KeptLanes {
    opened: OpenedWindow,
    reads: ValueReads,
    /// The cached decision of each seat.
    pub asked: Vec<(Seat, Decision)>,
}

impl KeptLanes {
    /// Drops the decisions that this touch invalidates.
    pub fn drop_touched(&mut self, touched: Touched) {
        if self.reads.meets_for_all(touched) {
            self.asked.clear();
        } else if touched.seats() != 0 && self.reads.own.meets(touched) {
            self.asked.retain(|(seat, _)| seat.0 < 8 && touched.seats() & 1 << seat.0 == 0);
        }
    }

    /// The cached decision of a seat in this window.
    pub fn get(&self, window: &Window, seat: Seat) -> Option<&Decision> {
        let asked = || self.asked.iter().find(|(of, _)| *of == seat);
        (self.opened == opened(window)).then(asked)?.map(|(_, decision)| decision)
    }

    /// Caches the decision of a seat in this window, with its reads.
    pub fn keep(&mut self, window: &Window, reads: ValueReads, (seat, decision): (Seat, Decision)) {
        if self.opened != opened(window) {
            (self.opened, self.reads) = (opened(window), reads);
            self.asked.clear();
        }
        self.asked.push((seat, decision));
    }

    /// Drops the decision of a seat that has answered.
    pub fn answered(&mut self, seat: Seat) {
        self.asked.retain(|(of, _)| *of != seat);
    }
}

fn opened(window: &Window) -> OpenedWindow {
    (window.def, window.opened())
}
