//! Rerun: runs the last step of a person once more under saved files, and compares it with how the step went before.

use super::Session;
use crate::cli::findings::PathBase;
use crate::cli::language::ui;
use crate::cli::line_diff::beside;
use crate::cli::play::table_in_words;
use crate::cli::text::clean;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::table::view::{View, transcript_for};
use intermezzo::table::{Entry, Game, Table};

/// How a step went: its lines of the log, and the table after it in words.
struct Run {
    log: Vec<String>,
    position: Vec<String>,
}

impl Run {
    /// The table in words and the log as a person sees them, the log without its first `after` lines.
    fn of(table: &Table, person: Eyes, after: usize) -> Option<Run> {
        let seat = person.seats().next()?;
        let log = transcript_for(table, person).into_iter().skip(after).map(|line| line.text.trim().to_string());
        let catalog = &table.game().catalog;
        let view = View::of_person(table, seat).ok()?;
        let position = table_in_words::table(&view, &catalog.table, Some(&catalog.rules), "");
        Some(Run { log: log.collect(), position })
    }
}

/// The last step as it goes under other files.
pub(in crate::cli::play) struct Rerun {
    /// The table after the step under the other files: [`take_again`](Session::take_again) plays on from it.
    table: Table,
    /// The index of the entry in the record with which the step begins.
    at: usize,
    /// The differences from how the step went, as lines side by side; empty if there are none.
    pub(in crate::cli::play) lines: Vec<String>,
}

impl Session<'_> {
    /// Runs the last step of a person under another version of the game; `None`: there was none, or it cannot be run
    /// again.
    pub(in crate::cli::play) fn step_under(&self, engine: &Game, columns: usize) -> Option<Rerun> {
        let entries = self.table.record().entries();
        let before = *self.chosen.last()?;
        let answers = entries.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer { .. }));
        let (at, _) = answers.clone().nth(before)?;
        let mut table = self.table.before(at)?;
        let line_count = transcript_for(&table, self.person()).len();
        let was = Run::of(&self.table, self.person(), line_count)?;
        table.adopt(engine).ok()?;
        let (mut lines, mut waits) = (Vec::new(), None);
        for entry in entries[at..].iter().filter(|entry| !matches!(entry, Entry::Reload { .. })) {
            if let Err(error) = table.follow(entry) {
                lines.push(ui!("step-no-fit", "an answer of the step does not fit any more: {why}", why = error));
                waits = table.decisions().first().map(|decision| {
                    let who = clean(&table.names()[decision.seat.index()]);
                    let what = clean(&table.world().game().prompt(decision));
                    ui!("step-waits", "{who} is asked: {what}", who = who, what = what)
                });
                break;
            }
        }
        // A failed script is told, too: without it table and log may look the same.
        if let Some(fault) = table.fault() {
            let (what, why) =
                (clean(&fault.what), clean(&PathBase::of(self.pack, &self.files).text(&fault.error.to_string())));
            lines.push(ui!(
                "step-fails",
                "the step fails now: the script of {what} failed: {why}",
                what = what,
                why = why
            ));
        }
        let line_count = line_count.min(transcript_for(&table, self.person()).len());
        let mut now = Run::of(&table, self.person(), line_count)?;
        now.log.extend(waits);
        let (went, goes) = (ui!("step-went", "the step as it went"), ui!("step-goes", "as it goes now"));
        let (led, leads) = (ui!("step-led", "where it led"), ui!("step-leads", "where it leads now"));
        lines.extend(beside((&went, &goes), &was.log, &now.log, columns));
        lines.extend(beside((&led, &leads), &was.position, &now.position, columns));
        Some(Rerun { table, at, lines })
    }

    /// Does `again`: takes the table on which the last step went under the saved files, and keeps the old course as a
    /// branch.
    pub(super) fn take_again(&mut self) {
        let Some(again) = self.again.take() else {
            return self.warn(ui!("nothing-again", "nothing changed the last step: save a file, and it runs again"));
        };
        self.keep_played(again.at);
        self.stand_at(again.table);
        self.note(ui!("took-again", "the last step went as the new text says; branches keeps how it went before"));
    }
}
