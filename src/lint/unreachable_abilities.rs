//! Unreachable abilities: abilities that nobody can ever use, and that never trigger, replace or change anything.
//!
//! The search finds only obvious cases: the phase of another window, a condition, target or cost beyond what the game
//! can reach ([`Reach`]), or an event without a cause. `window_facts.rs` holds the facts of a window, `cost_checks.rs`
//! judges costs, `event_checks.rs` judges events.

use super::reachable::{Reach, Viewpoint};
use super::window_phases::WindowPhases;
use super::{LintInput, abilities, walk};
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::kernel::model::ability::{Ability, AbilityForm, Affected, Layered, Static, Target};
use crate::kernel::model::lang::{Amount, Cond, EVERY, SeatTest, Selection, Source, Test, UseTest};
use crate::kernel::model::rules::{Protocol, WindowDef};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::AbilityId;

/// An ability, with what is known about the game.
pub(super) struct AbilityCheck<'a> {
    pub(super) input: &'a LintInput<'a>,
    pub(super) course: &'a WindowPhases<'a>,
    pub(super) reach: &'a Reach<'a>,
    pub(super) node: &'a Node,
    pub(super) ability: &'a Ability,
}

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let (course, reach) = (WindowPhases::of(input), Reach::of(input));
    let rules = &input.catalog.rules;
    let mut check = |node: &Node, is_it: &dyn Fn(&Ability) -> bool| {
        // The rules hold an ability with modes once for each mode; the first fault of any of them is reported.
        let found =
            rules.abilities.iter().filter(|ability| is_it(ability)).find_map(|ability| {
                AbilityCheck { input, course: &course, reach: &reach, node, ability }.why(problems)
            });
        if let Some(AbilityFault { key, at, message, help }) = found {
            problems.warn(key, &at, message).help(help);
        }
    };
    for (_, id, card) in input.cards() {
        let Some(def) = rules.def_by_id(id) else { continue };
        for (at, node) in abilities(card).iter().enumerate() {
            let number = (at + 1).to_string();
            let name = node.field("id").and_then(Node::as_str).unwrap_or(&number);
            check(node, &|ability| {
                let first = &rules.abilities[ability.limit_as.index()];
                ability.def == Some(def) && (**rules.name(ability.id) == *name || **rules.name(first.id) == *name)
            });
        }
    }
    for (_, key, node) in input.entries(&["actions"]) {
        let is_action = |id: &AbilityId| **rules.name(rules.abilities[id.index()].id) == *key.name;
        if let Some(id) = rules.actions.iter().find(|id| is_action(id)) {
            check(node, &|ability| std::ptr::eq(ability, &rules.abilities[id.index()]));
        }
    }
}

/// A fault of an ability.
pub(super) struct AbilityFault {
    pub(super) key: &'static str,
    pub(super) at: Span,
    pub(super) message: String,
    pub(super) help: String,
}

