//! Question: keeps text that was typed before a question was shown from answering it.
//!
//! While a bot thinks, keys wait. They were meant for an earlier screen, so they are dropped when a new question is
//! about to be drawn, and a note says which. When the input is a pipe nothing is dropped: a program writes its answers
//! in advance.

use std::collections::VecDeque;
use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};

use super::Session;
use crate::cli::language::ui;
use crate::cli::output::Code;
use crate::cli::play::input::InputEvent;
use crate::cli::text::clean;
use intermezzo::bots::BotKind;
use intermezzo::kernel::Seat;

/// The question that was shown last, and the events that came before the next one.
#[derive(Default)]
pub(super) struct ShownQuestion {
    /// The question or page that the person was shown last.
    shown: Option<ShownText>,
    /// True if it was printed since the last question that a bot thinks.
    is_thinking_told: bool,
    /// Events that came before the question was shown and are not typed text; they are handled after it.
    waiting: VecDeque<InputEvent>,
}

/// Which question, or which page that nobody asked for, the person is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShownText {
    /// The number of answers that the game had when the question was shown.
    pub answers: usize,
    /// The seat from which the person looks at the table.
    pub eyes: Seat,
    /// True for a page that stands before the question: news, or the change of players.
    pub is_page: bool,
}

impl ShownQuestion {
    /// The next event: the first of those that wait, or else the next that comes.
    pub fn next(&mut self, events: &Receiver<InputEvent>) -> InputEvent {
        // A closed channel counts as the end of the input.
        self.waiting.pop_front().unwrap_or_else(|| events.recv().unwrap_or(InputEvent::End))
    }

    /// The next event, as [`ShownQuestion::next`] gives it; an error if none comes within `time`.
    pub fn next_within(
        &mut self,
        events: &Receiver<InputEvent>,
        time: Duration,
    ) -> Result<InputEvent, RecvTimeoutError> {
        self.waiting.pop_front().map_or_else(|| events.recv_timeout(time), Ok)
    }

    /// Removes the typed text from the events that came already, and returns it; the other events wait on. `None`:
    /// nothing was typed.
    fn take_typed(&mut self, events: &Receiver<InputEvent>) -> Option<String> {
        let mut typed = String::new();
        let mut is_empty = true;
        let waiting: Vec<InputEvent> = self.waiting.drain(..).chain(events.try_iter()).collect();
        for event in waiting {
            match event {
                InputEvent::Line(line) => typed += &format!("{line} "),
                InputEvent::Pasted(text) => typed += &text,
                InputEvent::Key(key) if key.kind == KeyEventKind::Release => continue,
                // Keys that leave, suspend or redraw are kept: they hold for every question.
                InputEvent::Key(key)
                    if key.modifiers.contains(KeyModifiers::CONTROL)
                        && matches!(key.code, KeyCode::Char('c' | 'd' | 'z' | 'l')) =>
                {
                    self.waiting.push_back(InputEvent::Key(key));
                    continue;
                }
                InputEvent::Key(key) => match key.code {
                    KeyCode::Char(c) => typed.push(c),
                    KeyCode::Enter => typed.push(' '),
                    _ => {}
                },
                other => {
                    self.waiting.push_back(other);
                    continue;
                }
            }
            is_empty = false;
        }
        (!is_empty).then_some(typed)
    }
}

impl Session<'_> {
    /// To be called before a question or a page of its own is drawn. If it is a new one, the text that was typed before
    /// is dropped, and a note tells the person which text.
    pub(super) fn shows(&mut self, is_page: bool) {
        let shown = ShownText { answers: self.table.answers(), eyes: self.eyes, is_page };
        if self.asked.shown == Some(shown) {
            return;
        }
        self.asked.shown = Some(shown);
        self.asked.is_thinking_told = false;
        if !std::io::stdin().is_terminal() {
            return;
        }
        let half = self.typing.line().to_string();
        self.typing.drop_line();
        #[cfg(unix)]
        if self.is_plain {
            // A line without its end still waits in the terminal, and is dropped there, if the terminal can.
            let _ = rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush);
        }
        let typed = self.asked.take_typed(&self.events);
        let dropped = clean(&(half + &typed.unwrap_or_default())).trim().to_string();
        if !dropped.is_empty() {
            self.warn(ui!(
                "typed-before",
                "{line}: not done, as it was typed before this was asked: type it again",
                line = dropped
            ));
        }
    }

    /// Shows that the bot of a seat is thinking, unless it answers at once.
    pub(super) fn show_thinking(&mut self, seat: Seat) -> std::io::Result<()> {
        let is_quick = matches!(self.bots.kinds[seat.index()], None | Some(BotKind::Random));
        if is_quick || !std::io::stdin().is_terminal() {
            return Ok(());
        }
        let text = ui!("thinking", "{who} is thinking …", who = clean(&self.table.names()[seat.index()]));
        if self.is_plain {
            if !std::mem::replace(&mut self.asked.is_thinking_told, true) {
                writeln!(self.out, "{text}")?;
            }
            return self.out.flush();
        }
        self.out.steer(&[Code::To(0, self.typing_row as u16)])?;
        self.out.line(&self.paint.dim(&text))?;
        self.out.steer(&[Code::ClearRight])?;
        self.out.flush()
    }
}
