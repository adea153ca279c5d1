//! Unreachable abilities: abilities that nobody can ever use, and that never trigger, replace or change anything.
//!
//! The search finds only obvious cases: the phase of another window, a condition, target or cost beyond what the game
//! can reach ([`Reach`]), or an event without a cause.

use super::event_causes::happens;
use super::reachable::{Reach, Viewpoint};
use super::window_phases::WindowPhases;
use super::{LintInput, abilities, walk};
use crate::data::{Node, Span};
use crate::error::Problems;
use crate::kernel::model::ability::{Ability, AbilityForm, Affected, CostPart, Layered, Static};
use crate::kernel::model::lang::{Amount, Cond, EVERY, Selection};
use crate::kernel::model::rules::Protocol;
use crate::kernel::model::symbols::Sym;

/// One ability, with what is known about the game.
struct AbilityCheck<'a> {
    looked: &'a LintInput<'a>,
    course: &'a WindowPhases<'a>,
    reach: &'a Reach<'a>,
    node: &'a Node,
    ability: &'a Ability,
}

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    let (course, reach) = (WindowPhases::of(looked), Reach::of(looked));
    let rules = &looked.catalog.rules;
    for (_, id, card) in looked.cards() {
        let Some(def) = rules.def_by_id(id) else { continue };
        for (at, node) in abilities(card).iter().enumerate() {
            let number = (at + 1).to_string();
            let name = node.field("id").and_then(Node::as_str).unwrap_or(&number);
            let is_it = |ability: &&Ability| {
                let first = &rules.abilities[ability.limit_as.index()];
                ability.def == Some(def) && (**rules.name(ability.id) == *name || **rules.name(first.id) == *name)
            };
            // Of several modes the first fault is reported.
            let found = rules.abilities.iter().filter(is_it).find_map(|ability| {
                AbilityCheck { looked, course: &course, reach: &reach, node, ability }.why(problems)
            });
            if let Some(AbilityFault { key, at, message, help }) = found {
                problems.warn(key, &at, message).help(help);
            }
        }
    }
}

/// A fault of an ability.
struct AbilityFault {
    key: &'static str,
    at: Span,
    message: String,
    help: String,
}

