//! Word versions: the versions of the words of manifests, cards and packs, and the words that came later than the
//! first.
//!
//! A word that comes later takes nothing away: whoever writes an older version may have a name of her own that is
//! called so, and then her name is meant.

/// The newest version of the language that manifests, cards and packs are written in.
pub const NEWEST: u8 = 2;

/// The words that came after the first version and could be names of a game, each with its version.
const CAME: [(&str, u8); 10] = [
    ("cover", 2),
    ("face", 2),
    ("leave", 2),
    ("let", 2),
    ("may", 2),
    ("ordered_by", 2),
    ("same", 2),
    ("sequence", 2),
    ("uncover", 2),
    ("unless", 2),
];

/// The version in which a word came.
pub fn since(word: &str) -> u8 {
    CAME.iter().find(|(later, _)| *later == word).map_or(1, |(_, since)| *since)
}
