//! Habits: the answers that a person has given in advance.
//!
//! A host holds the habits of each seat and gives the answers: [`Table::habitual`] says which.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Table;
use super::record::ability_name;
use super::wire::Answer;
use crate::error::{Error, Refusal, Result};
use crate::kernel::model::log_lines::Line;
use crate::kernel::{Decision, Kind, Seat, Value, World};

/// The most windows and triggers in the habits of a seat: who sends more wants to fill the memory of a host.
pub const MOST: usize = 200;
/// The most bytes of the name of a window or a trigger in habits.
const LONGEST: usize = 200;

/// The answers that a person has given in advance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Habits {
    /// True: passes where nothing else can be done.
    pub passes: bool,
    /// Passes wherever that can be done until this happens, or until something else is asked.
    pub until: Option<Until>,
    /// Windows in which the person is always asked, which ends `until`.
    pub stops: BTreeSet<String>,
    /// Triggers, by the `trigger` of their question, and whether they are used.
    pub triggers: BTreeMap<String, bool>,
}

/// The event for which a person waits while she passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Somebody else uses something, or the person's next turn begins.
    Use,
    /// The person's next turn begins, or a round of a game without turns.
    Turn,
}

/// What habits say about a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habitual {
    /// The answer; `None`: the person is asked.
    pub answer: Option<Answer>,
    /// True if `until` is over: what the person waited for has come, or she must be asked something else.
    pub is_over: bool,
}

impl Habits {
    /// True if nothing is answered in advance.
    pub fn is_empty(&self) -> bool {
        *self == Habits { stops: self.stops.clone(), ..Habits::default() }
    }

    /// Refuses more names than a person needs.
    ///
    /// # Errors
    ///
    /// Too many windows or triggers, or names that are too long.
    pub fn has_size(&self) -> Result<()> {
        let mut names = self.stops.iter().chain(self.triggers.keys());
        if self.stops.len() > MOST || self.triggers.len() > MOST || names.any(|name| name.len() > LONGEST) {
            let words = format!("habits name at most {MOST} windows and {MOST} triggers");
            return Err(Error::refused(Refusal::new("too_many_habits", words).number("most", MOST as i64)));
        }
        Ok(())
    }
}

impl Table {
    /// The answer of a seat's habits to its question. `since` is the line of the log at which `until` was stated.
    ///
    /// # Errors
    ///
    /// A seat that is asked nothing.
    pub fn habitual(&self, seat: Seat, habits: &Habits, since: u32) -> Result<Habitual> {
        let decision = self.asked(seat)?;
        let answer = |answer| Ok(Habitual { answer: Some(answer), is_over: false });
        let trigger = trigger_name(self.world(), decision).and_then(|name| habits.triggers.get(&name));
        if let (Some(wants), Kind::Pick { options, .. }) = (trigger, &decision.kind)
            && let Some(place) = options.iter().position(|option| *option == Value::Bool(*wants))
        {
            return answer(Answer::Choose(vec![place]));
        }
        let is_over = Habitual { answer: None, is_over: habits.until.is_some() };
        let Kind::Act { options, may_pass: true } = &decision.kind else { return Ok(is_over) };
        if self.window_of(decision).is_some_and(|window| habits.stops.contains(window)) {
            return Ok(is_over);
        }
        match habits.until {
            Some(until) if !self.has_come(seat, until, since) => answer(Answer::Pass),
            // A person who waited until now is asked, even if she can only pass.
            Some(_) => Ok(is_over),
            None if habits.passes && options.is_empty() => answer(Answer::Pass),
            None => Ok(is_over),
        }
    }

    fn window_of(&self, decision: &Decision) -> Option<&str> {
        let rules = &self.world().rules;
        decision.window.map(|window| &**rules.name(rules.windows[window.index()].name))
    }

    /// True if what a person waits for has happened since this line of the log.
    fn has_come(&self, seat: Seat, until: Until, since: u32) -> bool {
        let (log, own) = (&self.world().log, self.person(seat));
        let first = since.saturating_sub(log.before) as usize;
        (first..log.lines.len()).any(|at| match &log.lines.get(at).line {
            Line::Level(_, _, whose) => whose.is_none_or(|whose| own.has(whose)),
            Line::Used { user, .. } | Line::Copied { user, .. } | Line::Triggered(_, _, user) => {
                until == Until::Use && !own.has(*user)
            }
            _ => false,
        })
    }
}

/// The name of the trigger in the question whether it is used; `None`: another question.
pub fn trigger_name(world: &World, decision: &Decision) -> Option<String> {
    let Kind::Pick { options, .. } = &decision.kind else { return None };
    let is_whether = matches!(&options[..], [Value::Bool(true), Value::Bool(false)]);
    let ability = decision.ability.filter(|_| is_whether && decision.slot.is_none())?;
    Some(ability_name(&world.rules, ability))
}
