//! Chance: a sequence of numbers that a seed begins, for tests that sample.

/// What was drawn last.
pub struct Chance(pub u64);

impl Chance {
    /// A number from 0, less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}
