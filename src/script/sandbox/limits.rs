//! Limits: the costs that one VM and one run may have.

use serde::{Deserialize, Serialize};

/// Limits of one VM and of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Most bytes that the VM may allocate in all.
    pub memory_bytes: usize,
    /// The fuel of one run: 1 for each safepoint, and more for what the host does for the run.
    pub fuel: i64,
    /// The fuel of all runs between two decisions; each of them has at least a little.
    pub decision_fuel: i64,
    /// Wall clock of all that happens between two decisions, in milliseconds.
    pub wall_ms: u64,
    /// The longest source, in bytes.
    pub source_bytes: usize,
    /// The greatest nesting of blocks, functions and expressions in a source.
    pub nesting: usize,
    /// True: calls of host functions are prepared while scripts load. Without that a game is the same, and slower.
    pub lowering: bool,
    /// True: reached lines are counted. With that a game is the same, and slower.
    pub traced: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory_bytes: 96 << 20,
            fuel: 200_000,
            decision_fuel: 1_000_000,
            wall_ms: 800,
            source_bytes: 64 << 10,
            nesting: crate::lua::NESTING,
            lowering: true,
            traced: false,
        }
    }
}
