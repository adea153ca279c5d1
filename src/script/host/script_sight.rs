//! Script sight: the cards that the running script may read, and the players who may see all values that it read.
//!
//! A script reads what its player sees. Cards in hands and decks and face-down cards it may move, count and pass on; to
//! read them it must declare `reads: hidden`. So the user of a pack knows which of its cards look at hidden cards.

/// The reading rights of a script, and the seats that may see what it has read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadRights {
    /// True if the script may read things that its player does not see.
    pub hidden: bool,
    /// True for a step: its pack declares the right to read.
    pub is_step: bool,
    /// The players who must see what the script reads: one bit each.
    pub eyes: u8,
    /// The seats that could see everything that the script has read, at the time of reading: one bit each.
    pub seen_by: u8,
}

impl ReadRights {
    /// Initial sight of a starting script.
    pub fn new(hidden: bool, is_step: bool) -> ReadRights {
        ReadRights { hidden, is_step, eyes: 0, seen_by: u8::MAX }
    }

    /// The declaration that would permit the reading, as help.
    pub fn help(self) -> &'static str {
        match self.is_step {
            true => "a pack whose steps read that says `reads: hidden` in its pack.yaml",
            false => "an ability whose script reads that says `reads: hidden`",
        }
    }
}