impl AbilityCheck<'_> {
    fn why(&self, problems: &Problems) -> Option<AbilityFault> {
        let found = self.at_no_time().or_else(|| self.never_holds()).or_else(|| self.nothing_to_choose());
        let found =
            found.or_else(|| self.unpayable()).or_else(|| self.never_happens()).or_else(|| self.about_nothing())?;
        // If a part of the ability was reported as one that never holds, the ability itself is not reported.
        let place = |span: &Span| (span.line, span.column);
        let mut last = place(&self.node.span);
        walk(self.node, "", &mut |_, part| last = last.max(place(&part.span)));
        let is_inside =
            |span: &Span| span.file == self.node.span.file && (place(&self.node.span)..=last).contains(&place(span));
        let is_told = problems.list().iter().any(|p| p.key.starts_with("never") && is_inside(&p.span));
        (!is_told).then_some(found)
    }

    pub(super) fn name(&self, sym: Sym) -> &str {
        self.input.catalog.rules.name(sym)
    }

    pub(super) fn found(&self, key: &'static str, field: &str, message: String, help: &str) -> Option<AbilityFault> {
        let at = self.node.field(field).unwrap_or(self.node).span.clone();
        Some(AbilityFault { key, at, message, help: help.into() })
    }

    /// The fault that no window offers the ability in its phase, or that an ability for replies is offered only where
    /// nothing can be answered.
    fn at_no_time(&self) -> Option<AbilityFault> {
        let AbilityForm::Timing(timing) = self.ability.form else { return None };
        let windows: Vec<&WindowDef> = self.windows_of(timing).collect();
        let timing = self.name(timing);
        if windows.is_empty() {
            let message = format!("nobody is ever offered this: no window offers `{timing}`");
            return self.found("never_open", "timing", message, "choose a timing that a window offers");
        }
        if let Some(replies_to) = &self.ability.replies_to {
            if !windows.iter().any(|window| self.is_about_uses(window)) {
                let message =
                    format!("nobody is ever offered this: in windows that offer `{timing}` nothing is answered");
                let help = "choose a timing of a window that opens while something is used, or leave `replies_to` out";
                return self.found("never_open", "replies_to", message, help);
            }
            if asks_of_own_uses(replies_to) && windows.iter().all(|window| window.protocol == Protocol::Interrupt) {
                let message = format!(
                    "nobody is ever offered this: in windows that offer `{timing}` the user of what is answered is not asked"
                );
                return self.found("never_open", "replies_to", message, "`user: opponent` is whom they ask to answer");
            }
        }
        let asked: Vec<&str> = self.ability.phases.iter().map(|phase| self.name(*phase)).collect();
        let open: Option<Vec<_>> = windows.iter().map(|window| self.course.phases(self.name(window.name))).collect();
        let open: std::collections::BTreeSet<&str> = open?.into_iter().flatten().copied().collect();
        if asked.is_empty() || asked.iter().any(|phase| open.contains(phase)) {
            return None;
        }
        let shown: Vec<String> = open.iter().map(|phase| format!("`{phase}`")).collect();
        let when = match shown.is_empty() {
            true => "outside of all phases".to_string(),
            false => format!("in the phase {}", shown.join(" or ")),
        };
        let message = format!("nobody is ever offered this: windows that offer `{timing}` open {when}");
        self.found("never_open", "phase", message, "name that phase, leave `phase` out, or choose another timing")
    }

    /// The fault that a condition never holds, or never together with the others.
    fn never_holds(&self) -> Option<AbilityFault> {
        let ability = self.ability;
        let is_while = ability.form == AbilityForm::While;
        let is_offered = matches!(ability.form, AbilityForm::Timing(_)) || is_while;
        let from = Viewpoint { ability: Some(ability), is_in_place: is_offered };
        let turn = ability.turn.clone().map(Cond::Turn);
        let needs: Vec<&Cond> = ability.needs.iter().map(|(cond, _)| cond).collect();
        let all: Vec<&Cond> = needs.iter().copied().chain(turn.as_ref()).collect();
        let help = "change the condition, or what else the ability asks for";
        let field = ["if", "while", "turn", "needs"].into_iter().find(|field| self.node.field(field).is_some());
        if self.reach.never_together(&all, from) {
            let message = "this never holds, whatever happens".into();
            return self.found("never_holds", field.unwrap_or("turn"), message, help);
        }
        if let AbilityForm::Timing(timing) = ability.form {
            let windows: Vec<&WindowDef> = self.windows_of(timing).collect();
            let never = |window: &&WindowDef| {
                let facts = self.facts(window);
                self.reach.never_together(&all.iter().copied().chain(&facts).collect::<Vec<_>>(), from)
            };
            if !windows.is_empty() && windows.iter().all(never) {
                let timing = self.name(timing);
                let message = format!("this never holds when a window offers `{timing}`");
                return self.found("never_holds", field.unwrap_or("timing"), message, help);
            }
        }
        let from = Viewpoint { is_in_place: false, ..from };
        let condition = ability.condition.as_ref().filter(|cond| self.reach.never_together(&[cond], from));
        condition
            .and_then(|_| self.found("never_holds", "condition", "this never holds, whatever happens".into(), help))
    }

    /// A fault if a target never has enough objects to choose from.
    fn nothing_to_choose(&self) -> Option<AbilityFault> {
        let is_short = |target: &&Target| self.is_short(&target.what) || self.is_use_of_nobody(&target.what);
        let target = self.ability.targets.iter().find(is_short)?;
        let name = self.name(target.name);
        let at = self.node.field("targets").and_then(|targets| targets.field(name)).unwrap_or(self.node).span.clone();
        let message = format!("nothing can ever be chosen for `{name}`");
        let help = "ask for something that can be in the game where the target is looked for".into();
        Some(AbilityFault { key: "never_holds", at, message, help })
    }

    /// True if a target is a use, and no window that offers the ability opens while something is used.
    fn is_use_of_nobody(&self, what: &Selection) -> bool {
        let AbilityForm::Timing(timing) = self.ability.form else { return false };
        let is_needed = self.reach.range(&what.min).least > 0 && what.min != Amount::Int(EVERY);
        let opens_between = |window: &WindowDef| {
            !self.is_about_uses(window) && self.course.phases(self.name(window.name)).is_some_and(|at| !at.is_empty())
        };
        is_needed && matches!(what.source, Source::Uses(_)) && self.windows_of(timing).all(opens_between)
    }

    /// True if a selection asks for more objects than there can be. `pick: every` never does.
    pub(super) fn is_short(&self, what: &Selection) -> bool {
        let least = self.reach.range(&what.min).least;
        least > 0 && what.min != Amount::Int(EVERY) && least > self.reach.most(what)
    }

    /// A finding if the objects that an ability changes, forbids or permits can never exist.
    fn about_nothing(&self) -> Option<AbilityFault> {
        let from = Viewpoint { ability: Some(self.ability), is_in_place: true };
        let reach = self.reach;
        let no_affected = |affected: &Affected| match affected {
            Affected::Cards(test) => reach.no_card(test, from),
            Affected::Players(test) => reach.no_player(test),
        };
        let field = self.ability.statics.iter().find_map(|one| match one {
            Static::Attr { affects, .. } => no_affected(affects).then_some("affects"),
            Static::Word { affects, .. } | Static::Mute { affects, .. } => {
                reach.no_card(affects, from).then_some("affects")
            }
            Static::Layered { affects, what } => {
                let is_type = matches!(what, Layered::Type(..));
                (!is_type && reach.no_card(affects, from)).then_some("affects")
            }
            Static::Cost { affects, .. }
            | Static::ComputedCost { affects, .. }
            | Static::CounterCost { affects, .. } => reach.no_use(affects).then_some("affects"),
            Static::Permission(p) => {
                let nothing = p.card.as_ref().is_some_and(|test| reach.no_card(test, from))
                    || p.use_.as_ref().is_some_and(|test| reach.no_use(test))
                    || p.to.as_ref().is_some_and(|filter| reach.no_match(filter, from));
                nothing.then_some(if p.forbids { "forbid" } else { "permit" })
            }
        })?;
        self.found(
            "never_holds",
            field,
            "this is about nothing: nothing ever matches".into(),
            "ask for what can be in the game",
        )
    }
}

/// True if only uses of the player herself match.
fn asks_of_own_uses(test: &Test<UseTest>) -> bool {
    match test {
        Test::One(UseTest::User(SeatTest::Me)) => true,
        Test::All(parts) => parts.iter().any(asks_of_own_uses),
        _ => false,
    }
}
