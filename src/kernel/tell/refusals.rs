//! Refusals in words.

use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::lang::Cmp;
use crate::kernel::model::refusal::{Refusal, Unfit, Unheld, WhyNot};
use crate::kernel::model::rules::WindowAsk;
use crate::kernel::model::value::Value;
use crate::kernel::read::game::Game;
use crate::kernel::tell::describe::describe_card;

impl Game<'_> {
    /// Why an answer to a decision is refused, in words that tell its player nothing that she may not know.
    pub fn refused(self, decision: &Decision, why: &Refusal) -> String {
        match why {
            Refusal::NoSuchOption => "there is no such option".into(),
            Refusal::MustUse => "passing is not allowed here".into(),
            Refusal::MustChoose => "a choice is needed here".into(),
            Refusal::UseAsked => format!("you must use something or pass{}", self.in_phase()),
            Refusal::ChoiceAsked(choice) => {
                let why = format!(
                    "you must choose something, not use something{}: {}",
                    self.in_phase(),
                    self.prompt(decision)
                );
                self.with_timing(why, decision.seat, *choice)
            }
            Refusal::NotOffered(choice, why) => self.why_not(decision, *choice, why.as_ref()),
            Refusal::Twice(value) => format!("{} is named twice", self.show(value)),
            Refusal::NoOption(value) => self.no_option(decision, value),
            Refusal::TooFew { least, given } => format!("at least {least} must be chosen, not {given}"),
            Refusal::TooMany { most, given } => format!("at most {most} may be chosen, not {given}"),
            Refusal::PaymentCount { cost, needed, given } => {
                let cards = if *needed == 1 { "1 card pays".into() } else { format!("{needed} cards pay") };
                format!("the cost is {}: exactly {cards} it, not {given}", self.show_cost(cost))
            }
            Refusal::Unpaid(cost) => format!("these cards do not pay {}", self.show_cost(cost)),
            Refusal::Set(why) => self.say_unfit(why),
            Refusal::Incomplete(use_, why) => {
                let reason = match why {
                    WhyNot::NoTarget(name) => self.why_no_target((**use_).clone(), *name),
                    _ => None,
                };
                reason.unwrap_or_else(|| self.say_why(why))
            }
            Refusal::RestUnpaid(why) => {
                format!("the rest of the cost needs some of these cards: {}", self.say_why(why))
            }
            Refusal::NoWay => "each space of the way must be free and touch the one before it".into(),
            Refusal::OrderRepeats => "the order must name each of the cards once".into(),
            Refusal::OrderLacks => "the order must name all of the cards".into(),
            Refusal::Number(low, high) => format!("a number from {low} to {high} is needed"),
            Refusal::NoPairs => "pairs are needed here".into(),
            Refusal::NotAssignedTo(from) => format!("nothing can be assigned to {}", self.show(from)),
            Refusal::Has(from, other) => {
                format!("{} already has {}", self.assigned_to(decision, from), self.show(other))
            }
            Refusal::Assigned(to, from) => {
                format!("{} is already assigned to {}", self.show(to), self.assigned_to(decision, from))
            }
            Refusal::NotSoOften(from, least, most) => {
                format!("{} must have {}", self.assigned_to(decision, from), so_many(*least, *most))
            }
            Refusal::NotToSoMany(to, least, most) => {
                format!("{} must be assigned to {}", self.show(to), so_many(*least, *most))
            }
            Refusal::NoSet(from, why) => {
                format!("{}: {}", self.assigned_to(decision, from), self.say_unfit(why))
            }
            Refusal::NoPair { from, to } => self.no_pair(decision, from, to),
        }
    }

    fn no_option(self, decision: &Decision, value: &Value) -> String {
        let why = self.why_no_option(decision, value).or_else(|| self.why_taken(decision.seat, value));
        let why = why.or_else(|| self.why_not_completed(decision, value));
        why.unwrap_or_else(|| match &decision.kind {
            Kind::Pick { rule, .. } => self.why_not_option(value, rule),
            _ => format!("{} is not a legal choice", self.show(value)),
        })
    }

    /// Why a use cannot be completed once this is its target.
    fn why_not_completed(self, decision: &Decision, value: &Value) -> Option<String> {
        let declare = self.declaring(decision.seat).filter(|_| decision.slot.is_some())?;
        let ability = &self.rules.abilities[declare.use_.ability.index()];
        let target = ability.targets.get(declare.use_.targets.len())?;
        if !self.use_env(&declare.use_).is_option(&target.what, value) {
            return None;
        }
        let why = self.target_fits(declare, std::slice::from_ref(value)).err()?;
        // A rule about the set says nothing about one of it.
        if target.list || !matches!(why, Refusal::Incomplete(..)) {
            return None;
        }
        Some(format!("{}: {}", self.show(value), self.refused(decision, &why)))
    }

    /// What something is assigned to, by its name, or by its place among what is assigned to.
    fn assigned_to(self, decision: &Decision, from: &Value) -> String {
        let place = || decision.kind.pairs().and_then(|pairs| pairs.from.iter().position(|f| f == from));
        match from {
            Value::Card(_) => self.show(from),
            _ => format!("number {}", place().map_or(0, |i| i + 1)),
        }
    }

    fn no_pair(self, decision: &Decision, from: &Value, to: &Value) -> String {
        let window = decision.window.map(|w| &self.rules.windows[w.index()]);
        let ask = match window.and_then(|w| w.decision.as_ref()) {
            Some(WindowAsk::Assign(ask)) => Some(&**ask),
            _ => None,
        };
        match decision.kind.pairs() {
            Some(pairs) => self.why_no_pair(pairs, ask, decision.seat, from, to),
            None => format!("{} cannot be assigned", self.show(to)),
        }
    }

    /// Why a set does not meet rules, in words.
    pub(in crate::kernel) fn say_unfit(self, why: &Unfit) -> String {
        let rules = self.rules;
        let numbered = |cmp: Cmp, n: i64| format!("{} {n}", cmp.sign());
        match why {
            Unfit::Count(cmp, n, found) => format!("{} needed, {found} given", numbered(*cmp, *n)),
            Unfit::Sum(attr, cmp, n, found) => {
                let name = rules.name(rules.schema.attrs[attr.index()].name);
                format!("total {name} must be {}, it is {found}", numbered(*cmp, *n))
            }
            Unfit::Distinct(slot, cmp, n, found) => {
                let name = rules.name(rules.schema.words[*slot as usize].name);
                format!("{} different {name} needed, {found} given", numbered(*cmp, *n))
            }
            Unfit::Roles(roles) => {
                let parts: Vec<String> =
                    roles.iter().map(|(f, n)| format!("{n} {}", describe_card(rules, f))).collect();
                format!("needs {}, each by a different card", parts.join(" and "))
            }
            Unfit::Of(name, why) => {
                format!("the condition of {} is not met: {}", rules.name(*name), self.say_unfit(why))
            }
            Unfit::Nothing => "nothing fits".into(),
        }
    }
}

impl std::fmt::Display for Unheld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unheld::Nothing => f.write_str("a person holds at least one seat"),
            Unheld::NoSeat(seat, seats) => {
                write!(f, "there is no seat {}: the game has {seats}", u16::from(seat.0) + 1)
            }
            Unheld::Twice(seat) => write!(f, "two people hold seat {}", seat.0 + 1),
            Unheld::OneEach => f.write_str("in this game each person holds one seat"),
            Unheld::Otherwise(some) => {
                let ways = some.iter().map(|h| h.iter().map(|p| p.text()).collect::<Vec<_>>().join(", "));
                write!(
                    f,
                    "a person who holds several seats must hold these: {}",
                    ways.collect::<Vec<_>>().join("; or: ")
                )
            }
        }
    }
}

/// A least and a most number, in words.
fn so_many(least: u32, most: u32) -> String {
    match (least, most) {
        (0, most) => format!("at most {most}"),
        (least, most) if least == most => format!("exactly {least}"),
        (least, u32::MAX) => format!("at least {least}"),
        (least, most) => format!("{least} to {most}"),
    }
}
