//! Rerun: the last step, run once more under the text of a file that was saved, beside how it went before.

use super::Session;
use crate::cli::findings::PathBase;
use crate::cli::language::ui;
use crate::cli::line_diff::beside;
use crate::cli::play::table_in_words;
use crate::cli::text::clean;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::table::view::{View, transcript_for};
use intermezzo::table::{Entry, Game, Table};

/// The result of a step: its log, and the state after it.
struct Run {
    log: Vec<String>,
    position: Vec<String>,
}

impl Run {
    /// A person's view, with the log from a line on.
    fn of(table: &Table, person: Eyes, after: usize) -> Option<Run> {
        let seat = person.seats().next()?;
        let log = transcript_for(table, person).into_iter().skip(after).map(|line| line.text.trim().to_string());
        let catalog = &table.game().catalog;
        let view = View::of_person(table, seat).ok()?;
        let position = table_in_words::table(&view, &catalog.table, Some(&catalog.rules), "");
        Some(Run { log: log.collect(), position })
    }
}

/// The result of repeating a step.
pub(in crate::cli::play) struct Rerun {
    /// The game after the step, as it is played now.
    table: Table,
    /// The entry of the record that the step begins with.
    at: usize,
    /// The differences, one on each line; empty without a difference.
    pub(in crate::cli::play) lines: Vec<String>,
}

impl Session<'_> {
    /// The last step of a person under other files, beside how it went; `None`: there was none.
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
        // Table and log may be equal although the step failed.
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

    /// Goes on from the last step, played under the new text.
    pub(super) fn take_again(&mut self) {
        let Some(again) = self.again.take() else {
            return self.warn(ui!("nothing-again", "nothing changed the last step: save a file, and it runs again"));
        };
        self.keep_played(again.at);
        self.stand_at(again.table);
        self.note(ui!("took-again", "the last step went as the new text says; branches keeps how it went before"));
    }
}
