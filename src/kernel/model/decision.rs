//! Decisions: what the kernel asks, complete as data, and the answers to it.
//!
//! Answers are content (cards, words, numbers), never places in a list, so they survive an edit
//! of a card.

use crate::kernel::model::ability::Cost;
use crate::kernel::model::board::Mask;
use crate::kernel::model::context::Context;
use crate::kernel::model::lang::{Selection, SetRules};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;
use std::sync::Arc;

/// The legal pairs of an assignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// The objects that receive others, in order.
    pub from: Vec<Value>,
    /// The objects that are given out.
    pub to: Vec<Value>,
    /// The pairs that are legal.
    pub legal: Vec<(Value, Value)>,
    /// Further rules for all pairs together; `None`: no object is in two pairs.
    pub bounds: Option<Box<Bounds>>,
}

/// Bounds and rules for the pairs of an assignment together.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The minimum and maximum of assigned objects, for each object of `from`.
    pub per_from: Vec<(u32, u32)>,
    /// The minimum and maximum of receivers, for each object of `to`.
    pub per_to: Vec<(u32, u32)>,
    /// Rules for the set that one receiver gets, with the receiver as `it`.
    pub sets: Option<Arc<SetRules>>,
    /// The context in which the rules are evaluated.
    pub context: Box<Context>,
    /// One legal assignment, so that the question always has a known answer; empty if no pair is legal.
    pub example: Vec<(Value, Value)>,
}

impl Pairs {
    /// The most pairs that all objects together permit.
    pub fn most(&self) -> usize {
        let Some(bounds) = &self.bounds else { return self.from.len().min(self.to.len()) };
        let all = |bounds: &[(u32, u32)], others: usize| {
            bounds.iter().map(|(_, most)| (*most as usize).min(others)).sum::<usize>()
        };
        let (from, to) = (all(&bounds.per_from, self.to.len()), all(&bounds.per_to, self.from.len()));
        from.min(to).min(self.legal.len())
    }

    /// The fewest pairs that all objects together require.
    pub fn least(&self) -> usize {
        let Some(bounds) = &self.bounds else { return 0 };
        let all = |bounds: &[(u32, u32)]| bounds.iter().map(|(least, _)| *least as usize).sum::<usize>();
        all(&bounds.per_from).max(all(&bounds.per_to))
    }
}

impl Kind {
    /// True if the question has an answer as far as its bounds tell: enough options, a range that is not empty, or a
    /// legal pair.
    pub fn can_be_met(&self) -> bool {
        match self {
            Kind::Pick { options, min, max, .. } => options.len() >= *min as usize && min <= max,
            Kind::Number(low, high) => low <= high,
            Kind::Assign(pairs) => !pairs.legal.is_empty(),
            _ => true,
        }
    }

    /// The pairs of a decision that assigns.
    pub fn pairs(&self) -> Option<&Pairs> {
        match self {
            Kind::Assign(pairs) => Some(pairs),
            _ => None,
        }
    }
}

/// A possible use: an ability, with its card, or the card it is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Renumber)]
pub struct Choice {
    /// The ability to use.
    pub ability: AbilityId,
    /// The card that has the ability, or that the ability is used for; `None`: the ability needs no card.
    pub card: Option<Card>,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The seat that answers.
    pub seat: Seat,
    /// The subject of the question: a card.
    pub card: Option<Card>,
    /// The subject of the question: an ability.
    pub ability: Option<AbilityId>,
    /// The window that asks; `None`: something else does.
    pub window: Option<WindowId>,
    /// The target or the part of a cost that is chosen.
    pub slot: Option<Sym>,
    /// The reason for the question, in the words of a script.
    pub why: Option<Arc<str>>,
    /// True if the others may not learn the answer, even about things that they see.
    pub secret: bool,
    /// The kind of answer.
    pub kind: Kind,
    /// Seconds to answer, for the driver that keeps a clock.
    pub deadline: Option<u32>,
    /// The answer given when the deadline has passed; `None`: a pass if that is legal, else the first legal answer.
    pub default: Option<Value>,
    /// A script's conditions on the options, and the reasons told where they fail.
    pub needs: Option<Arc<Selection>>,
}

