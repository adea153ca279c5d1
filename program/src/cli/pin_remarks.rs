//! Pin remarks: the remarks that a person gets when a moment of a game was written as a scenario.

use super::text::clean;
use crate::cli::language::{counted, ui};
use crate::scenario::Pinned;

/// What a person is told about a pinned scenario: answers that it leaves out, and differences from the game that was
/// played.
pub fn remarks_of(pinned: &Pinned) -> Vec<String> {
    let mut out = Vec::new();
    if let Some((answers, why)) = &pinned.left_out {
        let answers = counted(*answers, "answer");
        out.push(ui!("pin-left-out", "{answers} at the end left out: {why}", answers = answers, why = clean(why)));
    }
    if pinned.otherwise > 0 {
        let things = counted(pinned.otherwise, "thing");
        out.push(ui!(
            "pin-otherwise",
            "it says how this goes under the files as they are now. It was played before they were saved and went otherwise: comments in the file name {things} that stood otherwise then",
            things = things
        ));
    }
    out
}
