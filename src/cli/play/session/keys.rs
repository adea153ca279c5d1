//! Keys: what is typed at a screen of its own, key by key, and the screen's lines.

use crossterm::event::KeyEvent;
use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue};

use super::Session;
use super::show::size;
use crate::cli::play::input::Event;
use crate::cli::play::terminal::ask_to_stop;
use crate::cli::play::typing::Typed;
use crate::cli::text::clean;

/// Before what is typed.
const PROMPT: &str = "> ";

impl Session<'_> {
    /// Takes a key; what a session has to do about it, if anything.
    pub(super) fn key(&mut self, key: KeyEvent) -> std::io::Result<Option<Event>> {
        Ok(match self.typing.key(key) {
            Typed::Nothing => None,
            Typed::Changed => {
                self.draw_typing()?;
                None
            }
            Typed::Line(line) => Some(Event::Line(line)),
            Typed::Redraw => Some(Event::Redraw),
            Typed::End => Some(Event::End),
            // Pages turn without a line; what is typed beside them stays.
            Typed::Escape => self.turned("q").then_some(Event::Redraw),
            Typed::Down => (self.pages.is_some() && self.turned("")).then_some(Event::Redraw),
            Typed::Up => (self.pages.is_some() && self.turned("b")).then_some(Event::Redraw),
            Typed::Stop if ask_to_stop() => None,
            Typed::Stop => {
                self.note("there is no shell that could wake a stopped game: q quits".into());
                Some(Event::Redraw)
            }
        })
    }

    /// Draws lines from the top of the screen, and the line for typing below them.
    pub(super) fn put(&mut self, lines: &[String]) -> std::io::Result<()> {
        let rows = crossterm::terminal::size().map_or(size().1, |(_, rows)| rows as usize);
        let lines = &lines[..lines.len().min(rows.saturating_sub(1))];
        let mut codes = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            queue!(codes, cursor::MoveTo(0, row as u16))?;
            codes.extend_from_slice(line.as_bytes());
            queue!(codes, Clear(ClearType::UntilNewLine))?;
        }
        self.typing_row = lines.len();
        queue!(codes, cursor::MoveTo(0, self.typing_row as u16), Clear(ClearType::FromCursorDown))?;
        self.out.write_all(&codes)?;
        self.draw_typing()
    }

    /// Draws what is typed, and puts the cursor where the next letter goes.
    pub(super) fn draw_typing(&mut self) -> std::io::Result<()> {
        let room = size().0.saturating_sub(PROMPT.len());
        let (text, column) = self.typing.shown(room);
        let row = self.typing_row as u16;
        let mut codes = Vec::new();
        queue!(codes, cursor::MoveTo(0, row))?;
        codes.extend_from_slice(format!("{PROMPT}{}", clean(&text)).as_bytes());
        queue!(codes, Clear(ClearType::UntilNewLine), cursor::MoveTo((PROMPT.len() + column) as u16, row))?;
        self.out.write_all(&codes)?;
        self.out.flush()
    }

    /// Writes a text at the right end of the first row, where the time is.
    pub(super) fn put_corner(&mut self, text: &str) -> std::io::Result<()> {
        let at = size().0.saturating_sub(text.len() + 1);
        let mut codes = Vec::new();
        queue!(codes, cursor::MoveTo(at as u16, 0))?;
        codes.extend_from_slice(self.paint.bold(text).as_bytes());
        self.out.write_all(&codes)?;
        self.draw_typing()
    }
}
