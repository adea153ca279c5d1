//! Event fates: each line of the log with its fate: the event happened, was forbidden, was replaced, or triggered
//! something.

use crate::kernel::model::game_log::Log;
use crate::kernel::model::log_lines::{Line, LogLine};
use crate::kernel::read::game::Game;
use crate::kernel::tell::event_explanations::{NamesForReader, begins, cause, check_of, tell_dropped};
use crate::kernel::tell::object_words::Reader;
use crate::kernel::tell::transcript::transcript_entries;

/// The fate of a line: what became of the event in it, or what else the line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFate {
    /// A use, a turn or a phase began, from which the next events come.
    Begun,
    /// An event was proposed and did not happen.
    Prevented,
    /// An event was proposed and replaced.
    Replaced,
    /// An event happened.
    Happened,
    /// A trigger that an event set off begins to resolve.
    Triggered,
    /// Something that is no event: a choice, a pass, a window.
    Beside,
}

/// A line of the log, or an event that did not happen, with its fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FateLine {
    /// The number of the line in the log. A prevented event has no line there, and gets the number of the next line.
    pub number: u32,
    /// The fate.
    pub fate: EventFate,
    /// The line in words, with the cause of its event, or the reason for which the event was prevented.
    pub text: String,
    /// The number of windows and uses within which the line was written.
    pub depth: u8,
}

/// The lines of the log from number `first` on, and the events that were prevented between them, each with its fate, in
/// words for a reader.
pub fn fate_lines(game: Game, log: &Log, reader: Reader, first: u32) -> Vec<FateLine> {
    let lines: &[LogLine] = &log.lines.iter().collect::<Vec<_>>();
    let from = (first.saturating_sub(log.before) as usize).min(lines.len());
    let names = NamesForReader { game, reader, lines: &lines[from..], from };
    let number = |at: usize| log.before + at as u32;
    let (mut out, mut next) = (Vec::new(), from);
    let prevented = |from: usize, to: usize, depth: u8, out: &mut Vec<FateLine>| {
        for at in from..=to {
            let mut texts = Vec::new();
            tell_dropped(names, log, at, &mut texts);
            out.extend(texts.into_iter().map(|text| FateLine {
                number: number(at),
                fate: EventFate::Prevented,
                text,
                depth,
            }));
        }
    };
    for entry in transcript_entries(game, log, reader).into_iter().filter(|entry| entry.at >= from) {
        let LogLine { line, depth, .. } = &lines[entry.at];
        prevented(next, entry.at, *depth, &mut out);
        next = entry.at + 1;
        let cause = match line {
            Line::Event(event) if log.rules_of(entry.at).is_none() => {
                cause(names, event, check_of(names, log, entry.at))
            }
            _ => String::new(),
        };
        let text = format!("{}{cause}", entry.text.trim());
        out.push(FateLine { number: number(entry.at), fate: fate(line), text, depth: *depth });
    }
    prevented(next, lines.len(), 0, &mut out);
    out
}

fn fate(line: &Line) -> EventFate {
    match line {
        Line::Triggered(..) => EventFate::Triggered,
        Line::Event(_) | Line::Lasting(_) => EventFate::Happened,
        Line::Replaced(..) => EventFate::Replaced,
        Line::NoEffect(..) | Line::Lapsed(..) | Line::Uncancellable(_) | Line::Full(..) => EventFate::Prevented,
        line if begins(line) => EventFate::Begun,
        _ => EventFate::Beside,
    }
}
