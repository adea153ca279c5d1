//! Game over: tells how a game ended, and begins another one of the same kind (`new`).

use std::path::{Path, PathBuf};

use super::Session;
use super::undo::HistoryPosition;
use crate::cli::language::{named, ui};
use crate::cli::play::bots::{Bots, of_seats};
use crate::cli::play::journal::Journal;
use crate::cli::play::screen::Note;
use crate::cli::play::{fresh_seed, name_seats, persons, result, setup, start_point};
use crate::cli::text::{clean, spoken};
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::table::view::View;
use intermezzo::table::{OnFault, Table};

impl Session<'_> {
    /// Notes about the end of the game: what led to it, and the final numbers of players; empty while the game goes on.
    pub(super) fn ending(&self, view: &View) -> Vec<Note> {
        if !self.table.is_over() {
            return Vec::new();
        }
        let note = |text: String| Note { text, is_bad: false };
        let score = |(name, n): &(String, i64)| spoken(&format!("{} {n}", named(NameKind::Field, name)));
        let scores = view.seats.iter().filter(|seat| !seat.shown.is_empty()).map(|seat| {
            let all: Vec<String> = seat.shown.iter().map(score).collect();
            format!("{}: {}", clean(&seat.name), all.join(", "))
        });
        let scores: Vec<String> = scores.collect();
        let mut out = Vec::new();
        let led = view.ended.as_ref().map_or(&[][..], |ended| &ended.why);
        if !led.is_empty() {
            out.push(note(ui!("why-it-ended", "What led to the end:")));
            out.extend(led.iter().map(|line| note(format!("  {}", clean(line)))));
        }
        if !scores.is_empty() {
            out.push(note(ui!("scores", "At the end: {scores}", scores = scores.join(" · "))));
        }
        out
    }

    /// Begins another game when this one is over, with the same players, decks and options, and another seed; with
    /// `--from`, again from that moment.
    pub(super) fn play_again(&mut self) -> anyhow::Result<()> {
        if !self.table.is_over() {
            self.warn(ui!("not-over-yet", "the game is not over: concede gives it up"));
            return Ok(());
        }
        let (args, seed) = (self.args, fresh_seed());
        let (mut table, ahead) = match &args.from {
            Some(from) => start_point::table(from, &args.game, self.pack)?,
            None => (self.engine.set_up(setup(args, &self.engine, seed)?).map(Table::start)?, Vec::new()),
        };
        name_seats(&mut table, &args.names);
        let persons = persons::read(&args.seats)?;
        table.hold(&persons)?;
        table.on_fault(OnFault::Stop);
        let kinds = of_seats(args, table.names().len(), &persons)?;
        self.bots = Bots::new(kinds, seed, args.patience.limits());
        let ended = std::mem::replace(&mut self.table, table);
        self.seed = seed;
        self.course = HistoryPosition { ahead, ..HistoryPosition::default() };
        (self.chosen, self.has_chosen, self.again) = (Vec::new(), false, None);
        self.seen.fill(0);
        self.reported.fill(0);
        self.unasked.clear();
        self.last_shown = Default::default();
        self.clock = None;
        self.record_again(&ended);
        Ok(())
    }

    /// Ends the record of the old game, and begins one for the new game in a file beside it, if the old one was
    /// recorded.
    fn record_again(&mut self, ended: &Table) {
        let (Some(mut journal), Some(before)) = (self.journal.take(), self.record.take()) else { return };
        let written = journal.end(ended.record());
        let path = (2..).map(|n| numbered(&before, n)).find(|path| result::claim("", Some(path), false).is_ok());
        let begun = written.and_then(|()| {
            let path = path.expect("some number is free");
            Ok((Journal::begin(&path, self.args, self.table.record())?, path))
        });
        match begun {
            Ok((journal, path)) => {
                let file = clean(&path.display().to_string());
                (self.journal, self.record) = (Some(journal), Some(path));
                self.note(ui!("recorded-next", "this game is recorded in {file}", file = file));
            }
            Err(error) => self.warn(clean(&error.to_string())),
        }
    }
}

/// `game.jsonl` as `game-2.jsonl`.
fn numbered(path: &Path, n: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // A number at the end is replaced: after `game-2` comes `game-3`, and not `game-2-3`.
    let stem = stem.rsplit_once('-').filter(|(_, end)| end.parse::<usize>().is_ok()).map_or(&*stem, |(stem, _)| stem);
    let name = match path.extension() {
        Some(ending) => format!("{stem}-{n}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{n}"),
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_one_evening_are_numbered() {
        let check = |path: &str, expected: &str| assert_eq!(numbered(Path::new(path), 3), PathBuf::from(expected));
        check("games/game.jsonl", "games/game-3.jsonl");
        check("game-2.jsonl", "game-3.jsonl");
        check("to-night", "to-night-3");
    }
}
