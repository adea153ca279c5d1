//! Part files: the parts of a job as bytes, for an embedder that keeps them elsewhere than in a folder of this machine.
//!
//! The names and the bytes are those that `intermezzo sim --out` writes, so a folder of them is read by all that reads those.

use super::folder::{about_text, file_name, files_of, job_key, part_of_files};
use super::job::Plan;
use super::part_label::PartLabel;
use super::totals::Totals;
use crate::error::{Error, Result};

/// A file of a job: its name and its bytes.
pub type PartFile = (String, Vec<u8>);

/// The files of a part, in the order of writing: a part is complete if the last file exists.
pub(super) const KINDS: [&str; 3] = ["cards", "decisions", "games"];

impl Plan {
    /// The text of `job.json`: the plan, the size of parts, and the meaning of numbers.
    ///
    /// # Errors
    ///
    /// A plan that cannot be written as JSON: a bug of this program.
    pub fn job_text(&self, part: u64) -> Result<String> {
        about_text(self, part)
    }

    /// The names of the files of a part, in the order in which they are written.
    pub fn file_names(number: u64) -> Vec<String> {
        KINDS.iter().map(|kind| file_name(kind, number)).collect()
    }

    /// The number of games in a part, from the last of its files. A job with more games makes its last part anew.
    ///
    /// # Errors
    ///
    /// A foreign or damaged file.
    pub fn games_in(file: Vec<u8>) -> Result<u64> {
        Ok(PartLabel::of(&file)?.games)
    }

    /// Plays a part of a job, and returns its files in the order in which they are written.
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
        files_of(&part, first, &job_key(self)?, &self.names())
    }
}

impl Totals {
    /// Takes the next part from the bytes of its files, in the order in which they are written. Returns the number of
    /// its games.
    ///
    /// # Errors
    ///
    /// Files that are none of ours, damaged, or not of this job and part.
    pub fn take_files(&mut self, plan: &Plan, number: u64, files: Vec<Vec<u8>>) -> Result<u64> {
        let files = <[Vec<u8>; 3]>::try_from(files)
            .map_err(|files| Error::usage(format!("a part has 3 files, and these are {}", files.len())))?;
        let part = part_of_files(files, (number, self.games), &job_key(plan)?, &plan.names())
            .map_err(|(kind, why)| Error::usage(format!("{}: {why}", file_name(kind, number))))?;
        self.take_part(&part);
        Ok(part.games.len() as u64)
    }
}