/// The kind of answer that a decision asks for, with the legal options.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A use of an offered ability, or a pass.
    Act {
        /// The abilities that may be used.
        options: Vec<Choice>,
        /// True if the player may pass.
        may_pass: bool,
    },
    /// A choice of some objects.
    Pick {
        /// The objects that may be chosen.
        options: Vec<Value>,
        /// The least number of chosen objects.
        min: u32,
        /// The greatest number of chosen objects.
        max: u32,
        /// The rule that the chosen set must meet.
        rule: PickRule,
        /// True if the asker wants a list, even of one object.
        list: bool,
    },
    /// An order of these objects: the answer names each of them once.
    Order(Vec<Value>),
    /// A number from the first to the second, both included.
    Number(i64, i64),
    /// Assign objects to others, as pairs.
    Assign(Pairs),
}

/// A rule for a chosen set.
#[derive(Clone, Debug, PartialEq)]
pub enum PickRule {
    /// No further rule.
    Free,
    /// The set leaves it possible to complete the use that this seat declares.
    Declare(Seat),
    /// The set pays these pips of the seat's declaration, and leaves enough for the rest of its cost.
    Pips(Cost, Seat),
    /// These rules, evaluated in a context.
    Rules(Arc<SetRules>, Box<Context>),
    /// The chosen spaces form a path on a board: each lies one step from the space before it.
    Path {
        /// The space where the path begins.
        from: Zone,
        /// The places that may be entered.
        open: Mask,
        /// The places where the path may end.
        ends: Mask,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Answer {
    /// A pass.
    Pass,
    /// A use of this ability with this card.
    Act(Choice),
    /// The chosen values, in this order.
    Values(Vec<Value>),
}

impl Decision {
    /// A decision that has only a seat and a kind of answer: no subject, no reason, no deadline and no default.
    pub fn new(seat: Seat, kind: Kind) -> Decision {
        let (card, ability, window, slot, why) = (None, None, None, None, None);
        let (deadline, default, needs) = (None, None, None);
        Decision { seat, card, ability, window, slot, why, kind, secret: false, deadline, default, needs }
    }

    /// True if the asker wants a list rather than one value.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Order(_) | Kind::Assign(_) | Kind::Pick { list: true, .. })
    }

    /// A hash that tells questions apart: of the seat, the subject, the bounds and the options, but of no text.
    pub fn question(&self) -> u32 {
        let mut bytes = Vec::with_capacity(128);
        bytes.push(self.seat.0);
        let mut put = |n: u32| bytes.extend_from_slice(&n.to_le_bytes());
        put(self.ability.map_or(u32::MAX, |a| a.0));
        put(self.card.map_or(u32::MAX, |c| c.0 as u32));
        put(self.slot.map_or(u32::MAX, |s| s.0));
        match &self.kind {
            Kind::Act { options, may_pass } => {
                put(*may_pass as u32);
                for o in options {
                    let card = o.card.map_or(u32::MAX, |c| c.0 as u32);
                    bytes.extend_from_slice(&(u64::from(card) << 32 | u64::from(o.ability.0)).to_le_bytes());
                }
            }
            Kind::Pick { options, min, max, .. } => {
                put(*min);
                put(*max);
                options.iter().for_each(|o| o.feed(&mut bytes));
            }
            Kind::Order(items) => items.iter().for_each(|o| o.feed(&mut bytes)),
            Kind::Number(low, high) => {
                put(*low as u32);
                put(*high as u32);
            }
            Kind::Assign(pairs) => pairs.legal.iter().for_each(|(f, t)| {
                f.feed(&mut bytes);
                t.feed(&mut bytes);
            }),
        }
        xxhash_rust::xxh3::xxh3_64(&bytes) as u32
    }
}

/// The most sets of options that a search for legal sets tries before it stops.
pub const MAX_SETS: u32 = 20_000;
