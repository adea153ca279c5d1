//! Windows and uses, compiled from a manifest.

use std::sync::Arc;

use super::builder::Builder;
use super::ineffective_parts;
use super::keys::flow::{DoStage, SettleStage, WindowStage};
use super::keys::manifest::Manifest;
use super::keys::windows::{ActionKeys, AskedByOption, AssignKeys, UseKeys, WindowKeys};
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::{Amount, Class, Expr, Selection};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::parse::resolve::Of;
use crate::kernel::rules::*;

/// Words with a meaning in commands of scenarios and players.
const COMMANDS: [&str; 10] = ["pass", "concede", "yes", "no", "number", "assign", "choose", "order", "word", "use"];

impl Builder {
    pub(super) fn windows(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, node) in manifest.windows {
            let said = WindowKeys::of(node);
            let name = self.sym(&key.name);
            let protocol = protocol_of(said.protocol);
            let auto = self.auto(node, problems);
            // A timing is declared for abilities, or by an action that has it.
            let mut timings: Vec<Sym> = self.timing_needs.iter().map(|(n, _)| *n).collect();
            let actions = manifest.actions;
            let of_actions = actions.iter().filter_map(|(_, n)| ActionKeys::of(n).timing?.as_str());
            timings.extend(of_actions.filter_map(|t| self.rules.schema.symbols.find(t)));
            let mut p = self.parser(Scope::of_nothing(), problems);
            let deadline = said.deadline.map(|n| p.amount(n));
            let players = said.players.map_or(crate::kernel::model::lang::Order::Active, |n| p.order(n));
            let offers = said.offers;
            let offers: Vec<Sym> =
                offers.iter().filter_map(|n| p.one_of(n, "timing", &timings)).map(|i| timings[i]).collect();
            let max = said.max.map(|n| p.amount(n));
            let close_if = said.close_if.map(|n| p.cond(n));
            let eligible = said.eligible.map(|n| p.cond(n));
            let ask = asked_seats(&mut p, protocol, said.ask);
            let decision = said.decision.and_then(|n| question_of(&mut p, n));
            let restart_on = said.restart_on.map(|n| p.object_ref(n));
            let passes = said.passes.map_or(Amount::Int(1), |n| p.amount(n));
            let after = said.after.map(goes_on);
            if let Some(node) = said.default.filter(|_| protocol == Protocol::Sealed) {
                self.random_default(node, said.deadline.is_some(), decision.as_ref(), problems);
            }
            let may_pass = said.may_pass.unwrap_or(true);
            let then = said.then.and_then(|n| self.step(n, problems));
            let answered = said.r#do.map(|n| self.answered(name, n, decision.as_ref(), problems));
            if let (Some(_), Some(list)) = (said.then, said.r#do) {
                let message = "`then` and `do` cannot stand in one window: both say what is done with the answers";
                problems.error("unknown_key", &list.span, message).help("run the step from the list");
            }
            let text = said.text.map(Into::into);
            self.rules.windows.push(WindowDef {
                name,
                text,
                protocol,
                players,
                offers,
                max,
                passes,
                after,
                quiet: said.quiet,
                ask,
                may_pass,
                close_if,
                eligible,
                decision,
                then,
                answered,
                restart_on,
                deadline,
                random_default: said.default.is_some(),
                auto,
            });
        }
    }

    /// Reports `default: random` of a sealed window in which chance could not pick the answer: the window needs a
    /// deadline and a decision of one thing.
    fn random_default(&self, node: &Node, in_time: bool, decision: Option<&WindowAsk>, problems: &mut Problems) {
        let missing = match decision {
            _ if !in_time => "a `deadline`, after which it counts",
            None => "a `decision`: of hidden actions the default is a pass",
            Some(WindowAsk::Assign(_)) => "a `decision` of one thing, not of pairs",
            Some(WindowAsk::Select(what)) if !is_one(what) => "a `decision` of one thing, not of several",
            Some(_) => return,
        };
        problems.error("unknown_key", &node.span, format!("`default` needs {missing}"));
    }

    /// Compiles the items done with each answer of a window, and the names of the answer in them.
    fn answered(
        &mut self,
        window: Sym,
        node: &Node,
        decision: Option<&WindowAsk>,
        problems: &mut Problems,
    ) -> Answered {
        let of = |what: &Selection| what.source.class().map(Of::from);
        let names: &[(&str, Option<Of>)] = match decision {
            Some(WindowAsk::Assign(ask)) => &[("from", of(&ask.from)), ("to", of(&ask.to))],
            Some(WindowAsk::Select(what)) => &[("answer", of(what))],
            Some(_) => &[("answer", None)],
            None => {
                let message = "`do` is done with the answers to a `decision`, and this window has none";
                problems.error("unknown_key", &node.span, message);
                &[]
            }
        };
        ineffective_parts::list(node, "do", problems);
        let mut scope = Scope::of_nothing();
        names.iter().for_each(|(name, of)| scope.bind(self.sym(name), *of));
        let names = scope.vars.clone();
        let path = format!("windows.{}.do", self.rules.name(window));
        Answered { list: self.list(node, &path, &scope, problems), names }
    }

    /// The abilities that a window of the protocol `auto` uses by itself.
    fn auto(&mut self, node: &Node, problems: &mut Problems) -> AutoDef {
        let said = WindowKeys::of(node);
        let pick = if said.pick == Some("listed") { AutoPick::Listed } else { AutoPick::Random };
        let active = said.makes_active;
        let mut p = self.parser(Scope::default(), problems);
        let classes = said.classes;
        let classes = classes.iter().map(|n| p.with_it(Of::Card, |p| p.test(n))).collect();
        let of = said.of.map(|n| Expr::Ref(p.object_ref(n)));
        AutoDef { pick, classes, of, active }
    }

    pub(super) fn uses(&mut self, manifest: &Manifest, problems: &mut Problems) {
        self.kind_of_type = vec![None; self.rules.schema.types.len()];
        for (entries, is_action) in [(manifest.uses, false), (manifest.actions, true)] {
            for (key, node) in entries {
                let said = UseKeys::of(node);
                if is_action && COMMANDS.contains(&&*key.name) {
                    let message = format!("an action cannot be called `{}`: no scenario could use it", key.name);
                    let help = "the command has another meaning: give the action another name";
                    problems.error("name_taken", &key.span, message).help(help);
                }
                let name = self.sym(&key.name);
                let id = UseKindId::of(self.rules.uses.len());
                let label = said.text.unwrap_or(&key.name);
                let to = said.to.map(|n| self.parser(Scope::default(), problems).dest(n));
                // The cost of an action is the cost of its kind of use. A printed ability has a cost besides that.
                let cost = said.cost.map_or(Vec::new(), |cost| self.costs(cost, &Scope::of_nothing(), problems));
                let steps = match said.steps {
                    Some(steps) => self.use_steps(steps, problems),
                    None => vec![UseStep::Resolve],
                };
                // The conditions of an action belong to its ability.
                let mut needs = Vec::new();
                for need in said.needs.iter().filter(|_| !is_action) {
                    needs.push(self.parser(Scope::of_nothing(), problems).need(need));
                }
                self.rules.uses.push(UseKind { name, text: label.into(), to, needs, cost, steps, quiet: said.quiet });
                if is_action {
                    self.action(name, id, node, problems);
                } else if let Some(types) = said.r#for {
                    let types = self.parser(Scope::default(), problems).types(types);
                    for ty in types.iter() {
                        self.kind_of_type[ty.index()] = Some(id);
                    }
                }
            }
        }
    }

    pub(super) fn use_steps(&mut self, node: &Node, problems: &mut Problems) -> Vec<UseStep> {
        let mut out = Vec::new();
        for item in node.items() {
            if let Some([_, (second, _), ..]) = item.as_map() {
                problems.error(
                    "unknown_key",
                    &second.span,
                    "a step of a use is one of `resolve`, { window }, { do }, { settle }",
                );
            }
            if item.as_str() == Some("resolve") {
                out.push(UseStep::Resolve);
            } else if let Some(window) = WindowStage::of(item).window {
                let windows = self.window_names.clone();
                let found = self.parser(Scope::default(), problems).one_of(window, "window", &windows);
                out.extend(found.map(|i| UseStep::Window(WindowId::of(i))));
            } else if let Some(dest) = SettleStage::of(item).settle {
                out.push(UseStep::Settle(self.parser(Scope::default(), problems).dest(dest)));
            } else if let Some(list) = DoStage::of(item).r#do {
                ineffective_parts::list(list, "do", problems);
                let list = self.list(list, "use", &Scope::of_nothing(), problems);
                out.push(UseStep::Do(list));
            } else {
                problems.error(
                    "unknown_word",
                    &item.span,
                    "a step of a use is `resolve`, { window }, { do } or { settle }",
                );
            }
        }
        out
    }
}

