//! Typing: the line that a person is typing, and the lines that she typed before.
//!
//! It never reads or writes the terminal: it takes keys, and returns what to do and to draw. So the typed text survives
//! any redrawing.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::backend::crossterm::to_input_request;
use tui_input::{Input, InputRequest};

use intermezzo::error::width as char_width;

/// A line that is being typed.
#[derive(Default)]
pub struct Typing {
    input: Input,
    /// Lines typed before, the last one last.
    before: Vec<String>,
    /// Which earlier line is shown: 1 for the last one, 2 for the one before, and 0 for the new line.
    back: usize,
    /// The text of the new line, kept while an earlier line is shown.
    kept: String,
}

/// What the session has to do after a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// The line is another one.
    Changed,
    /// The line is complete.
    Line(String),
    /// Close the open page: Esc was pressed on an empty line.
    Escape,
    /// The next page.
    Down,
    /// The page before.
    Up,
    /// Draw all again.
    Redraw,
    /// Suspend the program until it is woken.
    Stop,
    /// Leave the game.
    End,
}

/// The most lines that are stored.
const KEPT: usize = 100;
/// The most bytes of a typed line: no command is nearly as long.
pub const LONGEST: usize = 1_000;

impl Typing {
    /// Changes the line as a key says, and returns what the session has to do then.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        if key.kind == KeyEventKind::Release {
            return Typed::Nothing;
        }
        let is_empty = self.input.value().is_empty();
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return self.complete(),
            KeyCode::Char('j' | 'm') if is_control => return self.complete(),
            KeyCode::Char('c') if is_control && is_empty => return Typed::End,
            KeyCode::Char('d') if is_control && is_empty => return Typed::End,
            KeyCode::Char('d') if is_control => return self.edit(InputRequest::DeleteNextChar),
            KeyCode::Char('c') if is_control => return self.put(""),
            KeyCode::Char('l') if is_control => return Typed::Redraw,
            KeyCode::Char('z') if is_control => return Typed::Stop,
            KeyCode::Char('p') if is_control => return self.look_back(true),
            KeyCode::Char('n') if is_control => return self.look_back(false),
            KeyCode::Up => return self.look_back(true),
            KeyCode::Down => return self.look_back(false),
            KeyCode::PageDown => return Typed::Down,
            KeyCode::PageUp => return Typed::Up,
            KeyCode::Esc if is_empty => return Typed::Escape,
            KeyCode::Esc => return self.put(""),
            // Control characters are not typed text.
            KeyCode::Char(c) if c.is_control() => return Typed::Nothing,
            KeyCode::Char(_) if !is_control && self.input.value().len() >= LONGEST => return Typed::Nothing,
            _ => {}
        }
        match to_input_request(&Event::Key(key)) {
            Some(request) => self.edit(request),
            None => Typed::Nothing,
        }
    }

    fn edit(&mut self, request: InputRequest) -> Typed {
        if self.input.handle(request).is_some() { Typed::Changed } else { Typed::Nothing }
    }

    fn put(&mut self, text: &str) -> Typed {
        self.input = Input::from(text);
        Typed::Changed
    }

    fn complete(&mut self) -> Typed {
        let line = self.input.value().to_string();
        self.input = Input::default();
        (self.back, self.kept) = (0, String::new());
        if !line.trim().is_empty() && self.before.last() != Some(&line) {
            self.before.push(line.clone());
            if self.before.len() > KEPT {
                self.before.remove(0);
            }
        }
        Typed::Line(line)
    }

    fn look_back(&mut self, further: bool) -> Typed {
        let back = if further { (self.back + 1).min(self.before.len()) } else { self.back.saturating_sub(1) };
        if back == self.back {
            return Typed::Nothing;
        }
        if self.back == 0 {
            self.kept = self.input.value().to_string();
        }
        self.back = back;
        let text = match back {
            0 => std::mem::take(&mut self.kept),
            n => self.before[self.before.len() - n].clone(),
        };
        self.put(&text)
    }

    /// Inserts a pasted text into the line. Ends of lines in it become blanks; one at its very end completes the line.
    pub fn paste(&mut self, text: &str) -> Typed {
        let is_complete = text.ends_with(['\n', '\r']);
        for c in text.trim_end_matches(['\n', '\r']).chars() {
            let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
            if !c.is_control() && self.input.value().len() < LONGEST {
                self.input.handle(InputRequest::InsertChar(c));
            }
        }
        if is_complete { self.complete() } else { Typed::Changed }
    }

    /// The typed text so far.
    pub fn line(&self) -> &str {
        self.input.value()
    }

    /// Forgets the line that is typed.
    pub fn drop_line(&mut self) {
        self.input = Input::default();
        (self.back, self.kept) = (0, String::new());
    }

    /// Forgets the typed text and all earlier lines: the next person at the keyboard must not see them.
    pub fn forget(&mut self) {
        *self = Typing::default();
    }

    /// The part of the line around the cursor that fits into a number of columns, and the column of the cursor in it.
    pub fn shown(&self, columns: usize) -> (String, usize) {
        let text = self.input.value();
        let cursor = text.char_indices().nth(self.input.cursor()).map_or(text.len(), |(at, _)| at);
        let (mut first, mut column) = (cursor, 0);
        for (at, c) in text[..cursor].char_indices().rev() {
            // A column stays free for the cursor at the end of the text.
            if column + char_width(c) + 1 > columns {
                break;
            }
            (first, column) = (at, column + char_width(c));
        }
        let (mut end, mut used) = (cursor, column);
        for (at, c) in text[cursor..].char_indices() {
            used += char_width(c);
            if used > columns {
                break;
            }
            end = cursor + at + c.len_utf8();
        }
        (text[first..end].to_string(), column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(typing: &mut Typing, keys: &str) -> Typed {
        keys.chars().map(|c| typing.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))).last().unwrap()
    }

    fn control(c: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)
    }

    fn code(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn a_line_is_edited_and_completed_once() {
        let mut typing = Typing::default();
        press(&mut typing, "c Baon");
        typing.key(code(KeyCode::Left));
        typing.key(code(KeyCode::Left));
        press(&mut typing, "r");
        assert_eq!(typing.shown(40), ("c Baron".into(), 5));
        assert_eq!(typing.key(code(KeyCode::Enter)), Typed::Line("c Baron".into()));
        assert_eq!(typing.key(code(KeyCode::Enter)), Typed::Line(String::new()));
    }

    #[test]
    fn a_pasted_text_is_one_line() {
        let mut typing = Typing::default();
        press(&mut typing, "1 ");
        assert_eq!(typing.paste("2\r\n3\t\u{1b}[2J"), Typed::Changed);
        assert_eq!(typing.line(), "1 2  3 [2J");
        assert_eq!(typing.paste("\n"), Typed::Line("1 2  3 [2J".into()));
        typing.paste(&"x".repeat(2 * LONGEST));
        assert_eq!(typing.line().len(), LONGEST);
    }

    #[test]
    fn what_is_typed_stays_while_lines_before_are_looked_at() {
        let mut typing = Typing::default();
        press(&mut typing, "12");
        typing.key(code(KeyCode::Enter));
        press(&mut typing, "c Ba");
        assert_eq!(typing.key(code(KeyCode::Up)), Typed::Changed);
        assert_eq!(typing.shown(40).0, "12");
        assert_eq!(typing.key(code(KeyCode::Up)), Typed::Nothing);
        typing.key(code(KeyCode::Down));
        assert_eq!(typing.shown(40).0, "c Ba");
    }

    #[test]
    fn leaving_needs_an_empty_line() {
        let mut typing = Typing::default();
        press(&mut typing, "half");
        assert_eq!(typing.key(control('c')), Typed::Changed);
        assert_eq!(typing.key(control('c')), Typed::End);
        assert_eq!(typing.key(control('d')), Typed::End);
        press(&mut typing, "half");
        assert_eq!(typing.key(control('d')), Typed::Nothing, "behind the cursor is nothing");
        assert_eq!(typing.key(code(KeyCode::Esc)), Typed::Changed);
        assert_eq!(typing.key(code(KeyCode::Esc)), Typed::Escape);
    }

    #[test]
    fn nothing_that_steers_a_terminal_is_typed() {
        let mut typing = Typing::default();
        for c in ['\u{1b}', '\u{7}', '\u{9b}'] {
            assert_eq!(typing.key(code(KeyCode::Char(c))), Typed::Nothing);
        }
        assert_eq!(typing.shown(9).0, "");
    }

    #[test]
    fn a_line_takes_so_many_letters_and_can_still_be_edited() {
        let mut typing = Typing::default();
        press(&mut typing, &"x".repeat(LONGEST));
        assert_eq!(press(&mut typing, "y"), Typed::Nothing);
        assert_eq!(typing.key(code(KeyCode::Backspace)), Typed::Changed);
        press(&mut typing, "zz");
        assert_eq!(typing.key(code(KeyCode::Enter)), Typed::Line("x".repeat(LONGEST - 1) + "z"));
    }

    #[test]
    fn a_line_that_is_too_long_shows_where_the_cursor_is() {
        let mut typing = Typing::default();
        press(&mut typing, "0123456789");
        assert_eq!(typing.shown(5), ("6789".into(), 4));
        typing.key(code(KeyCode::Home));
        assert_eq!(typing.shown(5), ("01234".into(), 0));
        typing.forget();
        press(&mut typing, "竜竜竜");
        assert_eq!(typing.shown(5), ("竜竜".into(), 4));
    }
}
