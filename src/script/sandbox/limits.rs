//! Limits: what one VM and one run may cost.

/// Limits of one VM and of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What the VM may allocate in all, in bytes.
    pub memory_bytes: usize,
    /// Safepoints of one run.
    pub fuel: i64,
    /// Wall clock of one run, in milliseconds.
    pub wall_ms: u64,
    /// The longest source, in bytes.
    pub source_bytes: usize,
    /// How deep blocks, functions and expressions may nest in a source.
    pub nesting: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory_bytes: 64 << 20, fuel: 200_000, wall_ms: 500, source_bytes: 64 << 10, nesting: 100 }
    }
}