/// True if exactly one thing is chosen.
fn is_one(what: &Selection) -> bool {
    what.min == Amount::Int(1) && what.max == Some(Amount::Int(1))
}

/// The protocol of a window by its word.
fn protocol_of(word: Option<&str>) -> Protocol {
    match word {
        Some("free") => Protocol::Free,
        Some("alternate") => Protocol::Alternate,
        Some("interrupt") => Protocol::Interrupt,
        Some("priority") => Protocol::Priority,
        Some("each") => Protocol::Each,
        Some("sealed") => Protocol::Sealed,
        Some("reaction") => Protocol::Reaction,
        _ => Protocol::Auto,
    }
}

/// The seat from which a window goes on after a use, by the word of the manifest.
fn goes_on(word: &str) -> GoesOn {
    match word {
        "same" => GoesOn::Same,
        "next" => GoesOn::Next,
        _ => GoesOn::First,
    }
}

/// The rule by which a window asks a seat or passes it over.
fn asked_seats(p: &mut Parser, protocol: Protocol, said: Option<&Node>) -> AskPolicy {
    match said {
        None if protocol == Protocol::Interrupt => AskPolicy::CanAct,
        None => AskPolicy::Always,
        Some(n) => match (n.as_str(), AskedByOption::of(n).option) {
            (Some("can_act"), _) => AskPolicy::CanAct,
            (Some("might_act"), _) => AskPolicy::MightAct,
            (_, Some(option)) => {
                let options = p.options;
                let found = p.one_of(option, "option", options);
                found.map_or(AskPolicy::Always, |i| AskPolicy::Option(options[i]))
            }
            _ => AskPolicy::Always,
        },
    }
}

