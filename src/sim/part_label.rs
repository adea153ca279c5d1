//! Part label: the line in a file of a part that identifies it, with a checksum.
//!
//! ```text
//! intermezzo part 5d3c...  9f1b...  0000...0200  0000...0100  games;
//!                 checksum job      first game   games        kind
//! ```
//!
//! The label stands among the metadata of the Parquet file and is checked before the file is parsed, because the reader
//! of Parquet files trusts lengths and offsets.

use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, Result};

/// The key of the label in the metadata.
pub(super) const KEY: &str = "intermezzo";
const MARK: &[u8] = b"intermezzo part ";
/// The text in the place of the checksum while the checksum is computed.
const OPEN: &[u8; 16] = b"0000000000000000";

/// The job and the games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartLabel {
    /// The key of the job.
    pub job: String,
    /// The kind of data.
    pub kind: String,
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
}

fn damaged(why: &str) -> Error {
    Error::usage(format!("this is no whole part of a job: {why}"))
}

impl PartLabel {
    /// The label as text, with [`OPEN`] in the place of the checksum.
    pub fn open(&self) -> String {
        let (mark, open) = (String::from_utf8_lossy(MARK), String::from_utf8_lossy(OPEN));
        format!("{mark}{open} {} {:016x} {:016x} {};", self.job, self.first, self.games, self.kind)
    }

    /// Puts the checksum of a part into its label, where the text `OPEN` holds the place.
    ///
    /// # Errors
    ///
    /// A file without a label: a bug of this program.
    pub fn close(mut bytes: Vec<u8>) -> Result<Vec<u8>> {
        let at = place(&bytes).ok_or_else(|| Error::internal("a part was written without its label"))?;
        let sum = format!("{:016x}", xxh3_64(&bytes));
        bytes[at..at + OPEN.len()].copy_from_slice(sum.as_bytes());
        Ok(bytes)
    }

    /// The label of a file.
    ///
    /// # Errors
    ///
    /// A file with a wrong checksum.
    pub fn of(bytes: &[u8]) -> Result<PartLabel> {
        let at = place(bytes).ok_or_else(|| damaged("it is cut off, of another version, or none of ours"))?;
        let text = bytes[at..].split(|byte| *byte == b';').next().unwrap_or_default();
        let (sum, text) = text.split_at_checked(OPEN.len()).ok_or_else(|| damaged("it is cut off"))?;
        let mut open = bytes.to_vec();
        open[at..at + OPEN.len()].copy_from_slice(OPEN);
        if format!("{:016x}", xxh3_64(&open)).as_bytes() != sum {
            return Err(damaged("its content has changed since it was written"));
        }
        let words: Vec<&str> = std::str::from_utf8(text).unwrap_or_default().split_whitespace().collect();
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        match words.as_slice() {
            [job, first, games, kind] if number(first).is_some() && number(games).is_some() => Ok(PartLabel {
                job: job.to_string(),
                kind: kind.to_string(),
                first: number(first).unwrap_or(0),
                games: number(games).unwrap_or(0),
            }),
            _ => Err(damaged("its label cannot be read")),
        }
    }

    /// Checks that a file is the wanted one.
    ///
    /// # Errors
    ///
    /// A file of another job, or with other games.
    pub fn is_of(&self, job: &str, kind: &str, first: u64) -> Result<()> {
        match self {
            one if one.job != job => Err(Error::usage("this is a part of another job")),
            one if one.kind != kind => Err(Error::usage(format!("this file holds `{}`, not `{kind}`", one.kind))),
            one if one.first != first => {
                Err(Error::usage(format!("this part begins with game {}, not {first}", one.first)))
            }
            _ => Ok(()),
        }
    }
}

/// The place of the checksum: behind the last mark, because texts of the table come before the metadata.
fn place(bytes: &[u8]) -> Option<usize> {
    let at = bytes.windows(MARK.len()).rposition(|window| window == MARK)? + MARK.len();
    (bytes.len() >= at + OPEN.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_changes_in_a_file_is_noticed() {
        let label = PartLabel { job: "00000000000000ab".into(), kind: "games".into(), first: 512, games: 256 };
        let file = PartLabel::close(format!("before {} behind", label.open()).into_bytes()).expect("a file");
        assert_eq!(PartLabel::of(&file).expect("it is whole"), label);
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(PartLabel::of(&other).is_err(), "{at}");
            assert!(PartLabel::of(&file[..at]).is_err(), "{at}");
        }
        assert!(label.is_of(&label.job, "games", 512).is_ok());
        assert!(label.is_of("other", "games", 512).is_err() && label.is_of(&label.job, "cards", 512).is_err());
        assert!(label.is_of(&label.job, "games", 0).is_err());
    }
}
