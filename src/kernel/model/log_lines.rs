//! Log lines: what a log records of a game, each line with its depth of nesting.

use crate::kernel::model::event;
use intermezzo_derive::Renumber;

use crate::kernel::model::lang::Filter;

use crate::kernel::model::objects::{Event, Lasts, Modification, Outcome};

use crate::kernel::model::symbols::Sym;

use crate::kernel::model::value::*;

use std::sync::Arc;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct LogLine {
    /// The number of windows and uses around the line.
    pub depth: u8,
    /// The content of the line.
    pub line: Line,
    /// The state of the cards, uses and records that the line names, when it happened.
    pub facts: Vec<Fact>,
    /// True if no transcript tells the line, because the manifest declares its number, status, zone, window or kind of
    /// use `quiet`.
    pub is_quiet: bool,
}

/// A card, use or record that a line names, as it was when the line was written.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Fact {
    /// A card.
    Card {
        /// The card.
        card: Card,
        /// The definition of the card at that moment.
        def: DefId,
        /// The seats that saw its face before or after the event, as one bit for each.
        seen_by: u8,
    },
    /// A use.
    Use {
        /// The use.
        id: UseId,
        /// The ability of the use.
        ability: AbilityId,
        /// The definition of its card.
        def: Option<DefId>,
        /// True if the use was a copy.
        is_copy: bool,
    },
    /// A record.
    Record {
        /// The record.
        id: RecId,
        /// The kind of the record.
        kind: RecKind,
        /// The cards in the first field of the record that holds cards.
        cards: Vec<Value>,
    },
}

/// The kinds of line.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Line {
    /// An event happened.
    Event(Event),
    /// A use was declared: its ability, card, user and targets, and the use that it replies to.
    Used {
        /// The use.
        id: UseId,
        /// The ability used.
        ability: AbilityId,
        /// The card that was used.
        card: Option<Card>,
        /// The player.
        user: Seat,
        /// The targets.
        targets: Vec<Value>,
        /// The card of the use that it replies to.
        reply_to: Option<Card>,
    },
    /// A use was copied: the ability and the card of the copy, its player, and its targets.
    Copied {
        /// The ability copied.
        ability: AbilityId,
        /// The card of the copied use.
        card: Option<Card>,
        /// The player who uses the copy.
        user: Seat,
        /// The targets.
        targets: Vec<Value>,
    },
    /// Cards paid the pips of a use.
    Paid(Seat, Vec<Card>),
    /// A trigger resolves: its ability, its card and its player.
    Triggered(AbilityId, Option<Card>, Seat),
    /// A use without effect: it was cancelled, or had nothing left to do.
    NoEffect(AbilityId, Option<Card>),
    /// A trigger lapsed, because it could not be declared: its ability and its card.
    Lapsed(AbilityId, Option<Card>),
    /// An event was replaced: the ability, its card, and the event.
    Replaced(AbilityId, Option<Card>, Box<Event>),
    /// A window opened.
    Opened(WindowId),
    /// A window closed.
    Closed(WindowId),
    /// A player passed.
    Passed(Seat, WindowId),
    /// A window that did not ask a player, because she had no legal action.
    NotAsked(Seat, WindowId),
    /// A player chose, or chance.
    Chose {
        /// The player; `None` for chance.
        seat: Seat,
        /// The chosen value.
        value: Value,
        /// The reason for the question, in the words of a script or by the name of a window.
        why: Option<Why>,
        /// The card that asked.
        card: Option<Card>,
        /// True if only the player may know the choice.
        secret: bool,
    },
    /// A phase began.
    Phase(Sym),
    /// A level began: the level, its number, and its player, if it has one.
    Level(LevelId, u32, Option<Seat>),
    /// A game ended.
    Ended(Outcome),
    /// A script failed: which one, where, why.
    Failed {
        /// The script.
        script: ScriptId,
        /// The file of the script.
        file: Arc<str>,
        /// The line in it, from 1.
        line: u32,
        /// The error.
        message: Arc<str>,
        /// The seats that may read the place and the reason, one bit each: those that saw everything that the script
        /// had read.
        seen_by: u8,
    },
    /// A lasting effect begins or ends.
    Lasting(Lasting),
    /// A use could not be cancelled: its card.
    Uncancellable(Option<Card>),
    /// An automatic window ended because it had made as many uses as it may: the window, and that number.
    Full(WindowId, i64),
    /// A remark of an author, and the seats that may read it: one bit each.
    Note(Arc<str>, u8),
    /// The rules went on without an end and were stopped, or the whole game was.
    BrokenOff(Broken),
    /// An ability is given up, because evaluating it takes too many tests, or depends on its own result.
    GivenUp(AbilityId),
    /// A timed effect of a card ends, because evaluating it takes too many tests, or depends on its own result.
    Ends(Option<Card>),
}