/// What a window asks if it asks a question in place of offering uses.
fn question_of(p: &mut Parser, n: &Node) -> Option<WindowAsk> {
    match n.as_map() {
        Some([(key, value)]) => match key.name.as_str() {
            "number" => {
                let (low, high) = p.range(value);
                Some(WindowAsk::Number(low, high))
            }
            "words" => Some(WindowAsk::Words(p.syms(value))),
            "cards" => Some(WindowAsk::Select(Box::new(p.selection(value, Class::Card)))),
            "player" => Some(WindowAsk::Select(Box::new(p.selection(n, Class::Player)))),
            "assign" => {
                let pairs = AssignKeys::of(value);
                let from = p.sought(pairs.from.unwrap_or(value), Class::Card);
                let to = p.sought(pairs.to.unwrap_or(value), Class::Card);
                let of = |what: &Selection| what.source.class().map_or(Of::Plain, Of::from);
                let (of_from, of_to) = (of(&from), of(&to));
                let verb = pairs.verb.and_then(|v| p.asked_verb(v));
                let per_from = pairs.per_from.map(|n| p.with_it(of_from, |p| p.numbers(n)));
                let per_to = pairs.per_to.map(|n| p.with_it(of_to, |p| p.numbers(n)));
                let sets = pairs.sets.map(|n| Arc::new(p.with_it(of_from, |p| p.set_rules(n))));
                let ask = AssignAsk { from, to, verb, per_from, per_to, sets };
                Some(WindowAsk::Assign(Box::new(ask)))
            }
            _ => None,
        },
        _ => None,
    }
}
