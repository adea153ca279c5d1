//! Sight: what the running script may read of cards, and who may see all that it read.
//!
//! A script reads what its player sees. What others hold, what lies in a deck or face down, it may move, count and hand
//! on; who wants to look at it declares that: `reads: hidden`. So whoever takes a card of a stranger into a game knows
//! which cards look.

/// A script's right to read, and the seats that may see what it read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// True if it may read things that its player does not see.
    pub hidden: bool,
    /// True for a step: its pack declares the right to read.
    pub is_step: bool,
    /// The players who must see what it reads: one bit each.
    pub eyes: u8,
    /// The seats that saw all that it read when it read it: one bit each.
    pub seen_by: u8,
}

impl Sight {
    /// Initial sight of a starting script.
    pub fn new(hidden: bool, is_step: bool) -> Sight {
        Sight { hidden, is_step, eyes: 0, seen_by: u8::MAX }
    }

    /// What must be said for it.
    pub fn help(self) -> &'static str {
        match self.is_step {
            true => "a pack whose steps read that says `reads: hidden` in its pack.yaml",
            false => "an ability whose script reads that says `reads: hidden`",
        }
    }
}
