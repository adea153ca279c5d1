//! Event explanations: why an event happened or not: the proposal, replacements, prohibitions, and triggers.

use crate::kernel::model::checks::Check;
use crate::kernel::model::event;
use crate::kernel::model::game_log::{Dropped, Log, Obstacle};
use crate::kernel::model::log_lines::{Fact, Lasting, Line, LogLine};
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::translation::say;
use crate::kernel::model::value::{Card, EventId};
use crate::kernel::read::game::Game;
use crate::kernel::tell::object_words::Reader;
use crate::kernel::tell::transcript::{TranscriptEntry, in_any_case, proposed, transcript_entries};

/// Explains the last event of these kinds that happened or was prevented: a text for each line of the log from its
/// cause to its last consequence. Empty if the log has no such event.
pub fn happened(game: Game, log: &Log, reader: Reader, kinds: &[EventId]) -> Vec<String> {
    let is_it = |event: &Event| kinds.contains(&event.kind);
    let lines: &[LogLine] = &log.lines.iter().collect::<Vec<_>>();
    let last = lines.iter().rposition(|line| kind_of(&line.line).is_some_and(|kind| kinds.contains(&kind)));
    let dropped = log.dropped.iter().rev().find(|d| is_it(&d.event)).map(|d| d.at.saturating_sub(log.before) as usize);
    let Some(at) = last.max(dropped.map(|at| at.min(lines.len()))) else { return Vec::new() };
    // The explanation starts with the latest line before the event that begins something, or with the event itself if
    // it does.
    let is_first = lines.get(at).is_some_and(|line| begins(&line.line));
    let from = if is_first { at } else { (0..at).rev().find(|i| begins(&lines[*i].line)).unwrap_or(0) };
    let to = (at + 1..lines.len()).find(|i| ends(&lines[*i].line)).unwrap_or(lines.len());
    let texts = transcript_entries(game, log, reader);
    let names = NamesForReader { game, reader, lines: &lines[from..to.max(from)], from };
    let mut out = Vec::new();
    for (i, found) in lines.iter().enumerate().take(to).skip(from) {
        tell_dropped(names, log, i, &mut out);
        let line = log.rules_of(i).is_none().then_some(&found.line);
        let is_told = |entry: &&TranscriptEntry| (entry.at..entry.at + entry.lines).contains(&i);
        let text = match (texts.iter().find(is_told), line) {
            (Some(entry), _) if entry.at == i => entry.text.trim().to_string(),
            // The line that somebody asks about is told, even if the transcript leaves it out.
            (None, Some(Line::Event(event))) if i == at => in_any_case(game, event, found, reader),
            _ => continue,
        };
        out.push(match line {
            _ if i == from && i < at => say!(game.rules, "began-with", "it began with: {text}", text = text),
            Some(Line::Event(event)) => {
                say!(
                    game.rules,
                    "happened",
                    "happened: {text}{cause}",
                    text = text,
                    cause = cause(names, event, check_of(names, log, i))
                )
            }
            Some(Line::Replaced(..)) => say!(game.rules, "replaced", "replaced: {text}", text = text),
            Some(Line::Triggered(..)) => say!(game.rules, "then", "then: {text}", text = text),
            Some(_) if i == at => say!(game.rules, "happened", "happened: {text}{cause}", text = text, cause = ""),
            _ => text,
        });
    }
    // Events that were prevented after the last line of the log are told here, because no line follows them.
    tell_dropped(names, log, to, &mut out);
    out
}

/// The kind of event that a line of the log tells; `None` if it tells no event, or one that another line tells better.
fn kind_of(line: &Line) -> Option<EventId> {
    Some(match line {
        // Lines of other kinds tell these events, and say more.
        Line::Event(event) if OWN_LINES.contains(&event.kind) => return None,
        Line::Event(event) => event.kind,
        Line::Replaced(.., event) => event.kind,
        Line::Used { .. } => event::USED,
        Line::Copied { .. } => event::COPIED,
        Line::Lasting(Lasting::Permitted { .. }) => event::PERMITTED,
        Line::Lasting(_) => event::MODIFIED,
        Line::Phase(_) => event::PHASE_BEGAN,
        Line::Level(..) => event::LEVEL_BEGAN,
        Line::Ended(_) => event::RESULT,
        _ => return None,
    })
}

/// The kinds of events that another line of the log tells better than `Line::Event`: `Line::Used` tells a use,
/// `Line::Phase` the beginning of a phase.
const OWN_LINES: [EventId; 7] = [
    event::USED,
    event::COPIED,
    event::PERMITTED,
    event::MODIFIED,
    event::PHASE_BEGAN,
    event::LEVEL_BEGAN,
    event::RESULT,
];

/// True for a line that may be the cause of later ones.
pub(super) fn begins(line: &Line) -> bool {
    let is_step = matches!(line, Line::Phase(_) | Line::Level(..));
    is_step || matches!(line, Line::Used { .. } | Line::Copied { .. } | Line::Triggered(..))
}

