//! Refusal words: refusals and their reasons in words.

use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::lang::{Cmp, SetField};
use crate::kernel::model::refusal::{Refusal, Unfit, Unheld, WhyNot};
use crate::kernel::model::rules::WindowAsk;
use crate::kernel::model::translation::{NameKind, Said, listed, say};
use crate::kernel::model::value::Value;
use crate::kernel::read::declarations::NextChoice;
use crate::kernel::read::game::Game;
use crate::kernel::tell::filter_words::{describe_card, so_many_cards};
use crate::kernel::tell::object_words::GameWithNames;

impl GameWithNames<'_> {
    /// The reason why an answer to a decision is refused, in words that tell the player nothing that she may not know.
    pub fn refused(self, decision: &Decision, why: &Refusal) -> String {
        let rules = self.rules;
        match why {
            Refusal::NoSuchOption => say!(rules, "no-such-option", "there is no such option"),
            Refusal::MustUse => say!(rules, "must-use", "passing is not allowed here"),
            Refusal::MustChoose => say!(rules, "must-choose", "a choice is needed here"),
            Refusal::UseAsked => {
                say!(rules, "use-asked", "you must use something or pass{phase}", phase = self.in_phase())
            }
            Refusal::ChoiceAsked(choice) => {
                let (phase, what) = (self.in_phase(), self.prompt(decision));
                let why = say!(
                    rules,
                    "choice-asked",
                    "you must choose something, not use something{phase}: {what}",
                    phase = phase,
                    what = what
                );
                self.with_timing(why, decision.seat, *choice)
            }
            Refusal::NotOffered(choice, why) => self.why_not(decision, *choice, why.as_ref()),
            Refusal::Twice(value) => say!(rules, "named-twice", "{what} is named twice", what = self.tell(value)),
            Refusal::NoOption(value) => self.no_option(decision, value),
            Refusal::TooFew { least, given } => {
                say!(rules, "too-few", "at least {least} must be chosen, not {given}", least = least, given = given)
            }
            Refusal::TooMany { most, given } => {
                say!(rules, "too-many", "at most {most} may be chosen, not {given}", most = most, given = given)
            }
            Refusal::PaymentCount { cost, needed, given } => {
                say!(
                    rules,
                    "payment-cards",
                    n => "the cost is {cost}: exactly 1 card pays it, not {given}"
                        | "the cost is {cost}: exactly {n} cards pay it, not {given}",
                    cost = self.show_cost(cost),
                    n = *needed,
                    given = given
                )
            }
            Refusal::Unpaid(cost) => {
                say!(rules, "unpaid", "these cards do not pay {cost}", cost = self.show_cost(cost))
            }
            Refusal::Set(why) => self.say_unfit(why),
            Refusal::Incomplete(use_, why) => {
                let reason = match why {
                    WhyNot::NoTarget(name) => self.why_no_target((**use_).clone(), *name),
                    _ => None,
                };
                reason.unwrap_or_else(|| self.say_why(why))
            }
            Refusal::RestUnpaid(why) => {
                say!(
                    rules,
                    "rest-unpaid",
                    "the rest of the cost needs some of these cards: {why}",
                    why = self.say_why(why)
                )
            }
            Refusal::NoWay => {
                say!(rules, "no-way", "each space of the way must be free and touch the one before it")
            }
            Refusal::OrderRepeats => say!(rules, "order-repeats", "the order must name each of the cards once"),
            Refusal::OrderLacks => say!(rules, "order-lacks", "the order must name all of the cards"),
            Refusal::Number(low, high) => {
                say!(rules, "number-needed", "a number from {low} to {high} is needed", low = low, high = high)
            }
            Refusal::NoPairs => say!(rules, "pairs-needed", "pairs are needed here"),
            Refusal::NotAssignedTo(from) => {
                say!(rules, "not-assigned-to", "nothing can be assigned to {what}", what = self.tell(from))
            }
            Refusal::Has(from, other) => {
                let (what, other) = (self.assigned_to(decision, from), self.tell(other));
                say!(rules, "already-has", "{what} already has {other}", what = what, other = other)
            }
            Refusal::Assigned(to, from) => {
                let (what, other) = (self.tell(to), self.assigned_to(decision, from));
                say!(rules, "already-assigned", "{what} is already assigned to {other}", what = what, other = other)
            }
            Refusal::NotSoOften(from, least, most) => {
                let (what, many) = (self.assigned_to(decision, from), self.so_many(*least, *most));
                say!(rules, "must-have", "{what} must have {many}", what = what, many = many)
            }
            Refusal::NotToSoMany(to, least, most) => {
                let (what, many) = (self.tell(to), self.so_many(*least, *most));
                say!(rules, "must-be-assigned", "{what} must be assigned to {many}", what = what, many = many)
            }
            Refusal::NoSet(from, why) => {
                let (what, why) = (self.assigned_to(decision, from), self.say_unfit(why));
                say!(rules, "what-is-why", "{what}: {why}", what = what, why = why)
            }
            Refusal::NoPair { from, to } => self.no_pair(decision, from, to),
        }
    }

    fn no_option(self, decision: &Decision, value: &Value) -> String {
        let why = self.why_no_option(decision, value).or_else(|| self.why_taken(decision.seat, value));
        let why = why.or_else(|| self.why_not_completed(decision, value));
        why.unwrap_or_else(|| match &decision.kind {
            Kind::Pick { rule, .. } => self.why_not_option(value, rule),
            _ => say!(self.rules, "not-legal", "{what} is not a legal choice", what = self.tell(value)),
        })
    }

    /// The reason why a use with this target cannot be completed.
    fn why_not_completed(self, decision: &Decision, value: &Value) -> Option<String> {
        let declare = self.declaring(decision.seat).filter(|_| decision.slot.is_some())?;
        let Some(NextChoice::Target(target)) = self.next_part(declare) else { return None };
        if !self.use_env(&declare.use_).is_option(&target.what, value) {
            return None;
        }
        let why = self.target_fits(declare, std::slice::from_ref(value)).err()?;
        // A target of several objects is judged as a set, which is no reason against this one object.
        if target.list || !matches!(why, Refusal::Incomplete(..)) {
            return None;
        }
        let (what, why) = (self.tell(value), self.refused(decision, &why));
        Some(say!(self.rules, "what-is-why", "{what}: {why}", what = what, why = why))
    }

    /// The words for a receiver in an assignment: the name of a card, or `number 2` for the second receiver.
    fn assigned_to(self, decision: &Decision, from: &Value) -> String {
        let place = || decision.kind.pairs().and_then(|pairs| pairs.from.iter().position(|f| f == from));
        match from {
            Value::Card(_) => self.tell(from),
            _ => say!(self.rules, "number", "number {n}", n = place().map_or(0, |i| i + 1)),
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
            None => say!(self.rules, "not-assigned", "{what} cannot be assigned", what = self.tell(to)),
        }
    }

    /// The words for the rule that a chosen set breaks.
    pub(in crate::kernel) fn say_unfit(self, why: &Unfit) -> String {
        let rules = self.rules;
        let numbered = |cmp: Cmp, n: i64| format!("{} {n}", cmp.sign());
        match why {
            Unfit::Count(cmp, n, found) => {
                say!(rules, "unfit-count", "{number} needed, {found} given", number = numbered(*cmp, *n), found = found)
            }
            Unfit::Sum(attr, cmp, n, found) => {
                let name = rules.said(NameKind::Field, rules.schema.attrs[attr.index()].name);
                let number = numbered(*cmp, *n);
                say!(
                    rules,
                    "unfit-sum",
                    "total {name} must be {number}, it is {found}",
                    name = name,
                    number = number,
                    found = found
                )
            }
            Unfit::Distinct(slot, cmp, n, found) => {
                let name = rules.said(NameKind::Field, rules.schema.words[*slot as usize].name);
                let number = numbered(*cmp, *n);
                say!(
                    rules,
                    "unfit-distinct",
                    "{number} different {name} needed, {found} given",
                    number = number,
                    name = name,
                    found = found
                )
            }
            Unfit::Same(field) => {
                say!(rules, "unfit-same", "the cards must have the same {name}", name = rules.field_of_set_said(*field))
            }
            Unfit::Sequence(attr) => {
                let name = rules.field_of_set_said(SetField::Number(*attr));
                say!(rules, "unfit-sequence", "the cards must follow each other in {name}", name = name)
            }
            Unfit::OnlyJokers(filter) => {
                let what = describe_card(Said::by(rules), filter);
                say!(rules, "unfit-only-jokers", "at least one card must be no {what}", what = what)
            }
            Unfit::Roles(roles) => {
                let parts: Vec<String> = roles
                    .iter()
                    .map(|(f, n)| so_many_cards(rules, i64::from(*n), &describe_card(Said::by(rules), f)))
                    .collect();
                let what = listed(rules, &parts);
                say!(rules, "unfit-roles", "needs {what}, each by a different card", what = what)
            }
            Unfit::Of(name, why) => {
                let (name, why) = (rules.said(NameKind::Target, *name), self.say_unfit(why));
                say!(rules, "unfit-of", "the condition of {name} is not met: {why}", name = name, why = why)
            }
            Unfit::AnyOf(all) if all.is_empty() => say!(rules, "nothing-fits", "nothing fits"),
            Unfit::AnyOf(all) => {
                let mut all: Vec<String> = all.iter().map(|why| self.say_unfit(why)).collect();
                all.dedup();
                all.join(&say!(rules, "or", " or "))
            }
        }
    }
}

impl Game<'_> {
    /// A least and a most number, in words. A least of 0 and a most of `u32::MAX` are no bounds and are left out.
    pub(crate) fn so_many(self, least: u32, most: u32) -> String {
        match (least, most) {
            (0, most) => say!(self.rules, "at-most", "at most {n}", n = most),
            (least, most) if least == most => say!(self.rules, "exactly", "exactly {n}", n = least),
            (least, u32::MAX) => say!(self.rules, "at-least", "at least {n}", n = least),
            (least, most) => say!(self.rules, "from-to", "{least} to {most}", least = least, most = most),
        }
    }
}

impl std::fmt::Display for Unheld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unheld::NoneHeld => f.write_str("a person holds at least one seat"),
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
