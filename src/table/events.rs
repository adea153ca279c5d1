//! Events: the log for one person, as lines of the transcript, each with data for programs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Table;
use super::view::is_minor;
use crate::kernel::model::event;
use crate::kernel::model::log_lines::{Fact, Lasting, Line, LogLine};
use crate::kernel::model::viewers::Eyes;
use crate::kernel::tell::event_fates::{EventFate, FateLine, fate_lines};
use crate::kernel::tell::object_words::Reader;
use crate::kernel::tell::transcript::transcript_entries;
use crate::kernel::{Rules, Seat};

/// Something that happened, as one person may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The number of its line in the log, from 0: later events have greater ones, and some lines are told to nobody.
    pub number: u32,
    /// The kind of line: `event`, `used`, `chose`, `passed`, `opened`...
    pub kind: String,
    /// The event's name in the game's manifest, or of a built-in event; for `event` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The cards that it names and that the person saw then, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cards: Vec<u16>,
    /// The number of windows and uses in which the event happened.
    pub depth: u8,
    /// The line in words.
    pub text: String,
    /// True if the lines around the event, or the table, show the same.
    pub is_minor: bool,
}

/// A line of what became of the proposed events, as one person may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The number of the line in the log, from 0; of an event that did not happen that of the next line.
    pub number: u32,
    /// What became of it.
    pub stage: Stage,
    /// The line in words, with the reason for which it happened or not.
    pub text: String,
    /// The number of windows and uses around it.
    pub depth: u8,
}

/// What became of something that was proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A use, a turn or a phase began, from which the next events come.
    Begun,
    /// An event was proposed and did not happen.
    Prevented,
    /// An event was proposed and replaced.
    Replaced,
    /// An event happened.
    Happened,
    /// A trigger waited for an event, and resolves now.
    Triggered,
    /// Something that is no event: a choice, a pass, a window.
    Beside,
}

impl From<EventFate> for Stage {
    fn from(fate: EventFate) -> Stage {
        match fate {
            EventFate::Begun => Stage::Begun,
            EventFate::Prevented => Stage::Prevented,
            EventFate::Replaced => Stage::Replaced,
            EventFate::Happened => Stage::Happened,
            EventFate::Triggered => Stage::Triggered,
            EventFate::Beside => Stage::Beside,
        }
    }
}

impl Table {
    /// The fates of the proposed events from the line `from` of the log on, as far as the person at a seat may know
    /// them; without a seat, as far as everybody may.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn steps(&self, seat: Option<Seat>, from: u32) -> crate::error::Result<Vec<Step>> {
        self.has_seats(seat.as_slice())?;
        let eyes = seat.map_or(Eyes::default(), |seat| self.person(seat));
        let world = self.world();
        let lines = fate_lines(world.game(), &world.log, Reader { names: self.names(), eyes: Some(eyes) }, from);
        let step =
            |line: FateLine| Step { number: line.number, stage: line.fate.into(), text: line.text, depth: line.depth };
        Ok(lines.into_iter().map(step).collect())
    }

    /// Events from the line `from` of the log on, as the person who holds a seat may know them.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn events(&self, seat: Seat, from: u32) -> crate::error::Result<Vec<Event>> {
        self.has_seats(&[seat])?;
        Ok(self.events_for(self.person(seat), from))
    }

    /// The events as everybody may know them.
    pub fn public_events(&self, from: u32) -> Vec<Event> {
        self.events_for(Eyes::default(), from)
    }

    fn events_for(&self, eyes: Eyes, from: u32) -> Vec<Event> {
        let world = self.world();
        let log = &world.log;
        let entries = transcript_entries(world.game(), log, Reader { names: self.names(), eyes: Some(eyes) });
        let number = |at: usize| log.before + at as u32;
        let event = |(at, text): (usize, String)| {
            let (line, rules) = (&log.lines.get(at), log.rules_of(at).unwrap_or(&world.rules));
            Event {
                number: number(at),
                kind: kind(&line.line).into(),
                name: name(rules, &line.line),
                cards: cards(line, eyes),
                depth: line.depth,
                text: text.trim_start().into(),
                is_minor: is_minor(world, &line.line),
            }
        };
        let later = entries.into_iter().filter(|line| number(line.at) >= from);
        later.map(|line| event((line.at, line.text))).collect()
    }
}

fn name(rules: &Rules, line: &Line) -> Option<String> {
    let kind = match line {
        Line::Event(event) => event.kind,
        Line::Lasting(Lasting::Permitted { .. }) => event::PERMITTED,
        Line::Lasting(_) => event::MODIFIED,
        _ => return None,
    };
    Some(rules.name(rules.events[kind.index()].name).to_string())
}

fn cards(line: &LogLine, eyes: Eyes) -> Vec<u16> {
    let seen = |fact: &Fact| match fact {
        Fact::Card { card, seen_by, .. } if seen_by & eyes.0 != 0 => Some(card.0),
        _ => None,
    };
    line.facts.iter().filter_map(seen).collect()
}

fn kind(line: &Line) -> &'static str {
    match line {
        Line::Event(_) | Line::Lasting(_) => "event",
        Line::Used { .. } => "used",
        Line::Copied { .. } => "copied",
        Line::Paid(..) => "paid",
        Line::Triggered(..) => "triggered",
        Line::NoEffect(..) => "no_effect",
        Line::Lapsed(..) => "lapsed",
        Line::Replaced(..) => "replaced",
        Line::Opened(_) => "opened",
        Line::Closed(_) => "closed",
        Line::Passed(..) => "passed",
        Line::NotAsked(..) => "not_asked",
        Line::Chose { .. } => "chose",
        Line::Phase(_) => "phase",
        Line::Level(..) => "level",
        Line::Ended(_) => "ended",
        Line::Failed { .. } => "failed",
        Line::Uncancellable(_) => "uncancellable",
        Line::Full(..) => "full",
        Line::Note(..) => "note",
        Line::BrokenOff(_) => "broken_off",
        Line::GivenUp(_) | Line::Ends(_) => "given_up",
    }
}
