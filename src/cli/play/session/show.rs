//! Show: what a session draws or tells, and its pages.

use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue};

use super::{Note, Session};
use crate::cli::play::input::Event;
use crate::cli::play::screen::{Scene, clean_line, telling};
use crate::cli::play::{ask, parts, reply, words};
use crate::cli::text::{clean, wrap};
use crate::error::Problems;
use crate::kernel::Seat;
use crate::table::add_script_error;
use crate::table::view::{DecisionView, TranscriptLine, View, transcript_for};

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Page {
    /// The log: its end first.
    Log,
    /// What happened since the last answer.
    News,
    /// Anything else.
    Other,
}

/// So many lines are shown beside the table; more get a page of their own.
const BESIDE: usize = 8;

impl Session<'_> {
    pub(super) fn options(&self, view: &View) -> Vec<String> {
        let table = &self.table.engine().catalog.table;
        let label: ask::Label =
            if self.is_plain { words::card } else { |card, line| parts::label(card, line, parts::Names::Full) };
        self.decision_view(view).map_or(Vec::new(), |d| ask::options(view, d, table, label))
    }

    fn decision_view<'v>(&self, view: &'v View) -> Option<&'v DecisionView> {
        view.decisions.iter().find(|d| d.seat == self.eyes.0)
    }

    /// Why the person is asked and what she may type; or what there is instead of a question.
    fn question(&self, view: &View) -> (String, String) {
        if let Some(fault) = self.table.fault() {
            let why = format!("the script of {} failed, and the table waits for it", clean(&fault.what));
            return (why, "mend the file and save it · u undo · f let it fizzle and go on · q quit".into());
        }
        if let Some(outcome) = &view.outcome {
            return (format!("The game is over: {}.", clean(outcome)), "u undo · l log · t table · q quit".into());
        }
        let Some(decision) = self.decision_view(view) else { return (String::new(), String::new()) };
        let default =
            self.decision().and_then(|d| reply::default(self.table.world(), d).map(|a| reply::numbers_of(d, &a)));
        let how = ask::how(decision, &default.unwrap_or_default());
        let time = self.seconds_left().map_or(String::new(), |n| format!(" · {n} seconds left"));
        let why = ask::why(view, decision);
        // Who plays several seats is told for which one.
        let why = match self.person().len() > 1 && !self.is_plain {
            true => format!("{}: {why}", clean(&view.seats[decision.seat as usize].name)),
            false => why,
        };
        (why, format!("{how}{time} · u undo · l log · ? help"))
    }

    pub(super) fn draw(&mut self) -> std::io::Result<()> {
        if let Some(seat) = self.decision().map(|d| d.seat).filter(|s| *s != self.eyes) {
            // Another seat of the same person: she sees it already.
            if self.person().has(seat) {
                self.eyes = seat;
                return self.draw();
            }
            self.handing = Some(seat);
            return self.draw_handing(seat);
        }
        let view = self.view();
        let log = transcript_for(&self.table, self.person());
        let notes = self.messages();
        let (why, how) = self.question(&view);
        let options = self.options(&view);
        if self.is_plain {
            return self.tell(&view, &log, &notes, &why, &options, &how);
        }
        let catalog = self.table.engine().catalog.clone();
        let bots: Vec<bool> = self.bots.iter().map(Option::is_some).collect();
        let scene = Scene {
            view: &view,
            eyes: self.eyes,
            bots: &bots,
            rules: &catalog.rules,
            lines: &catalog.table,
            log: &log,
            seen: self.seen[self.own()],
            notes: &notes,
            why,
            options,
            how,
            corner: format!("seed {}", self.seed),
            size: size(),
            paint: self.paint,
        };
        let (lines, missing) = scene.draw();
        let eyes = self.own();
        // What happened since the last answer and does not fit beside the table is told first.
        // What she has just chosen herself is no news.
        let own = format!("{} chooses ", clean(&view.seats[self.eyes.index()].name));
        let news: Vec<String> = telling(&log[self.seen[eyes]..]).into_iter().map(|(_, text)| text).collect();
        let is_news = news.iter().any(|line| !line.trim_start().starts_with(&own));
        if missing > 0 && is_news && self.reported[eyes] < log.len() {
            self.reported[eyes] = log.len();
            self.page(&news, Page::News)?;
            return self.draw();
        }
        self.clear()?;
        lines.iter().try_for_each(|l| writeln!(self.out, "{l}"))?;
        write!(self.out, "> ")?;
        self.out.flush()
    }

    /// The notes, what is wrong with the files, and the script that failed.
    fn messages(&self) -> Vec<Note> {
        let mut out: Vec<Note> =
            self.notes.iter().map(|n| Note { text: clean_lines(&n.text), is_bad: n.is_bad }).collect();
        if let Some(broken) = &self.broken {
            out.push(Note { text: format!("{broken}The game goes on with the last good version."), is_bad: true });
        }
        if let Some(fault) = self.table.fault() {
            let mut problems = Problems::new();
            add_script_error(&mut problems, &fault.error, &self.table.engine().catalog.files);
            out.push(Note { text: problems.render_all(), is_bad: true });
        }
        out
    }

    fn clear(&mut self) -> std::io::Result<()> {
        if !self.is_plain {
            let mut codes = Vec::new();
            queue!(codes, Clear(ClearType::All), cursor::MoveTo(0, 0))?;
            self.out.write_all(&codes)?;
        }
        Ok(())
    }

    /// The same in words: what is new, and the question.
    fn tell(
        &mut self,
        view: &View,
        log: &[TranscriptLine],
        notes: &[Note],
        why: &str,
        options: &[String],
        how: &str,
    ) -> std::io::Result<()> {
        let moment = ask::moment(view);
        let own = self.own();
        let seen = self.seen[own].min(log.len());
        let in_words = |text: &str| text.trim_start().replace(" > ", " to ");
        telling(&log[seen..]).iter().try_for_each(|(_, text)| writeln!(self.out, "{}", in_words(text)))?;
        self.seen[own] = log.len();
        notes.iter().try_for_each(|n| writeln!(self.out, "{}", n.text))?;
        if self.told.0 != moment {
            writeln!(self.out, "{}.", moment)?;
        }
        // The whole table once a turn; t tells it again.
        if self.told.1 != view.levels && !options.is_empty() {
            let catalog = self.table.engine().catalog.clone();
            let lines = words::table(view, &catalog.table, &catalog.rules, "");
            lines.iter().skip(1).try_for_each(|l| writeln!(self.out, "{l}"))?;
            self.told.1 = view.levels.clone();
        } else {
            words::middle(view).iter().try_for_each(|l| writeln!(self.out, "{l}"))?;
        }
        self.told.0 = moment;
        writeln!(self.out, "{}: {why}", clean(&view.seats[self.eyes.index()].name))?;
        for (i, option) in options.iter().enumerate() {
            writeln!(self.out, "{}. {option}", i + 1)?;
        }
        write!(self.out, "{}: ", how.replace(" · ", ", "))?;
        self.out.flush()
    }

    fn draw_handing(&mut self, seat: Seat) -> std::io::Result<()> {
        self.clear()?;
        write!(self.out, "{}, press Enter ", clean(&self.table.names()[seat.index()]))?;
        self.out.flush()
    }

    pub(super) fn take_over(&mut self) {
        if let Some(seat) = self.handing.take() {
            self.eyes = seat;
            self.told = Default::default();
        }
    }

    /// Shows lines beside the table, or on pages if they are many.
    pub(super) fn show(&mut self, lines: &[String]) -> std::io::Result<()> {
        let columns = size().0;
        let lines: Vec<String> = lines.iter().flat_map(|l| wrap(l, columns, 4)).collect();
        if lines.len() > BESIDE {
            return self.page(&lines, Page::Other);
        }
        lines.into_iter().for_each(|line| self.note(line));
        Ok(())
    }

    /// Shows lines a screen at a time.
    pub(super) fn page(&mut self, lines: &[String], page: Page) -> std::io::Result<()> {
        let (columns, rows) = size();
        let lines: Vec<String> = lines.iter().flat_map(|l| wrap(l, columns, 4)).collect();
        if self.is_plain {
            return lines.iter().try_for_each(|l| writeln!(self.out, "{l}"));
        }
        let pages: Vec<&[String]> = lines.chunks(rows.saturating_sub(2).max(1)).collect();
        let mut at = if page == Page::Log { pages.len().saturating_sub(1) } else { 0 };
        while let Some(shown) = pages.get(at) {
            self.clear()?;
            shown.iter().try_for_each(|l| writeln!(self.out, "{l}"))?;
            (shown.len()..rows - 2).try_for_each(|_| writeln!(self.out))?;
            let what = if page == Page::News { "what happened, " } else { "" };
            let next = if at + 1 < pages.len() { "Enter: next page · q: to the table" } else { "Enter: to the table" };
            let before = if at > 0 { " · b: page before" } else { "" };
            let help = format!("{what}page {} of {} · {next}{before}", at + 1, pages.len());
            write!(self.out, "{}\n> ", self.paint.dim(&help))?;
            self.out.flush()?;
            at = match self.wait_for_line().as_deref().map(str::trim) {
                Some("") => at + 1,
                Some("b") => at.saturating_sub(1),
                _ => break,
            };
        }
        Ok(())
    }

    /// `None`: there are no more, or a saved file came into the game and is worth a look.
    fn wait_for_line(&mut self) -> Option<String> {
        loop {
            match self.wait().unwrap_or(Event::End) {
                Event::TimeIsUp => {
                    self.time_is_up();
                    return None;
                }
                Event::Changed => {
                    if self.reload() {
                        return None;
                    }
                }
                Event::Line(line) => return Some(line),
                Event::End => return None,
            }
        }
    }
}

/// Columns and rows of the terminal.
fn size() -> (usize, usize) {
    crossterm::terminal::size().map_or((80, 24), |(c, r)| (c.max(20) as usize, r.max(6) as usize))
}

/// A message of several lines, each of them harmless.
fn clean_lines(text: &str) -> String {
    text.lines().map(clean_line).collect::<Vec<_>>().join("\n")
}
