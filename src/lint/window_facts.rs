//! Window facts: what surely holds whenever a window asks a player, as conditions from her point of view.

use super::unreachable_abilities::AbilityCheck;
use crate::kernel::model::lang::{Cond, Head, Order, Ref, SeatTest, Test};
use crate::kernel::model::rules::{Protocol, WindowDef};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{RecKind, WindowId};

impl AbilityCheck<'_> {
    /// The windows that offer a timing.
    pub(super) fn windows_of(&self, timing: Sym) -> impl Iterator<Item = &WindowDef> {
        self.input.catalog.rules.windows.iter().filter(move |window| window.offers.contains(&timing))
    }

    /// The records that are surely closed in some phases.
    fn closed_in(&self, phases: &[Sym]) -> impl Iterator<Item = RecKind> {
        let records = self.input.catalog.rules.schema.records.iter().enumerate();
        let is_closed =
            |name: Sym| phases.iter().all(|phase| self.course.is_closed(self.name(name), self.name(*phase)));
        let closed: Vec<_> = records.filter(|(_, of)| is_closed(of.name)).map(|(at, _)| RecKind::of(at)).collect();
        closed.into_iter()
    }

    /// True if a window may open during a use.
    pub(super) fn is_about_uses(&self, window: &WindowDef) -> bool {
        matches!(window.protocol, Protocol::Interrupt | Protocol::Priority)
            || self.course.is_in_uses(self.name(window.name))
    }

    /// The facts that hold while the window is open: the turn, the phase, the closed records, the window, and its own
    /// conditions.
    pub(super) fn facts(&self, window: &WindowDef) -> Vec<Cond> {
        let symbols = &self.input.catalog.rules.schema.symbols;
        let phases = self.course.phases(self.name(window.name));
        let phases: Vec<Sym> = phases.into_iter().flatten().filter_map(|phase| symbols.find(phase)).collect();
        let turn = turn(window).map(Cond::Turn);
        let closed: Vec<Cond> = match phases.is_empty() {
            true => Vec::new(),
            false => self.closed_in(&phases).map(|kind| Cond::Not(Box::new(Cond::Record(kind)))).collect(),
        };
        let phase = (!phases.is_empty()).then_some(Cond::Phase(phases));
        let id = self.input.catalog.rules.windows.iter().position(|other| other.name == window.name);
        let innermost = id.map(|at| Cond::Window(WindowId::of(at)));
        let open = window.close_if.clone().map(|cond| Cond::Not(Box::new(cond)));
        // A card that is used in a window which picks by itself is of one of its classes.
        let classes = &window.auto.classes;
        let picked =
            (!classes.is_empty()).then(|| Cond::Matches(Ref::head(Head::SelfCard), Test::Any(classes.clone())));
        let of_window = open.into_iter().chain(innermost).chain(picked).chain(window.eligible.clone());
        turn.into_iter().chain(phase).chain(closed).chain(of_window).collect()
    }
}

/// The active player as seen from the asked one, if a window asks only in one's own or only in the other's turn.
fn turn(window: &WindowDef) -> Option<SeatTest> {
    // Nothing is known: other seats are asked as well, or the asked player becomes the active one.
    if matches!(window.protocol, Protocol::Interrupt | Protocol::Alternate) || window.auto.active {
        return None;
    }
    match &window.players {
        Order::Active if window.protocol == Protocol::Free => Some(SeatTest::Me),
        Order::Others => Some(SeatTest::Opponent),
        Order::Only(r) if r.path.is_empty() => match r.head {
            Head::Active => Some(SeatTest::Me),
            Head::Inactive => Some(SeatTest::Opponent),
            _ => None,
        },
        _ => None,
    }
}
