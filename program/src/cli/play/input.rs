//! Input: reads what people type as commands, and defines the events that a session waits for.

use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;

use crossterm::event::KeyEvent;

use super::labels::Named;
use super::typing::LONGEST;
use crate::cli::language::ui;

/// An event that a session waits for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(unix), allow(dead_code))] // only a signal stops and wakes
pub enum InputEvent {
    /// A line was typed.
    Line(String),
    /// A key was pressed.
    Key(KeyEvent),
    /// A text was pasted.
    Pasted(String),
    /// A person wants to leave.
    Leave,
    /// The screen is to be drawn again.
    Redraw,
    /// The screen has another size.
    Resized,
    /// The system or a key (^Z) suspends the program, until it is woken.
    Stop,
    /// The program was woken after a stop.
    Woken,
    /// The standard input has ended: no lines follow.
    End,
    /// Files may have changed.
    Changed,
    /// The time for an answer is over.
    TimeIsUp,
}

/// Begins a thread that reads lines from the standard input and sends them, so that the receiver can wait for a saved
/// file, too.
pub fn listen(tell: Sender<InputEvent>) {
    std::thread::spawn(move || {
        read_lines(std::io::stdin().lock(), |line| tell.send(InputEvent::Line(line)).is_ok());
        drop(tell.send(InputEvent::End));
    });
}

/// Reads lines until `wanted` returns false. Bytes that are no UTF-8 become a sign for an unknown character; of a line
/// that is longer than any command, the beginning is kept, with `…` behind it.
fn read_lines(mut input: impl BufRead, mut wanted: impl FnMut(String) -> bool) {
    let most = LONGEST as u64 * 4;
    let mut bytes = Vec::new();
    while (&mut input).take(most).read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < most;
        let mut line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
        if !is_whole {
            line.push('…');
            if input.skip_until(b'\n').is_err() {
                return;
            }
        }
        if !wanted(line) {
            return;
        }
        bytes.clear();
    }
}

/// A command that a person typed.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedCommand {
    /// An empty line: take the default answer, if there is one.
    Enter,
    /// Choose options, or answer with a number.
    Choose(Vec<Named>),
    /// Answer yes or no.
    Truth(bool),
    /// Pass.
    Pass,
    /// Take back the last choice.
    Undo,
    /// Go back by a number of answers.
    Back(usize),
    /// Repeat a number of the undone answers.
    Forward(usize),
    /// Go back or forward to the moment after a number of answers, counted from the beginning of the game.
    At(usize),
    /// Play on from here: the undone answers become a branch.
    GoOn,
    /// Let the person answer in the place of the bot that waits after a step back.
    Instead,
    /// List the branches that were left.
    Branches,
    /// Play the branch of this number.
    Branch(usize),
    /// Take the last step as it goes under the saved files, and play on from there.
    Again,
    /// Write a scenario with this title: the present moment, or the last answers of this number as its steps.
    Pin(usize, String),
    /// Explain the last event of this name, or why it did not happen.
    Event(String),
    /// Ask a bot for advice.
    Hint,
    /// Show the log.
    Log,
    /// Show the table in words; with a name, only the zones of that name.
    Table(String),
    /// Show all options.
    Options,
    /// Tell why the card of this name cannot be used now.
    Why(String),
    /// Show the text of a card.
    Card(String),
    /// Look for changed files now.
    Reload,
    /// Let a failed script fizzle.
    Fizzle,
    /// List the commands.
    Help,
    /// Give up the game.
    Concede,
    /// Show the course of a turn, or the rules in which this word stands.
    Rules(String),
    /// Write the record into this file from now on.
    Record(String),
    /// Play another game of the same kind.
    New,
    /// Leave the game.
    Quit,
    /// A line that is no command.
    Unknown(String),
}

impl TypedCommand {
    /// Reads a typed line as a command.
    pub fn parse(line: &str) -> TypedCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if line.is_empty() {
            return TypedCommand::Enter;
        }
        let named = line.split([' ', ',']).filter(|part| !part.is_empty()).map(Named::parse);
        if let Some(named) = named.collect::<Option<Vec<Named>>>() {
            return TypedCommand::Choose(named);
        }
        let number = |usual: usize| if rest.is_empty() { Some(usual) } else { rest.parse::<usize>().ok() };
        match (word, rest) {
            ("y" | "yes", "") => TypedCommand::Truth(true),
            ("n" | "no", "") => TypedCommand::Truth(false),
            ("p" | "pass", "") => TypedCommand::Pass,
            ("u" | "undo", "") => TypedCommand::Undo,
            ("b" | "back", _) if number(1).is_some() => TypedCommand::Back(number(1).unwrap_or(1)),
            ("forward", _) if number(1).is_some() => TypedCommand::Forward(number(1).unwrap_or(1)),
            ("at", _) if number(0).is_some() && !rest.is_empty() => TypedCommand::At(number(0).unwrap_or(0)),
            ("go", "" | "on") => TypedCommand::GoOn,
            ("instead", "") => TypedCommand::Instead,
            ("branches", "") => TypedCommand::Branches,
            ("branch", _) if number(1).is_some() => TypedCommand::Branch(number(1).unwrap_or(1)),
            ("again", "") => TypedCommand::Again,
            ("pin", _) => {
                let (first, title) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let is_title = title.trim().is_empty() || title.trim().starts_with(char::is_alphanumeric);
                match first.parse::<usize>() {
                    Ok(last) if is_title => TypedCommand::Pin(last, title.trim().into()),
                    _ => TypedCommand::Pin(0, rest.into()),
                }
            }
            ("e" | "event", name) if !name.is_empty() => TypedCommand::Event(name.into()),
            ("i" | "hint", "") => TypedCommand::Hint,
            ("l" | "log", "") => TypedCommand::Log,
            ("rules", word) => TypedCommand::Rules(word.into()),
            ("t" | "table", zones) => TypedCommand::Table(zones.into()),
            ("o" | "options", "") => TypedCommand::Options,
            ("w" | "why", card) => TypedCommand::Why(card.into()),
            ("c" | "card", card) => TypedCommand::Card(card.into()),
            ("r" | "reload", "") => TypedCommand::Reload,
            ("f" | "fizzle", "") => TypedCommand::Fizzle,
            ("?" | "h" | "help", _) => TypedCommand::Help,
            ("concede", "") => TypedCommand::Concede,
            ("record", file) if !file.is_empty() => TypedCommand::Record(file.into()),
            ("new", "") => TypedCommand::New,
            ("q" | "quit" | "exit", "") => TypedCommand::Quit,
            _ => TypedCommand::Unknown(line.into()),
        }
    }
}

