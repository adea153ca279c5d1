//! Question: a question is answered by somebody who saw it. A text that was typed before the question was shown is no
//! answer to it.
//!
//! While a bot thinks, keys wait. They were typed for something that is not on the screen any more, so they are dropped
//! when a new question is about to be drawn, and a note says which. At pipes nothing is dropped: there a program writes
//! its answers in advance.

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

/// The last question, and the events that came meanwhile.
#[derive(Default)]
pub(super) struct ShownQuestion {
    /// The question that the person was last shown.
    shown: Option<ShownText>,
    /// True if a thinking bot was announced since the last answer.
    is_thinking_told: bool,
    /// Events that came before the question was shown and are no answers.
    waiting: VecDeque<InputEvent>,
}

/// A text that the person is shown without having asked for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShownText {
    /// The number of answers before the question.
    pub answers: usize,
    /// The seat from which the person looks at the table.
    pub eyes: Seat,
    /// True for a page of events, with the question behind it.
    pub is_page: bool,
}

impl ShownQuestion {
    /// The next event: one that waited, or else one that comes.
    pub fn next(&mut self, events: &Receiver<InputEvent>) -> InputEvent {
        // A closed channel counts as the end of the input.
        self.waiting.pop_front().unwrap_or_else(|| events.recv().unwrap_or(InputEvent::End))
    }

    /// The next event, if it comes within a time.
    pub fn next_within(
        &mut self,
        events: &Receiver<InputEvent>,
        time: Duration,
    ) -> Result<InputEvent, RecvTimeoutError> {
        self.waiting.pop_front().map_or_else(|| events.recv_timeout(time), Ok)
    }

    /// Takes the typed line out of the waiting events, if there is one.
    fn take_typed(&mut self, events: &Receiver<InputEvent>) -> Option<String> {
        let mut typed = String::new();
        let mut is_empty = true;
        let waiting: Vec<InputEvent> = self.waiting.drain(..).chain(events.try_iter()).collect();
        for event in waiting {
            match event {
                InputEvent::Line(line) => typed += &format!("{line} "),
                InputEvent::Pasted(text) => typed += &text,
                InputEvent::Key(key) if key.kind == KeyEventKind::Release => continue,
                // Keys that leave, stop or redraw count before the question comes, too.
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
    /// Notes that a question or page is about to be shown. A new one discards the text typed before, and the person is
    /// told.
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
            // A line that is not ended yet waits in the terminal. Where it cannot be dropped, it stays.
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

    /// Shows that a bot thinks, if it may take long.
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