/// The reason for a question.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Why {
    /// A text of a script.
    Said(Arc<str>),
    /// A window asked.
    Window(WindowId),
    /// The question whether an ability is used.
    Ability(AbilityId),
}

/// A lasting effect that begins or ends.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Lasting {
    /// A value is modified.
    Modified {
        /// The modified object: a card, a player, a filter of cards.
        object: Value,
        /// The name of the field.
        field: Sym,
        /// The modification.
        what: Modification,
        /// The duration of the change.
        lasts: Lasts,
    },
    /// A verb is forbidden or permitted.
    Permitted {
        /// The card or the players that the permission or prohibition is about.
        object: Value,
        /// True if the verb is forbidden, false if it is permitted.
        forbids: bool,
        /// The verb.
        verb: Sym,
        /// The cards and uses concerned.
        about: Vec<Arc<Filter>>,
        /// The duration of the rule.
        lasts: Lasts,
    },
    /// A card or a player gains an ability.
    Gained(Value, AbilityId, Lasts),
    /// A card loses an ability, or all of its abilities.
    Lost(Card, Option<AbilityId>, Lasts),
    /// A card gets back the abilities that it lost.
    Restored(Card),
    /// A named effect ends early: the card, player or filter of cards that it was on (`Nil`: no single object), and its
    /// name.
    Ended(Value, Sym),
}

/// The reason why the rules were stopped.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Broken {
    /// Too many tasks wait on the stack.
    Tasks,
    /// Too many steps were done without a decision.
    Steps,
    /// Too many scripts ran without a decision.
    Scripts,
    /// Too many events at once: an event of this kind causes another of its kind.
    Events(EventId),
    /// Evaluating a rule of the game itself takes too many tests; if the rule is an ability, which.
    TooMuch(Option<AbilityId>),
    /// The check with this name repeats without end.
    Check(Sym),
    /// The triggers of these abilities repeat without end.
    Triggers(Vec<AbilityId>),
    /// There were too many triggers without a decision, and none repeats.
    TooManyTriggers,
    /// An effect of the game's own rules had no room and was left out.
    NoRoom,
    /// The copies of a card caused too much together; the card is left out until the next answer.
    Share(DefId),
    /// The rules did not come to an end, so the static abilities and timed effects of this card, which is from a pack,
    /// are removed.
    HeldUp(DefId),
    /// A script failed without which the game cannot continue.
    Script(ScriptId),
    /// Somebody outside the rules stopped the game, for this reason.
    Stopped(Arc<str>),
}

