//! Leaving: asks before a game that is not recorded is left, because it would be lost; and begins a record in the
//! middle of a game.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use super::Session;
use crate::cli::language::ui;
use crate::cli::play::journal::Journal;
use crate::cli::play::result::claim;
use crate::cli::text::clean;

impl Session<'_> {
    /// True if the person may leave now. If the game would be lost, it says so instead, and the next `q` (`was_asked`)
    /// leaves.
    pub(super) fn leaves(&mut self, was_asked: bool) -> bool {
        let is_lost = self.journal.is_none() && self.has_chosen && !self.table.is_over();
        if was_asked || !is_lost || !std::io::stdin().is_terminal() {
            return true;
        }
        self.is_leaving = true;
        self.warn(ui!(
            "leave-again",
            "this game is not recorded: q once more leaves it for good, record FILE keeps it to be played on"
        ));
        false
    }

    /// Does `record FILE`: writes the record from the beginning of the game into a new file, and keeps writing.
    pub(super) fn begin_record(&mut self, file: &str) {
        let path = PathBuf::from(file);
        let name = clean(file);
        if let Some(kept) = &self.record {
            let kept = clean(&kept.display().to_string());
            return self.warn(ui!("recorded-already", "this game is recorded in {file} already", file = kept));
        }
        let begun =
            claim("record", Some(&path), false).and_then(|()| Journal::begin(&path, self.args, self.table.record()));
        match begun {
            Ok(journal) => {
                (self.journal, self.record) = (Some(journal), Some(path));
                self.note(ui!(
                    "recorded",
                    "recorded in {file} from its beginning: `play {game} --from {file}` plays on",
                    file = name,
                    game = clean(&self.args.game)
                ));
            }
            Err(error) => self.warn(clean(&error.to_string())),
        }
    }
}