/// The list of commands, for people.
pub fn help() -> Vec<String> {
    vec![
        ui!(
            "help-answer",
            "Answer with the number of what you choose, as it stands before it; several numbers with spaces between them."
        ),
        ui!("help-enter", "Enter alone takes the default, where one is shown."),
        ui!("help-yes", "  y, n      yes or no, where that is asked"),
        ui!("help-pass", "  p         pass"),
        ui!("help-undo", "  u         undo: take back your last choice and all that followed"),
        ui!("help-back", "  back [N], forward [N], at N   go over answers; another answer is a branch"),
        ui!("help-go", "  go        go on from here: bots play again, and what lies ahead is kept"),
        ui!("help-instead", "  instead   where you went back to a bot's answer: answer in its place"),
        ui!("help-branches", "  branches, branch N            what was played otherwise, and to play it"),
        ui!("help-pin", "  pin [N] [TITLE]               this, or your last N choices, as a scenario"),
        ui!("help-again", "  again     go on from the last step as it goes under the text you saved"),
        ui!("help-hint", "  i         hint: what a bot would do in your place, and what each answer is worth to it"),
        ui!("help-log", "  l         log: everything that happened, as far as you may know"),
        ui!("help-table", "  t [ZONE]  table: what lies in every zone, in words; or only in zones called so"),
        ui!("help-options", "  o         options: all of them, if they are too many for the screen"),
        ui!("help-why", "  w CARD    why not: why a card of yours cannot be used now"),
        ui!("help-word", "  w WORD    why: an action, a window, a number or a zone, as it stands now"),
        ui!("help-rules", "  rules [WORD]   how a turn goes and what you may do; or the rules that have a word"),
        ui!("help-event", "  w EVENT   why: what led to an event, forbade it, followed; e EVENT, too"),
        ui!(
            "help-card",
            "  c CARD    card: what it says, and how it stands (a name, a part of it, or an option's number)"
        ),
        ui!("help-reload", "  r         reload: look for changed files now; it happens by itself when you save one"),
        ui!("help-concede", "  concede   give up this game"),
        ui!("help-record", "  record FILE   keep the record of this game in a file, from its beginning"),
        ui!("help-new", "  new       another game of the same kind, when this one is over"),
        ui!("help-quit", "  q         quit; on a page: back to the table"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_is_no_text_ends_nothing() {
        let mut lines = Vec::new();
        read_lines(&b"1\n\xff2\r\nlast"[..], |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines, ["1", "\u{fffd}2", "last"]);
    }

    #[test]
    fn a_line_without_an_end_is_not_kept_whole() {
        let long = "1 ".repeat(100_000) + "\n2\n";
        let mut lines = Vec::new();
        read_lines(long.as_bytes(), |line| {
            lines.push(line);
            true
        });
        assert!(lines[0].len() < 10_000 && lines[0].ends_with('…'), "{}", lines[0].len());
        assert!(matches!(TypedCommand::parse(&lines[0]), TypedCommand::Unknown(_)), "a part of it is no answer");
        assert_eq!(lines[1..], ["2"]);
    }

    #[test]
    fn lines_are_numbers_commands_or_unknown() {
        let check = |line: &str, expected: TypedCommand| assert_eq!(TypedCommand::parse(line), expected, "{line}");
        check("  ", TypedCommand::Enter);
        let numbers = |list: &[i64]| TypedCommand::Choose(list.iter().map(|n| Named::Number(*n)).collect());
        check("3", numbers(&[3]));
        check(" 1,2  10 ", numbers(&[1, 2, 10]));
        check("-1", numbers(&[-1]));
        check("7 #2", TypedCommand::Choose(vec![Named::Number(7), Named::Place(2)]));
        check("#x", TypedCommand::Unknown("#x".into()));
        check("p", TypedCommand::Pass);
        check("w  Ember Drake ", TypedCommand::Why("Ember Drake".into()));
        check("t", TypedCommand::Table(String::new()));
        check("p 3", TypedCommand::Unknown("p 3".into()));
        check("back", TypedCommand::Back(1));
        check("forward 3", TypedCommand::Forward(3));
        check("at", TypedCommand::Unknown("at".into()));
        check("back x", TypedCommand::Unknown("back x".into()));
        check("pin 4 The wolf dies", TypedCommand::Pin(4, "The wolf dies".into()));
        check("pin 50 % off", TypedCommand::Pin(0, "50 % off".into()));
        check("pin The wolf dies", TypedCommand::Pin(0, "The wolf dies".into()));
        check("1 x", TypedCommand::Unknown("1 x".into()));
    }
}