impl Line {
    pub(in crate::kernel) fn feed(&self, out: &mut Vec<u8>) {
        let mut put = |tag: u8, a: u64, b: u64| put(out, tag, a, b);
        let card = |c: &Option<Card>| c.map_or(u64::MAX, |c| c.0 as u64);
        match self {
            Line::Event(event) => event.feed(out),
            Line::Used { id, ability, card: c, user, targets, reply_to } => {
                put(2, id.0 as u64, ability.0 as u64);
                put(2, card(c), user.0 as u64);
                put(2, card(reply_to), targets.len() as u64);
                targets.iter().for_each(|t| t.feed(out));
            }
            Line::Copied { ability, card: c, user, targets } => {
                put(27, ability.0 as u64, card(c));
                put(27, user.0 as u64, targets.len() as u64);
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
            Line::Phase(p) => put(12, p.hashed() as u64, 0),
            Line::Level(l, n, s) => put(13, l.0 as u64, (*n as u64) << 8 | s.map_or(255, |s| s.0 as u64)),
            Line::Ended(outcome) => feed_outcome(outcome, out),
            Line::Failed { script, line, .. } => put(15, script.0 as u64, *line as u64),
            Line::Note(text, _) => {
                put(16, text.len() as u64, 0);
                out.extend_from_slice(text.as_bytes());
            }
            Line::Lasting(lasting) => lasting.feed(out),
            Line::Uncancellable(c) => put(19, card(c), 0),
            Line::Full(w, n) => put(20, w.0 as u64, *n as u64),
            Line::GivenUp(ability) => put(22, ability.0 as u64, 0),
            Line::Ends(card) => put(22, u64::MAX, card.map_or(u64::MAX, |c| c.0 as u64)),
            Line::BrokenOff(why) => why.feed(out),
        }
    }
}

impl Lasting {
    fn feed(&self, out: &mut Vec<u8>) {
        let mut put = |tag: u8, a: u64, b: u64| put(out, tag, a, b);
        let length = |lasts: &Lasts| match lasts {
            Lasts::Level(level) => 1 << 32 | level.0 as u64,
            Lasts::Phase => 2 << 32,
            Lasts::Record(id) => 3 << 32 | id.0 as u64,
            Lasts::Use(id) => 4 << 32 | id.0 as u64,
            Lasts::Stay(card, _) => 5 << 32 | card.0 as u64,
            Lasts::Reset(card) => 6 << 32 | card.0 as u64,
            Lasts::Game => 7 << 32,
            Lasts::Until(level, seat) => 8 << 32 | (level.0 as u64) << 8 | seat.0 as u64,
            Lasts::Through(level, seat) => 9 << 32 | (level.0 as u64) << 8 | seat.0 as u64,
        };
        match self {
            Lasting::Modified { object, field, what, lasts } => {
                put(22, field.hashed() as u64, length(lasts));
                match what {
                    Modification::Add(attr, n) => put(0, attr.0 as u64, *n as u64),
                    Modification::Set(attr, n) => put(1, attr.0 as u64, *n as u64),
                    Modification::PrintedOf(attr, def) => put(2, attr.0 as u64, def.0 as u64),
                    Modification::Times(attr, n) => put(4, attr.0 as u64, *n as u64),
                    Modification::Least(attr, n) => put(5, attr.0 as u64, *n as u64),
                    Modification::Most(attr, n) => put(6, attr.0 as u64, *n as u64),
                    Modification::Word(slot, word) => put(3, *slot as u64, word.hashed() as u64),
                    Modification::Without(slot, word) => put(7, *slot as u64, word.hashed() as u64),
                }
                object.feed(out);
            }
            Lasting::Permitted { object, forbids, verb, about, lasts } => {
                put(23, (verb.hashed() as u64) << 1 | *forbids as u64, length(lasts));
                about.iter().for_each(|filter| Value::Filter(filter.clone()).feed(out));
                object.feed(out);
            }
            Lasting::Gained(object, ability, lasts) => {
                put(24, ability.0 as u64, length(lasts));
                object.feed(out);
            }
            Lasting::Lost(card, ability, lasts) => {
                put(25, (card.0 as u64) << 32 | ability.map_or(u32::MAX, |a| a.0) as u64, length(lasts));
            }
            Lasting::Restored(card) => put(26, card.0 as u64, 0),
            Lasting::Ended(object, called) => {
                put(27, called.hashed() as u64, 0);
                object.feed(out);
            }
        }
    }
}

impl Event {
    /// Appends the bytes of the line that go into the hash.
    pub fn feed(&self, out: &mut Vec<u8>) {
        out.push(1);
        out.extend_from_slice(&event::hashed(self.kind).to_le_bytes());
        self.fields.iter().for_each(|f| f.feed(out));
    }
}

#[inline]
/// Adds the end of a game to the hashed bytes.
fn feed_outcome(outcome: &Outcome, out: &mut Vec<u8>) {
    match outcome {
        Outcome::Won(s) => put(out, 14, 0, s.0 as u64),
        Outcome::Shared(bits) => put(out, 14, 3, *bits as u64),
        Outcome::Draw => put(out, 14, 1, 0),
        Outcome::Aborted => put(out, 14, 2, 0),
        Outcome::Over => put(out, 14, 4, 0),
        Outcome::Lost => put(out, 14, 5, 0),
    }
}

impl Broken {
    /// Adds the reason to the hashed bytes.
    fn feed(&self, out: &mut Vec<u8>) {
        match self {
            Broken::Tasks => put(out, 21, 0, 0),
            Broken::Steps => put(out, 21, 1, 0),
            Broken::Scripts => put(out, 21, 2, 0),
            Broken::Events(event) => put(out, 21, 3, event::hashed(*event) as u64),
            Broken::Check(name) => put(out, 21, 4, name.hashed() as u64),
            Broken::Triggers(all) => all.iter().for_each(|a| put(out, 21, 5, a.0 as u64)),
            Broken::TooManyTriggers => put(out, 21, 9, 0),
            Broken::TooMuch(ability) => put(out, 21, 8, ability.map_or(u64::MAX, |a| a.0 as u64)),
            Broken::NoRoom => put(out, 21, 12, 0),
            Broken::Share(card) => put(out, 21, 10, card.0 as u64),
            Broken::HeldUp(card) => put(out, 21, 11, card.0 as u64),
            Broken::Script(script) => put(out, 21, 6, script.0 as u64),
            // The cause of the stop, a clock or a memory limit, is no part of the game.
            Broken::Stopped(_) => put(out, 21, 7, 0),
        }
    }
}

/// Appends a tag and two numbers to the hashed bytes.
fn put(out: &mut Vec<u8>, tag: u8, a: u64, b: u64) {
    out.push(tag);
    out.extend_from_slice(&(u128::from(b) << 64 | u128::from(a)).to_le_bytes());
}
