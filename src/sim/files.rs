//! Files: the parts of a job as bytes, for who keeps them elsewhere than in a folder of this machine.
//!
//! The names and the bytes are those that `intermezzo sim --out` writes, so a folder of them is read by all that reads those.

use super::folder::{about_text, file_name, part_of, sheets};
use super::job::Plan;
use super::sheet::Sheet;
use super::totals::Totals;
use crate::error::{Error, Result};

/// A file of a job: its name and its bytes.
pub type PartFile = (String, Vec<u8>);

/// The kinds of file of a part, in the order in which they are written: a part is there if the last one is.
const KINDS: [&str; 3] = ["cards", "decisions", "games"];

impl Plan {
    /// The text of `job.json`: what is asked for, in parts of so many games, and what numbers stand for.
    ///
    /// # Errors
    ///
    /// A mistake of ours.
    pub fn job_text(&self, part: u64) -> Result<String> {
        about_text(self, part)
    }

    /// The names of the files of a part, in the order in which they are written.
    pub fn file_names(number: u64) -> Vec<String> {
        KINDS.iter().map(|kind| file_name(kind, number)).collect()
    }

    /// How many games a part has, by the last of its files: a job with more games makes its last part anew.
    ///
    /// # Errors
    ///
    /// A file that is none of ours.
    pub fn games_in(file: Vec<u8>) -> Result<u64> {
        Ok(Sheet::from_bytes(file)?.rows() as u64)
    }

    /// Plays a part of a job of so many games: its files, in the order in which they are written.
    ///
    /// # Errors
    ///
    /// A part that the job does not have, or a bot that cannot answer.
    pub fn part_files(&self, number: u64, size: u64, games: u64) -> Result<Vec<PartFile>> {
        let (size, first) = (size.max(1), number.saturating_mul(size.max(1)));
        if first >= games {
            return Err(Error::usage(format!("{games} games in parts of {size} have no part {number}")));
        }
        let part = self.part(number, first..games.min(first.saturating_add(size)))?;
        let [games, cards, counts] = sheets(&part, &self.names());
        let file = |(kind, sheet): (&str, Sheet)| Ok((file_name(kind, number), sheet.to_bytes()?));
        KINDS.into_iter().zip([cards, counts, games]).map(file).collect()
    }
}

impl Totals {
    /// Takes the next part from the bytes of its files, in the order in which they are written. How many games it has.
    ///
    /// # Errors
    ///
    /// Files that are none of ours, or not of this part.
    pub fn take_files(&mut self, plan: &Plan, number: u64, files: Vec<Vec<u8>>) -> Result<u64> {
        let [cards, counts, games] = <[Vec<u8>; 3]>::try_from(files)
            .map_err(|files| Error::usage(format!("a part has 3 files, and these are {}", files.len())))?;
        let read = |bytes: Vec<u8>| Sheet::from_bytes(bytes);
        let part = part_of(number, &read(games)?, &read(cards)?, &read(counts)?, &plan.names())?;
        match part.games.first() {
            Some(first) if first.number == self.games => {}
            first => {
                let found = first.map_or("nothing".into(), |game| format!("game {}", game.number));
                return Err(Error::usage(format!(
                    "part {number} begins with {found}, and game {} is next",
                    self.games
                )));
            }
        }
        self.take_part(&part);
        Ok(part.games.len() as u64)
    }
}
