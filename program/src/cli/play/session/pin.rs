//! Pin: does `pin`: writes the present moment, or the last choices, as a scenario beside the others of the game.

use std::path::Path;

use super::Session;
use crate::cli::language::ui;
use crate::cli::new::keep_scenario;
use crate::cli::text::{clean, counted};
use crate::cli::{pin_remarks as about, scenario_runs};
use crate::scenario::pinned;

impl Session<'_> {
    /// Writes a scenario with this title that passes: it begins before the last `choices` choices of people, with these
    /// as its steps; with 0, at the present moment.
    pub(super) fn pin(&mut self, choices: usize, title: &str) {
        // The steps begin with the choice and go on to the end: the answers of bots and forced ones after it are among
        // them.
        let first = self.chosen.len().checked_sub(choices).and_then(|at| self.chosen.get(at));
        let all = self.table.answers();
        let last = if choices == 0 { 0 } else { all - first.copied().unwrap_or(0).min(all) };
        let title = match title.is_empty() {
            true => format!("Pinned after {}", counted(self.table.answers(), "answer")),
            false => title.to_string(),
        };
        let written = pinned(&self.table, &title, last)
            .map_err(anyhow::Error::from)
            .and_then(|pinned| Ok((keep_scenario(self.pack, &self.args.game, &title, &pinned.text)?, pinned)));
        match written {
            Ok((path, pinned)) => {
                let (file, options) = (clean(&path), clean(&self.pack.options()));
                match scenario_runs::passes(Path::new(&path), self.pack) {
                    true if options.is_empty() => self.note(ui!("pinned", "wrote {file}: it passes", file = file)),
                    true => self.note(ui!(
                        "pinned-with",
                        "wrote {file}: it passes; `intermezzo test{options} {file}` runs it",
                        file = file,
                        options = options
                    )),
                    false => self.warn(ui!(
                        "pinned-then",
                        "wrote {file}: it passes under the texts with which this game is played, and not under the files as they are now; `intermezzo test{options} {file}` says why",
                        file = file,
                        options = options
                    )),
                }
                about::remarks_of(&pinned).into_iter().for_each(|line| self.warn(line));
            }
            Err(error) => self.warn(clean(&format!("{error:#}"))),
        }
    }
}
