//! Reload: takes saved files over into the game that is being played, and tells what that changes.

use std::time::Instant;

use similar::{ChangeTag, TextDiff};

use super::session::{Rerun, Session};
use crate::cli::findings::{PathBase, from_here};
use crate::cli::language::{self, counted, ui};
use intermezzo::error::{Problems, Severity};
use intermezzo::table::Game;
use intermezzo::table::view::{TranscriptLine, transcript_for};

/// Most changed lines of the transcript that are shown.
const SHOWN: usize = 8;

impl Session<'_> {
    /// Reads the files again; false: none has changed. If the game loads from them, the table goes on with it;
    /// otherwise it goes on unchanged, and the errors are kept to be shown.
    pub(super) fn reload(&mut self) -> bool {
        let began = Instant::now();
        let files = match self.pack.files_of(&self.args.game) {
            Ok(files) => files,
            Err(error) => {
                self.warn(ui!("files-unread", "the files could not be read: {why}", why = error));
                return true;
            }
        };
        // A report may come although no file changed: editors touch files, and write others beside them.
        if files == self.files {
            return false;
        }
        self.files = files;
        self.notes.clear();
        let mut files = self.files.clone();
        files.overlay(self.over.clone());
        match self.loader.load(&self.args.game, &files) {
            Err(mut problems) => {
                from_here(&mut problems, self.pack, &self.files);
                self.broken = Some(errors_of(&problems));
            }
            Ok((engine, problems)) => {
                let was_broken = self.broken.take().is_some();
                // The error of a language without translations is dropped: it was reported at the start.
                let _ = language::speak(&engine, self.pack);
                if engine.catalog.hash != self.table.game().catalog.hash {
                    self.adopt(engine, began);
                } else if engine.catalog.files.locales != self.engine.catalog.files.locales {
                    language::speak_as(self.table.game(), &engine);
                    self.engine = engine;
                    self.note(ui!("words-again", "the words of the language were read again"));
                } else if was_broken {
                    self.note(ui!("files-as-before", "the files are as they were before: nothing changes"));
                }
                if !problems.is_empty() {
                    let found = crate::cli::check::summary(&problems);
                    self.note(ui!("check-shows", "{found}: `check` shows them", found = found));
                }
            }
        }
        true
    }

    /// Notes for the person how the last step would go under the saved files, beside how it went.
    fn tell_again(&mut self, again: Rerun) {
        if again.lines.is_empty() {
            return self.note(ui!("step-same", "the last step goes as it went"));
        }
        let lines = again.lines.clone();
        self.again = Some(again);
        lines.into_iter().for_each(|line| self.note(line));
        self.note(ui!("step-again", "again: go on from the step as it goes now"));
    }

    fn adopt(&mut self, engine: Game, began: Instant) {
        let before = transcript_for(&self.table, self.person());
        self.again = None;
        let again = self.step_under(&engine, columns());
        match self.table.adopt(&engine) {
            Ok(adopted) => {
                self.engine = engine;
                self.record_anew();
                self.cut_seen();
                let ms = began.elapsed().as_millis();
                let here = PathBase::of(self.pack, &self.files);
                let files: Vec<String> = adopted.files.iter().map(|file| here.path(file)).collect();
                let files = files.join(", ");
                self.note(ui!("reloaded", "reloaded in {ms} ms: {files}", ms = ms, files = files));
                if adopted.from_start {
                    self.note(ui!("from-start", "the game was played again from its beginning"));
                }
                if adopted.dropped > 0 {
                    self.note(ui!(
                        "given-again",
                        dropped => "{kept} given again, {dropped} dropped: it does not fit any more"
                            | "{kept} given again, {dropped} dropped: they do not fit any more",
                        kept = counted(adopted.kept, "answer"),
                        dropped = adopted.dropped
                    ));
                }
                let after = transcript_for(&self.table, self.person());
                difference(&before, &after).into_iter().for_each(|line| self.note(line));
                if let Some(again) = again {
                    self.tell_again(again);
                }
            }
            Err(error) => {
                let why = PathBase::of(self.pack, &self.files).text(&error.to_string());
                self.warn(ui!("cannot-adopt", "the game cannot go on with the changed files: {why}", why = why))
            }
        }
    }
}

/// The width for two versions side by side: that of the terminal, but at least 40 columns; 80 if it is unknown.
fn columns() -> usize {
    crossterm::terminal::size().map_or(80, |(columns, _)| columns.max(40) as usize)
}

/// The errors among the findings, as text: hints and warnings do not keep the files from being taken over.
fn errors_of(problems: &Problems) -> String {
    let errors = problems.list().iter().filter(|p| p.severity == Severity::Error);
    errors.map(|p| problems.render(p)).collect::<Vec<_>>().join("\n")
}

/// The differences between the log before and after saved files were taken over, as lines with `-` and `+`.
fn difference(before: &[TranscriptLine], after: &[TranscriptLine]) -> Vec<String> {
    let before: Vec<&str> = before.iter().map(|l| l.text.as_str()).collect();
    let after: Vec<&str> = after.iter().map(|l| l.text.as_str()).collect();
    let diff = TextDiff::from_slices(&before, &after);
    let sign = |tag| match tag {
        ChangeTag::Delete => Some("-"),
        ChangeTag::Insert => Some("+"),
        ChangeTag::Equal => None,
    };
    let changes = diff.iter_all_changes();
    let mut out: Vec<String> =
        changes.filter_map(|c| Some(format!("  {} {}", sign(c.tag())?, c.value().trim()))).collect();
    if out.is_empty() {
        return vec![ui!("log-same", "what happened so far stays the same")];
    }
    let missing = out.len().saturating_sub(SHOWN);
    if missing > 0 {
        out.truncate(SHOWN - 1);
        let lines = counted(missing + 1, "more line");
        out.push(ui!("log-more", "  … {lines} differ too (l: the log as it is now)", lines = lines));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_do_not_hide_what_is_wrong() {
        let mut problems = Problems::new();
        problems.hint("k", &intermezzo::data::Span::none(), "could be better");
        problems.error("k", &intermezzo::data::Span::none(), "is wrong");
        let text = errors_of(&problems);
        assert!(text.contains("is wrong") && !text.contains("better"), "{text}");
    }

    #[test]
    fn only_changed_lines_are_shown_and_not_too_many() {
        let line = |text: String| TranscriptLine { text, is_minor: false };
        let lines = |texts: &[&str]| texts.iter().map(|t| line(t.to_string())).collect::<Vec<_>>();
        assert_eq!(difference(&lines(&["a", " b", "c"]), &lines(&["a", " x", "c"])), ["  - b", "  + x"]);
        assert_eq!(difference(&lines(&["a"]), &lines(&["a"])), ["what happened so far stays the same"]);
        let many: Vec<TranscriptLine> = (0..20).map(|n| line(n.to_string())).collect();
        let shown = difference(&[], &many);
        assert_eq!(shown.len(), SHOWN);
        assert!(shown[SHOWN - 1].contains("13 more lines"), "{shown:?}");
    }
}