/// True for a line at which the consequences of an earlier event end, because something else begins.
fn ends(line: &Line) -> bool {
    matches!(line, Line::Phase(_) | Line::Level(..) | Line::Passed(..) | Line::Used { .. } | Line::Ended(_))
}

/// Tells the events that were prevented just before a line of the log; `before` is the line's number among the kept
/// lines.
pub(super) fn tell_dropped(names: NamesForReader, log: &Log, before: usize, out: &mut Vec<String>) {
    let here = log.dropped.iter().filter(|d| d.at.saturating_sub(log.before) as usize == before);
    out.extend(here.map(|Dropped { event, why, .. }| {
        let what = proposed(names.game, event, names.reader);
        let rules = names.game.rules;
        match why {
            Obstacle::Forbidden(by) => {
                let who = by.map_or_else(
                    || names.game.rule_that_forbids(Some(rules.events[event.kind.index()].name)),
                    |card| names.of(card),
                );
                say!(rules, "forbidden-by", "forbidden: {what} ({who} forbids it)", what = what, who = who)
            }
            Obstacle::Elsewhere => {
                say!(rules, "elsewhere", "not possible: {what} (what it is about is not where it must be)", what = what)
            }
            Obstacle::NoRoom => say!(rules, "no-room", "not possible: {what} (there is no room)", what = what),
            Obstacle::Uncancellable => {
                say!(rules, "not-cancellable", "not possible: {what} (it cannot be cancelled)", what = what)
            }
            Obstacle::Lost => {
                say!(rules, "lost-before", "not possible: {what} (the player has lost before)", what = what)
            }
            Obstacle::InALane => {
                say!(
                    rules,
                    "in-a-lane",
                    "not possible: {what} (nothing of the kind happens in a hidden window)",
                    what = what
                )
            }
        }
    }));
}

/// The check that proposed the event in a line of the log; `None`: the event has another cause, or the check is no
/// longer known.
pub(super) fn check_of<'g>(names: NamesForReader<'g>, log: &Log, line: usize) -> Option<&'g Check> {
    let number = |at: u32| at.saturating_sub(log.before) as usize;
    let found = log.checked.iter().rev().find(|checked| number(checked.at) <= line)?;
    let check = names.game.rules.checks.get(found.check as usize)?;
    let Line::Event(event) = &names.line(line)?.line else { return None };
    let is_its = |line: usize| names.line(line).is_some_and(|line| !begins(&line.line));
    let proposed = check.does.iter().any(|p| {
        let parts = &names.game.rules.events[p.event.index()].does;
        p.event == event.kind || parts.iter().any(|part| part.event == event.kind)
    });
    (proposed && event.role == Role::Rule && (number(found.at)..=line).all(is_its)).then_some(check)
}

/// The remark in brackets behind an event: the card or check that it comes from, and how many replacements led to it;
/// empty if there is nothing to say.
pub(super) fn cause(names: NamesForReader, event: &Event, check: Option<&Check>) -> String {
    let rules = names.game.rules;
    let checked = check.map(|check| say!(rules, "by-check", "by the check `{check}`", check = rules.name(check.name)));
    let source = event.source.map(|card| say!(rules, "by-card", "by {card}", card = names.of(card)));
    let source = source.or(checked);
    let replaced = match event.replaced_by.len() {
        0 => None,
        1 => Some(say!(rules, "in-place", "in place of something else")),
        n => Some(say!(rules, "after-replacements", "after {n} replacements", n = n)),
    };
    let parts: Vec<String> = source.into_iter().chain(replaced).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// Looks up the names of cards for a reader: as she saw them in `lines` of the log, otherwise as she sees them now.
#[derive(Clone, Copy)]
pub(super) struct NamesForReader<'a> {
    pub game: Game<'a>,
    pub reader: Reader<'a>,
    pub lines: &'a [LogLine],
    /// The place of the first of `lines` among all lines that the log still has.
    pub from: usize,
}

impl<'a> NamesForReader<'a> {
    /// The line at a place among all lines that the log still has; `None` if it is not one of `lines`.
    fn line(self, at: usize) -> Option<&'a LogLine> {
        self.lines.get(at.checked_sub(self.from)?)
    }

    fn of(self, card: Card) -> String {
        let sees = |seen_by: u8| self.reader.eyes.is_none_or(|eyes| seen_by & eyes.0 != 0);
        let then = self.lines.iter().flat_map(|line| &line.facts).find_map(|fact| match fact {
            Fact::Card { card: named, def, seen_by } if *named == card && sees(*seen_by) => Some(*def),
            _ => None,
        });
        let rules = self.game.rules;
        let is_seen = || self.reader.eyes.is_none_or(|eyes| eyes.see(self.game.state, rules, card));
        match then {
            // The rules may have been replaced since, and may have fewer definitions now.
            Some(def) if def.index() < rules.defs.len() => rules.card_said(def).to_string(),
            _ if is_seen() => self.game.card_name(card).to_string(),
            _ => say!(rules, "unseen-card", "a card that you do not see"),
        }
    }
}
