//! Output: all that the program writes to a terminal passes here.
//!
//! ```text
//! Output    texts, through `Plain` and `Ascii`; and where they go on the screen, as `Code`s, which hold no text
//! complain  what is wrong, on the standard error
//! ```
//!
//! Names, card texts, notes, paths and messages come from strangers. No other file writes to a terminal, so there is none
//! in which a text could be forgotten.

use std::cell::Cell;
use std::io::{BufWriter, IsTerminal, Result, StdoutLock, Write};
use std::time::{Duration, Instant};

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::ResetColor;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, queue};

use super::control_sequences::Plain;
use super::text::is_dumb;
use intermezzo::error::{harmless, visible_text, width};

/// The standard output. Control sequences in texts are replaced, so that only the program's own colours and `Code`s
/// steer the terminal.
pub struct Output(Plain<Ascii<BufWriter<StdoutLock<'static>>>>);

/// A control sequence of the program for the terminal; it holds no text of others.
#[derive(Clone, Copy, Debug)]
pub enum Code {
    /// Switches to a screen of the program's own, over the earlier contents; pasted text is marked from then on.
    TakeScreen,
    /// Switches back to the earlier contents of the terminal.
    LeaveScreen,
    /// Shows the cursor.
    ShowCursor,
    /// Ends all colours.
    NoColours,
    /// Moves the cursor to a column and a row, from 0.
    To(u16, u16),
    /// Clears the text right of the cursor.
    ClearRight,
    /// Clears everything right of the cursor and below it.
    ClearBelow,
}

impl Output {
    /// Opens the standard output. If the terminal shows only ASCII, other letters are replaced; never for output that a
    /// program reads.
    pub fn standard(is_for_program: bool) -> Output {
        let is_on = !is_for_program && !knows_letters();
        // A screen is drawn at once.
        let inner = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        Output(Plain::new(Ascii { inner, is_on }))
    }

    /// Sends control sequences to the terminal, after all text that was written before.
    ///
    /// # Errors
    ///
    /// An output that is closed.
    pub fn steer(&mut self, codes: &[Code]) -> Result<()> {
        let bytes = bytes_of(codes)?;
        self.0.past(|out| out.inner.write_all(&bytes))
    }

    /// Writes a text as one line at the cursor; ends of lines in it become visible signs.
    ///
    /// # Errors
    ///
    /// An output that is closed.
    pub fn line(&mut self, line: &str) -> Result<()> {
        self.0.write_all(line.replace('\n', &intermezzo::error::one_line("\n")).as_bytes())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush()
    }
}

fn bytes_of(codes: &[Code]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for code in codes {
        match code {
            Code::TakeScreen => queue!(out, EnterAlternateScreen, EnableBracketedPaste),
            Code::LeaveScreen => queue!(out, DisableBracketedPaste, LeaveAlternateScreen),
            Code::ShowCursor => queue!(out, cursor::Show),
            Code::NoColours => queue!(out, ResetColor),
            Code::To(column, row) => queue!(out, cursor::MoveTo(*column, *row)),
            Code::ClearRight => queue!(out, Clear(ClearType::UntilNewLine)),
            Code::ClearBelow => queue!(out, Clear(ClearType::FromCursorDown)),
        }?;
    }
    Ok(out)
}

/// Sends control sequences at once, without the lock of the standard output: the thread that holds it may be the one
/// that panicked.
///
/// # Errors
///
/// An output that is closed.
pub fn steer_now(codes: &[Code]) -> Result<()> {
    #[cfg(unix)]
    let mut out = {
        use std::os::fd::AsFd;
        std::fs::File::from(std::io::stdout().as_fd().try_clone_to_owned()?)
    };
    #[cfg(not(unix))]
    let mut out = std::io::stdout();
    out.write_all(&bytes_of(codes)?)?;
    out.flush()
}

/// Prints an error on the standard error, without control sequences.
pub fn complain(text: &str) {
    // If standard error is closed, nobody can be told.
    drop(writeln!(std::io::stderr(), "{}", visible_text(text.trim_end_matches('\n'))));
}

/// Shows on the standard error, if it is a terminal, how many of all games of a run are done.
pub fn tell_progress(done: usize, of: usize) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        drop(write!(out, "\r{done} of {of}"));
    }
}

/// Wipes the shown progress.
pub fn wipe_progress() {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        drop(write!(out, "\r\x1b[K"));
    }
}

