//! Show: what a session draws or tells.

use std::io::Write as _;

use super::Session;
use super::clock::corner;
use super::pages::Page;
use crate::cli::findings::from_here;
use crate::cli::language::{named, ui};
use crate::cli::play::journal::Journal;
use crate::cli::play::labels::{Labels, Listed};
use crate::cli::play::screen::{Note, Screen, clean_line, one_line_an_action, telling};
use crate::cli::play::{ask, card_texts, reply, table_in_words};
use crate::cli::text::clean;
use intermezzo::error::Problems;
use intermezzo::kernel::Seat;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::table::add_script_error;
use intermezzo::table::view::{DecisionView, TranscriptLine, View, transcript_for};

impl Session<'_> {
    /// The options of the question to the person, in words, each with the label to type for it.
    pub(super) fn options(&self, view: &View) -> Vec<Listed> {
        let table = &self.table.game().catalog.table;
        let label: ask::Label = if self.is_plain {
            table_in_words::card
        } else {
            |card, line| card_texts::label(card, line, card_texts::NameLength::Full)
        };
        let listed = |d: &DecisionView| Labels::of(d).listed(ask::options(view, d, table, label));
        self.decision_view(view).map_or(Vec::new(), listed)
    }

    /// The labels of the options of the question to the person; none if she is not asked.
    pub(super) fn labels(&self, view: &View) -> Labels {
        self.decision_view(view).map_or(Labels::default(), Labels::of)
    }

    fn decision_view<'v>(&self, view: &'v View) -> Option<&'v DecisionView> {
        view.decisions.iter().find(|d| d.seat == self.eyes.0)
    }

    /// Two texts: why the person is asked, or what the table waits for instead (a failed script, the end, a bot after a
    /// step back); and what she may type.
    pub(super) fn question(&self, view: &View) -> (String, String) {
        if let Some(fault) = self.table.fault() {
            let what = clean(&fault.what);
            let why = ui!("fault", "the script of {what} failed, and the table waits for it", what = what);
            return (why, ui!("fault-how", "mend the file and save it · u undo · f let it fizzle and go on · q quit"));
        }
        if let Some(outcome) = &view.outcome {
            let over = ui!("over", "The game is over: {outcome}.", outcome = clean(outcome));
            return (over, ui!("over-how", "new: another game · u undo · l log · t table · q quit"));
        }
        if let Some(asked) = self.table.decisions().first().filter(|_| self.course.waits && self.decision().is_none()) {
            let who = clean(&self.table.names()[asked.seat.index()]);
            let why =
                ui!("bot-waits", "{who} answers next, and a bot plays her: it waits, because you went back", who = who);
            return (
                why,
                ui!(
                    "bot-waits-how",
                    "Enter goes one answer forward · instead answers for her · go plays on from here · back · ? help"
                ),
            );
        }
        let Some(decision) = self.decision_view(view) else { return (String::new(), String::new()) };
        let labels = Labels::of(decision);
        let default = self
            .decision()
            .and_then(|d| reply::default(self.table.world(), d).map(|a| reply::labels_of(d, &labels, &a)));
        let how = ask::how(decision, &labels, &default.unwrap_or_default());
        // Only in lines: on the screen the time stands in a corner.
        let time = self.seconds_left().filter(|_| self.is_plain);
        let time = time.map_or(
            String::new(),
            |n| ui!("you-have", n => " · you have {n} second" | " · you have {n} seconds", n = n),
        );
        let why = ask::why(view, decision);
        // A person with several seats must know which of them is asked.
        let why = match self.person().len() > 1 && !self.is_plain {
            true => format!("{}: {why}", clean(&view.seats[decision.seat as usize].name)),
            false => why,
        };
        (why, ui!("how", "{how}{time} · u undo · l log · ? help", how = how, time = time))
    }

    pub(super) fn draw(&mut self) -> std::io::Result<()> {
        self.end_stand_in();
        if self.draw_page()? {
            return Ok(());
        }
        if let Some(seat) = self.decision().map(|d| d.seat).filter(|s| *s != self.eyes) {
            // Another seat of the same person, or a step back: the table is shown from that seat at once, without a
            // change of players.
            if self.person().has(seat) || self.course.waits {
                self.eyes = seat;
                return self.draw();
            }
            self.handing = Some(seat);
            return self.draw_handing(seat);
        }
        self.handing = None;
        self.keep_clock();
        self.shows(false);
        let view = self.view();
        let log = transcript_for(&self.table, self.person());
        let mut notes = self.messages();
        notes.extend(self.ending(&view));
        let (why, how) = self.question(&view);
        let options = self.options(&view);
        if self.is_plain {
            return self.tell(&view, &log, &notes, &why, &options, &how);
        }
        let catalog = self.table.game().catalog.clone();
        let bots = self.bots.seats();
        let scene = Screen {
            view: &view,
            eyes: self.eyes,
            bots: &bots,
            rules: &catalog.rules,
            lines: &catalog.table,
            log: &log,
            seen: self.seen[self.own()].min(log.len()),
            notes: &notes,
            why,
            options,
            how,
            corner: self.seconds_left().map_or_else(|| ui!("seed", "seed {n}", n = self.seed), corner),
            size: size(),
            paint: self.paint,
        };
        let (lines, missing) = scene.draw();
        let eyes = self.own();
        // News that do not fit beside the table come first, on pages; not if they are only the person's own choice.
        let own = ui!("own-choice", "{who} chooses ", who = clean(&view.seats[self.eyes.index()].name));
        let news = one_line_an_action(telling(&log[self.seen[eyes].min(log.len())..]), size().0);
        let news: Vec<String> = news.into_iter().map(|(_, text)| text).collect();
        let is_news = news.iter().any(|line| !line.trim_start().starts_with(&own));
        if missing > 0 && is_news && self.reported[eyes] < log.len() {
            self.reported[eyes] = log.len();
            // Messages come before the news: the end of the time limit may be the reason for them.
            let first = notes.iter().flat_map(|n| n.text.lines()).map(String::from);
            self.page(&first.chain(news).collect::<Vec<_>>(), Page::News)?;
            return self.draw();
        }
        self.put(&lines)
    }

    /// The name of the window in which a seat is asked, in the language of the rules; empty if it is asked in none.
    pub(super) fn window_asking(&self, seat: Seat) -> String {
        let window = self.table.decisions().iter().find(|d| d.seat == seat).and_then(|d| d.window);
        let rules = &self.table.world().rules;
        window.map_or(String::new(), |at| named(NameKind::Window, rules.name(rules.windows[at.index()].name)))
    }

    /// Notes about the windows in which the session passed for the person, because she could do nothing.
    fn passed(&self) -> Vec<Note> {
        let mut out = Vec::new();
        for seat in self.person().seats() {
            let mut windows: Vec<(&str, usize)> = Vec::new();
            for (_, window) in self.unasked.iter().filter(|(of, _)| *of == seat) {
                match windows.iter_mut().find(|(known, _)| *known == window) {
                    Some((_, times)) => *times += 1,
                    None => windows.push((window, 1)),
                }
            }
            let one = |(window, times): &(&str, usize)| match times {
                1 => clean(window).to_string(),
                n => format!("{} ×{n}", clean(window)),
            };
            let windows: Vec<String> = windows.iter().map(one).collect();
            if !windows.is_empty() {
                let (who, windows) = (clean(&self.table.names()[seat.index()]), windows.join(", "));
                let text = ui!(
                    "passed-unasked",
                    "{who} passed, as nothing could be done: {windows}",
                    who = who,
                    windows = windows
                );
                out.push(Note { text, is_bad: false });
            }
        }
        out
    }

    /// All messages to the person: notes, passes made for her, a record that cannot be written, errors in saved files,
    /// and a failed script.
    fn messages(&self) -> Vec<Note> {
        let mut out: Vec<Note> =
            self.notes.iter().map(|n| Note { text: clean_lines(&n.text), is_bad: n.is_bad }).collect();
        out.extend(self.passed());
        if let Some(why) = self.journal.as_ref().and_then(Journal::trouble) {
            let why = clean(why);
            let text = ui!(
                "no-record",
                "the record is not written: {why}; it is tried again after the next answer",
                why = why
            );
            out.push(Note { text, is_bad: true });
        }
        if let Some(broken) = &self.broken {
            let text = match self.is_plain && self.told_broken.as_ref() == Some(broken) {
                true => {
                    ui!(
                        "still-broken",
                        "the files are still wrong, and the last good version counts: r says what is wrong"
                    )
                }
                false => ui!("last-good", "{broken}The game goes on with the last good version.", broken = broken),
            };
            out.push(Note { text, is_bad: true });
        }
        if let Some(fault) = self.table.fault() {
            let mut problems = Problems::new();
            add_script_error(&mut problems, &fault.error, &self.table.game().catalog.files);
            from_here(&mut problems, self.pack, &self.files);
            out.push(Note { text: problems.render_all(), is_bad: true });
        }
        out
    }

    /// Prints the news, the table and the question as lines, for a game without a screen of its own.
    fn tell(
        &mut self,
        view: &View,
        log: &[TranscriptLine],
        notes: &[Note],
        why: &str,
        options: &[Listed],
        how: &str,
    ) -> std::io::Result<()> {
        let moment = ask::moment(view);
        let own = self.own();
        let seen = self.seen[own].min(log.len());
        let to = ui!("moves-to", " to ");
        let in_words = |text: &str| text.trim_start().replace(" > ", &to);
        telling(&log[seen..]).iter().try_for_each(|(_, text)| writeln!(self.out, "{}", in_words(text)))?;
        self.seen[own] = log.len();
        notes.iter().try_for_each(|n| writeln!(self.out, "{}", n.text))?;
        self.told_broken = self.broken.clone();
        if self.last_shown.0 != moment {
            writeln!(self.out, "{}.", moment)?;
        }
        // The whole table is printed when a new turn or round begins; `t` prints it at any time.
        if self.last_shown.1 != view.levels && !options.is_empty() {
            let catalog = self.table.game().catalog.clone();
            let lines = table_in_words::table(view, &catalog.table, Some(&catalog.rules), "");
            lines.iter().skip(1).try_for_each(|l| writeln!(self.out, "{l}"))?;
            self.last_shown.1 = view.levels.clone();
        } else {
            table_in_words::middle(view).iter().try_for_each(|l| writeln!(self.out, "{l}"))?;
        }
        self.last_shown.0 = moment;
        writeln!(self.out, "{}: {why}", clean(&view.seats[self.eyes.index()].name))?;
        options.iter().try_for_each(|option| writeln!(self.out, "{}", option.in_words()))?;
        write!(self.out, "{}: ", how.replace(" · ", ", "))?;
        self.out.flush()
    }

    fn draw_handing(&mut self, seat: Seat) -> std::io::Result<()> {
        self.shows(true);
        let text = ui!("press-enter", "{who}, press Enter ", who = clean(&self.table.names()[seat.index()]));
        if !self.is_plain {
            let mut lines: Vec<String> = self.not_heard().into_iter().collect();
            // Messages to the player before are not shown to the next one, except that this game would be lost.
            lines.extend(self.is_leaving.then(|| self.notes.last().map(|note| clean(&note.text))).flatten());
            lines.push(text);
            return self.put(&lines);
        }
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    pub(super) fn take_over(&mut self) {
        if let Some(seat) = self.handing.take() {
            self.eyes = seat;
            self.last_shown = Default::default();
            self.notes.clear();
            self.typing.forget();
            if let Some(told) = self.not_heard() {
                self.warn(told);
            }
        }
    }

    /// The remark about a line that was typed while the keyboard changed hands; `None`: there was none. The line is
    /// forgotten then.
    fn not_heard(&mut self) -> Option<String> {
        let line = clean(&std::mem::take(&mut self.unheard));
        (!line.is_empty())
            .then(|| ui!("not-heard", "{line}: not done, as nobody had the keyboard: type it again", line = line))
    }
}

/// Columns and rows of the terminal.
pub(super) fn size() -> (usize, usize) {
    crossterm::terminal::size().map_or((80, 24), |(c, r)| (c.max(20) as usize, r.max(6) as usize))
}

/// A message of several lines, in which control sequences are replaced.
fn clean_lines(text: &str) -> String {
    text.lines().map(clean_line).collect::<Vec<_>>().join("\n")
}
