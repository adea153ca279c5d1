//! Log: what happened, line by line, with how deep it was nested.

use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::{Event, Outcome, State};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use std::sync::Arc;

/// The log of a game, from some point on.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines that are kept.
    pub lines: Vec<LogLine>,
    /// How many lines came before those.
    pub before: u32,
    /// Whether lines are kept at all; their hash always is.
    pub kept: bool,
    /// Rules that were replaced while the game was played, and the number of the line after the last one written under
    /// them: the numbers in it are theirs.
    pub replaced: Vec<(u32, Arc<Rules>)>,
}

impl Log {
    /// The rules under which a line was written, if they are no longer those of the game.
    pub fn rules_of(&self, line: usize) -> Option<&Arc<Rules>> {
        let number = self.before + line as u32;
        self.replaced.iter().find(|(end, _)| number < *end).map(|(_, rules)| rules)
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// In how many windows and uses it happened.
    pub depth: u8,
    /// What happened.
    pub line: Line,
    /// What it names, as that was when it happened.
    pub facts: Vec<Fact>,
    /// Whether it is bookkeeping of the game's own rules, which no transcript tells.
    pub is_quiet: bool,
}

/// What a line names, as it was when the line was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A card.
    Card {
        /// Which one.
        card: Card,
        /// What it was.
        def: DefId,
        /// Seats that saw its face, before or after what happened: one bit each.
        seen_by: u8,
    },
    /// A use.
    Use {
        /// Which one.
        id: UseId,
        /// What was used.
        ability: AbilityId,
        /// What its card was.
        def: Option<DefId>,
    },
    /// A record.
    Record {
        /// Which one.
        id: RecId,
        /// What it is.
        kind: RecKind,
        /// The cards of the first of its fields that held some.
        cards: Vec<Value>,
    },
}

/// What a line of the log says.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// An event happened.
    Event(Event),
    /// A use was declared: its ability, card, user, targets, and what it replies to.
    Used {
        /// The use.
        id: UseId,
        /// What is used.
        ability: AbilityId,
        /// With which card.
        card: Option<Card>,
        /// By whom.
        user: Seat,
        /// On what.
        targets: Vec<Value>,
        /// In reply to what.
        reply_to: Option<Card>,
    },
    /// Cards paid the pips of what was used.
    Paid(Seat, Vec<Card>),
    /// A trigger resolves.
    Triggered(AbilityId, Option<Card>, Seat),
    /// A use had no effect: it was cancelled, or nothing was left to do.
    NoEffect(AbilityId, Option<Card>),
    /// A trigger lapsed.
    Lapsed(AbilityId, Option<Card>),
    /// An event was replaced: by what, on which card.
    Replaced(AbilityId, Option<Card>, Box<Event>),
    /// A window opened.
    Opened(WindowId),
    /// A window closed.
    Closed(WindowId),
    /// A player passed.
    Passed(Seat, WindowId),
    /// A player was not asked: she had nothing legal to do.
    NotAsked(Seat, WindowId),
    /// A player chose.
    Chose {
        /// Who.
        seat: Seat,
        /// What.
        value: Value,
        /// Why she was asked, in the words of a script or by the name of a window.
        why: Option<Arc<str>>,
        /// The card that asked.
        card: Option<Card>,
        /// Whether only she may know.
        secret: bool,
    },
    /// A phase began.
    Phase(Sym),
    /// A level began: which one, its number, for whom if it is somebody's.
    Level(LevelId, u32, Option<Seat>),
    /// A game ended.
    Ended(Outcome),
    /// A script failed: which one, where, why.
    Failed {
        /// The script.
        script: ScriptId,
        /// The file.
        file: Arc<str>,
        /// The line in it, from 1.
        line: u32,
        /// What went wrong.
        message: Arc<str>,
    },
    /// A remark.
    Note(Arc<str>),
    /// The rules went on without an end and were stopped, or the whole game was: in words.
    BrokenOff(Arc<str>),
}

impl Line {
    pub(in crate::kernel) fn feed(&self, out: &mut Vec<u8>) {
        let mut put = |tag: u8, a: u64, b: u64| {
            out.push(tag);
            out.extend_from_slice(&a.to_le_bytes());
            out.extend_from_slice(&b.to_le_bytes());
        };
        let card = |c: &Option<Card>| c.map_or(u64::MAX, |c| c.0 as u64);
        match self {
            Line::Event(event) => event.feed(out),
            Line::Used { id, ability, card: c, user, targets, reply_to } => {
                put(2, id.0 as u64, ability.0 as u64);
                put(2, card(c), user.0 as u64);
                put(2, card(reply_to), targets.len() as u64);
                targets.iter().for_each(|t| t.feed(out));
            }
            Line::Paid(s, cards) => {
                put(17, s.0 as u64, cards.len() as u64);
                cards.iter().for_each(|c| out.extend_from_slice(&c.0.to_le_bytes()));
            }
            Line::Triggered(a, c, s) => put(3, a.0 as u64, card(c) << 8 | s.0 as u64),
            Line::NoEffect(a, c) => put(4, a.0 as u64, card(c)),
            Line::Lapsed(a, c) => put(5, a.0 as u64, card(c)),
            Line::Replaced(a, c, e) => {
                put(6, a.0 as u64, card(c));
                e.feed(out);
            }
            Line::Opened(w) => put(7, w.0 as u64, 0),
            Line::Closed(w) => put(8, w.0 as u64, 0),
            Line::Passed(s, w) => put(9, w.0 as u64, s.0 as u64),
            Line::NotAsked(s, w) => put(10, w.0 as u64, s.0 as u64),
            Line::Chose { seat, value, .. } => {
                put(11, seat.0 as u64, 0);
                value.feed(out);
            }
            Line::Phase(p) => put(12, p.0 as u64, 0),
            Line::Level(l, n, s) => put(13, l.0 as u64, (*n as u64) << 8 | s.map_or(255, |s| s.0 as u64)),
            Line::Ended(o) => match o {
                Outcome::Won(s) => put(14, 0, s.0 as u64),
                Outcome::Shared(bits) => put(14, 3, *bits as u64),
                Outcome::Draw => put(14, 1, 0),
                Outcome::Aborted => put(14, 2, 0),
                Outcome::Over => put(14, 4, 0),
            },
            Line::Failed { script, line, .. } => put(15, script.0 as u64, *line as u64),
            Line::Note(text) | Line::BrokenOff(text) => {
                put(16, text.len() as u64, 0);
                out.extend_from_slice(text.as_bytes());
            }
        }
    }
}

impl Event {
    /// Appends bytes that tell events apart.
    pub fn feed(&self, out: &mut Vec<u8>) {
        out.push(1);
        out.extend_from_slice(&self.kind.0.to_le_bytes());
        self.fields.iter().for_each(|f| f.feed(out));
    }
}

impl State {
    /// In how many windows and uses we are.
    pub fn depth(&self) -> u8 {
        self.tasks.iter().filter(|t| matches!(t, Task::Window(_) | Task::Use(..))).count().min(255) as u8
    }
}