/// The progress of a long run: a bar at a terminal, and a line each minute elsewhere.
pub struct ProgressLine {
    bar: indicatif::ProgressBar,
    what: String,
    of: u64,
    lines: Cell<EachMinute>,
}

impl ProgressLine {
    /// A line without progress yet; `of` is the total.
    pub fn new(what: &str, of: u64) -> ProgressLine {
        let bar = indicatif::ProgressBar::new(of);
        if !std::io::stderr().is_terminal() {
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        let (what, lines) = (harmless(what), Cell::new(EachMinute(Instant::now())));
        let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {per_sec}, {eta} left");
        let style = style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar());
        ProgressLine { bar: bar.with_style(style).with_message(what.clone()), what, of, lines }
    }

    /// Shows how many games are done.
    pub fn at(&self, done: u64) {
        self.bar.set_position(done);
        let mut lines = self.lines.get();
        let is_due = lines.is_due(Instant::now());
        self.lines.set(lines);
        if is_due && self.bar.is_hidden() {
            complain(&format!("{}: {done} of {} games", self.what, self.of));
        }
    }

    /// Ends the work and removes the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The moment of the latest line.
#[derive(Clone, Copy)]
struct EachMinute(Instant);

impl EachMinute {
    /// True if a minute has passed since the latest line; then the next minute begins.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now.saturating_duration_since(self.0) >= Duration::from_secs(60);
        if is_due {
            self.0 = now;
        }
        is_due
    }
}

/// True if the output is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// True if the terminal can show colours.
pub fn has_colours() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    wanted && is_terminal() && !is_dumb()
}

/// True if the terminal shows letters other than ASCII.
///
/// Without UTF-8 in the system's language, drawn lines and dots become ASCII letters of the same width. Output into
/// files and to other programs does not change.
fn knows_letters() -> bool {
    !is_terminal() || speaks_utf8(|name| std::env::var(name).ok())
}

/// True if the system's language uses UTF-8: the first variable that is set decides.
fn speaks_utf8(said: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let language = names.into_iter().filter_map(said).find(|text| !text.is_empty());
    // A system other than Unix sets no language; its terminal shows all letters.
    language.map_or(!cfg!(unix), |text| text.to_lowercase().replace('-', "").contains("utf8"))
}

/// A writer that passes text on; if `is_on`, letters other than ASCII are replaced.
struct Ascii<W> {
    inner: W,
    is_on: bool,
}

impl<W: Write> Write for Ascii<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self.is_on {
            // `Plain` passes on whole characters only, so none is split between two calls.
            true => self.inner.write_all(in_ascii(&String::from_utf8_lossy(bytes)).as_bytes())?,
            false => self.inner.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.inner.flush()
    }
}

/// A text with each letter that is not ASCII replaced by signs of the same width.
fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c),
            '─' | '–' | '—' => out.push('-'),
            '·' => out.push('|'),
            '…' => out.push('.'),
            '‘' | '’' => out.push('\''),
            '“' | '”' => out.push('"'),
            '→' => out.push('>'),
            c => out.extend(std::iter::repeat_n('?', width(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_each_minute() {
        let begin = Instant::now();
        let mut lines = EachMinute(begin);
        let due: Vec<u64> = (0..200).filter(|s| lines.is_due(begin + Duration::from_secs(*s))).collect();
        assert_eq!(due, [60, 120, 180]);
    }

    #[test]
    fn the_first_word_about_letters_counts() {
        let check = |said: &[(&str, &str)], expected: bool| {
            let of = |name: &str| said.iter().find(|(n, _)| *n == name).map(|(_, text)| text.to_string());
            assert_eq!(speaks_utf8(of), expected, "{said:?}");
        };
        check(&[("LANG", "de_DE.UTF-8")], true);
        check(&[("LANG", "C.utf8")], true);
        check(&[("LANG", "C")], false);
        check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], false);
        check(&[("LC_ALL", ""), ("LANG", "de_DE.UTF-8")], true);
        check(&[], !cfg!(unix));
    }

    #[test]
    fn what_ascii_does_not_have_keeps_its_width() {
        let mut out = Ascii { inner: Vec::new(), is_on: true };
        write!(out, "── Amy · 竜 é…").unwrap();
        assert_eq!(String::from_utf8(out.inner).unwrap(), "-- Amy | ?? ?.");
    }
}
