//! Search tree: what a search keeps of questions and answers, and where a playout is in it.

use super::possible_answers::{PossibleAnswer, mixed};
use crate::kernel::{Decision, Seat};
use crate::table::Table;

/// The weight of a habit's estimate, in playouts.
const TRUST: f64 = 1.0;

/// A question as its seat sees it.
pub(super) struct TreeNode {
    pub seat: Seat,
    pub question: u32,
    pub visits: u32,
    /// The sum of its playouts' results for its seat, and the sum of their squares.
    pub sums: (f64, f64),
    pub children: Vec<Child>,
}

impl TreeNode {
    /// An unvisited node.
    pub fn of(decision: &Decision) -> TreeNode {
        let (seat, question) = (decision.seat, decision.question());
        TreeNode { seat, question, visits: 0, sums: (0.0, 0.0), children: Vec::new() }
    }

    /// True if the node belongs to this seat and question: after an answer the next question may be another player's.
    pub fn is_of(&self, seat: Seat, question: u32) -> bool {
        (self.seat, self.question) == (seat, question)
    }

    /// The standard deviation of the results in the node's playouts.
    pub fn spread(&self) -> f64 {
        let n = f64::from(self.visits.max(1));
        let mean = self.sums.0 / n;
        // A few playouts with equal results do not prove that results never differ, so some spread is added.
        let guessed = 0.25 / (n + 1.0);
        ((self.sums.1 / n - mean * mean).max(0.0) + guessed).sqrt()
    }
}

/// An answer of a node.
pub(super) struct Child {
    pub choice: PossibleAnswer,
    pub visits: u32,
    /// The number of times that the answer was an option.
    pub offered: u32,
    pub total: f64,
    /// The habit's estimate before the first try.
    habit: f64,
}

impl Child {
    /// An untried child.
    pub fn new(choice: PossibleAnswer, habit: f64) -> Child {
        Child { choice, visits: 0, offered: 1, total: 0.0, habit }
    }

    /// The value of the answer, including its habit.
    pub fn expected(&self) -> f64 {
        (self.total + TRUST * self.habit) / (f64::from(self.visits) + TRUST)
    }

    /// The mean result of the answer's playouts.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

/// The place of a playout in the tree: the hash of the answers so far.
pub(super) struct Walk {
    open: u64,
    /// For each seat a hash of its hidden actions since the last open question; 0: it has none.
    lanes: Vec<u64>,
}

impl Walk {
    /// The path of a playout that begins at a node, for a number of seats.
    pub fn from(root: u64, seats: usize) -> Walk {
        Walk { open: root, lanes: vec![0; seats] }
    }

    /// The name of the node where this seat is asked. If the question is no secret, the hidden actions of all seats
    /// first become part of the path.
    pub fn at(&mut self, is_secret: bool, seat: Seat) -> u64 {
        if !is_secret && self.lanes.iter().any(|lane| *lane != 0) {
            self.open = self.lanes.iter().fold(self.open, |path, lane| mixed(path, *lane));
            self.lanes.fill(0);
        }
        match is_secret {
            true => mixed(mixed(self.open, 0x5ea1 + seat.0 as u64), self.lanes[seat.index()]),
            false => self.open,
        }
    }

    /// Moves on by the answer of a seat.
    pub fn step(&mut self, is_secret: bool, seat: Seat, key: u64) {
        match is_secret {
            true => self.lanes[seat.index()] = mixed(self.lanes[seat.index()], key).max(1),
            false => self.open = mixed(self.open, key),
        }
    }
}

/// True if an answer given now stays hidden from players asked beside or after.
pub(super) fn is_secret(table: &Table, decision: &Decision) -> bool {
    table.decisions().len() > 1 || table.world().game().is_in_lane(decision.seat)
}