impl AbilityCheck<'_> {
    fn why(&self, problems: &Problems) -> Option<AbilityFault> {
        let found = self.at_no_time().or_else(|| self.never_holds()).or_else(|| self.nothing_to_choose());
        let found =
            found.or_else(|| self.unpayable()).or_else(|| self.never_happens()).or_else(|| self.about_nothing())?;
        // A part of it that never holds is told already.
        let place = |span: &Span| (span.line, span.column);
        let mut last = place(&self.node.span);
        walk(self.node, "", &mut |_, part| last = last.max(place(&part.span)));
        let is_inside =
            |span: &Span| span.file == self.node.span.file && (place(&self.node.span)..=last).contains(&place(span));
        let is_told = problems.list().iter().any(|p| p.key.starts_with("never") && is_inside(&p.span));
        (!is_told).then_some(found)
    }

    fn name(&self, sym: Sym) -> &str {
        self.looked.catalog.rules.name(sym)
    }

    fn found(&self, key: &'static str, field: &str, message: String, help: &str) -> Option<AbilityFault> {
        let at = self.node.field(field).unwrap_or(self.node).span.clone();
        Some(AbilityFault { key, at, message, help: help.into() })
    }

    /// No window that offers the ability opens in its phase, or is one for replies.
    fn at_no_time(&self) -> Option<AbilityFault> {
        let AbilityForm::Timing(timing) = self.ability.form else { return None };
        let rules = &self.looked.catalog.rules;
        let windows: Vec<_> = rules.windows.iter().filter(|window| window.offers.contains(&timing)).collect();
        let timing = self.name(timing);
        if windows.is_empty() {
            let message = format!("nobody is ever offered this: no window offers `{timing}`");
            return self.found("never_open", "timing", message, "choose a timing that a window offers");
        }
        if self.ability.replies_to.is_some() {
            let answers = |p: Protocol| matches!(p, Protocol::Interrupt | Protocol::Priority);
            let may_reply = windows.iter().any(|w| answers(w.protocol) || self.course.is_in_uses(self.name(w.name)));
            if !may_reply {
                let message =
                    format!("nobody is ever offered this: in windows that offer `{timing}` nothing is answered");
                let help = "choose a timing of a window that opens while something is used, or leave `replies_to` out";
                return self.found("never_open", "replies_to", message, help);
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

    /// A condition never holds, or not together with what else must hold.
    fn never_holds(&self) -> Option<AbilityFault> {
        let ability = self.ability;
        let is_while = ability.form == AbilityForm::While;
        let is_offered = matches!(ability.form, AbilityForm::Timing(_)) || is_while;
        let from = Viewpoint { ability: Some(ability), is_in_place: is_offered };
        let turn = ability.turn.clone().map(Cond::Turn);
        let needs: Vec<&Cond> = ability.needs.iter().map(|(cond, _)| cond).collect();
        let all: Vec<&Cond> = needs.iter().copied().chain(turn.as_ref()).collect();
        let help = "change the condition, or what else the ability asks for";
        if self.reach.never_together(&all, from) {
            let field = ["if", "while", "needs"].into_iter().find(|field| self.node.field(field).is_some());
            return self.found(
                "never_holds",
                field.unwrap_or("turn"),
                "this never holds, whatever happens".into(),
                help,
            );
        }
        if let AbilityForm::Timing(timing) = ability.form {
            let windows = &self.looked.catalog.rules.windows;
            let other = |cond: &&Cond| matches!(cond, Cond::Window(window) if !windows[window.index()].offers.contains(&timing));
            if needs
                .iter()
                .any(|cond| matches!(cond, Cond::All(parts) if parts.iter().any(|part| other(&part))) || other(cond))
            {
                let message = format!("this never holds: that window does not offer `{}`", self.name(timing));
                return self.found("never_holds", "if", message, "name a window that offers the ability");
            }
        }
        let from = Viewpoint { is_in_place: false, ..from };
        let condition = ability.condition.as_ref().filter(|cond| self.reach.never_together(&[cond], from));
        condition
            .and_then(|_| self.found("never_holds", "condition", "this never holds, whatever happens".into(), help))
    }

    /// There is never enough to choose for a target.
    fn nothing_to_choose(&self) -> Option<AbilityFault> {
        let target = self.ability.targets.iter().find(|target| self.is_short(&target.what))?;
        let name = self.name(target.name);
        let at = self.node.field("targets").and_then(|targets| targets.field(name)).unwrap_or(self.node).span.clone();
        let message = format!("nothing can ever be chosen for `{name}`");
        let help = "ask for something that can be in the game where the target is looked for".into();
        Some(AbilityFault { key: "never_holds", at, message, help })
    }

    /// True if a selection asks for more than there can be; `pick: every` takes what there is.
    fn is_short(&self, what: &Selection) -> bool {
        let least = self.reach.range(&what.min).least;
        least > 0 && what.min != Amount::Int(EVERY) && least > self.reach.most(what)
    }

    /// Nobody ever has what the ability costs.
    fn unpayable(&self) -> Option<AbilityFault> {
        let help = "let it cost what a player can have";
        for part in &self.ability.cost {
            match part {
                CostPart::Counter { name, amount } => {
                    let most = super::contradictions::bounds_of(self.looked, self.name(*name))?.most;
                    let least = self.reach.range(amount).least;
                    if least > most && !self.is_cheaper(*name) {
                        let message = format!("nobody can pay this: `{}` is never more than {most}", self.name(*name));
                        return self.found("never_open", "cost", message, help);
                    }
                }
                CostPart::Cards { what, itself: false, .. } if self.is_short(what) => {
                    return self.found(
                        "never_open",
                        "cost",
                        "nobody can pay this: there are never such cards".into(),
                        help,
                    );
                }
                _ => {}
            }
        }
        None
    }

    /// True if some static ability lowers a counter cost of uses.
    fn is_cheaper(&self, counter: Sym) -> bool {
        let changes = |one: &Static| matches!(one, Static::CounterCost { name, .. } if *name == counter);
        self.looked.catalog.rules.abilities.iter().any(|ability| ability.statics.iter().any(changes))
    }

    /// The event never happens, or never to a matching object.
    fn never_happens(&self) -> Option<AbilityFault> {
        let (form, event) = match self.ability.form {
            AbilityForm::After(event) => ("after", event),
            AbilityForm::Instead(event) => ("instead", event),
            _ => return None,
        };
        let rules = &self.looked.catalog.rules;
        let def = &rules.events[event.index()];
        if !happens(self.looked, event) {
            let message = format!("this never happens: nothing in this game makes `{}` happen", self.name(def.name));
            let help = "choose an event that a list, a script or a rule brings about";
            return self.found("never_open", form, message, help);
        }
        let from = Viewpoint { ability: Some(self.ability), is_in_place: false };
        let (field, _) = self.ability.matches.iter().find(|(_, filter)| self.reach.no_match(filter, from))?;
        let name = self.name(def.fields.get(*field as usize)?.0);
        let at = self.node.field("match").and_then(|map| map.field(name)).unwrap_or(self.node).span.clone();
        let message = format!("this never happens: no `{name}` of `{}` ever matches", self.name(def.name));
        Some(AbilityFault { key: "never_holds", at, message, help: "ask for what can be in the game".into() })
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
            Static::Cost { affects, .. } | Static::CounterCost { affects, .. } => {
                reach.no_use(affects).then_some("affects")
            }
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
