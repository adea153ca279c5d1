//! Keys: handles keys one by one, and draws the lines of the game's own screen.

use std::io::Write as _;

use crossterm::event::KeyEvent;

use super::Session;
use super::show::size;
use crate::cli::language::ui;
use crate::cli::output::Code;
use crate::cli::play::input::InputEvent;
use crate::cli::play::terminal::ask_to_stop;
use crate::cli::play::typing::Typed;
use crate::cli::text::{clean, width};

/// The text before the line for typing.
const PROMPT: &str = "> ";

impl Session<'_> {
    /// Handles a pressed key: changes the typed line, or returns the event that it causes, such as a complete line.
    pub(super) fn key(&mut self, key: KeyEvent) -> std::io::Result<Option<InputEvent>> {
        let typed = self.typing.key(key);
        self.typed_so(typed)
    }

    /// Does what the editing of the typed line asks for after a key or a pasted text, and returns the event that this
    /// causes, if any.
    pub(super) fn typed_so(&mut self, typed: Typed) -> std::io::Result<Option<InputEvent>> {
        Ok(match typed {
            Typed::Nothing => None,
            Typed::Changed => {
                self.draw_typing()?;
                None
            }
            Typed::Line(line) => Some(InputEvent::Line(line)),
            Typed::Redraw => Some(InputEvent::Redraw),
            Typed::End => Some(InputEvent::Leave),
            // These keys turn open pages at once; the typed text stays.
            Typed::Escape => self.turned("q").then_some(InputEvent::Redraw),
            Typed::Down => (self.pages.is_some() && self.turned("")).then_some(InputEvent::Redraw),
            Typed::Up => (self.pages.is_some() && self.turned("b")).then_some(InputEvent::Redraw),
            Typed::Stop if ask_to_stop() => None,
            Typed::Stop => {
                self.note(ui!("no-shell", "there is no shell that could wake a stopped game: q quits"));
                Some(InputEvent::Redraw)
            }
        })
    }

    /// Draws these lines from the top of the screen, clears the rest, and draws the line for typing below them.
    pub(super) fn put(&mut self, lines: &[String]) -> std::io::Result<()> {
        let rows = crossterm::terminal::size().map_or(size().1, |(_, rows)| rows as usize);
        let lines = &lines[..lines.len().min(rows.saturating_sub(1))];
        for (row, line) in lines.iter().enumerate() {
            self.out.steer(&[Code::To(0, row as u16)])?;
            self.out.line(line)?;
            self.out.steer(&[Code::ClearRight])?;
        }
        self.typing_row = lines.len();
        self.out.steer(&[Code::To(0, self.typing_row as u16), Code::ClearBelow])?;
        self.draw_typing()
    }

    /// Draws the line for typing with the text so far, and places the cursor in it.
    pub(super) fn draw_typing(&mut self) -> std::io::Result<()> {
        let room = size().0.saturating_sub(PROMPT.len());
        let (text, column) = self.typing.shown(room);
        let row = self.typing_row as u16;
        self.out.steer(&[Code::To(0, row)])?;
        self.out.line(&format!("{PROMPT}{}", clean(&text)))?;
        self.out.steer(&[Code::ClearRight, Code::To((PROMPT.len() + column) as u16, row)])?;
        self.out.flush()
    }

    /// Draws a text at the right end of the first row, in place of the time that stood there.
    pub(super) fn put_corner(&mut self, text: &str) -> std::io::Result<()> {
        let at = size().0.saturating_sub(width(text) + 1);
        self.out.steer(&[Code::To(at as u16, 0)])?;
        self.out.line(&self.paint.bold(text))?;
        self.draw_typing()
    }
}
