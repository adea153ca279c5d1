//! Windows and uses, compiled from a manifest.

use super::manifest::*;
use super::reader::entries;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::{Class, Expr};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::meant::What;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::*;

impl Builder {
    pub(super) fn windows(&mut self, manifest: &Node, problems: &mut Problems) {
        for (key, node) in entries(manifest, "windows", problems) {
            let name = self.sym(&key.name);
            let protocol = match node.field("protocol").and_then(Node::as_str) {
                Some("free") => Protocol::Free,
                Some("alternate") => Protocol::Alternate,
                Some("interrupt") => Protocol::Interrupt,
                Some("each") => Protocol::Each,
                Some("sealed") => Protocol::Sealed,
                Some("reaction") => Protocol::Reaction,
                Some("auto") => Protocol::Auto,
                other => {
                    let known = ["free", "alternate", "interrupt", "each", "sealed", "reaction", "auto"];
                    let help = crate::data::suggest::help_for(other.unwrap_or(""), known);
                    let message = format!("unknown protocol `{}`", other.unwrap_or(""));
                    problems.error("unknown_word", &key.span, message).help(help);
                    Protocol::Free
                }
            };
            foreign_keys(protocol, node, problems);
            let auto = self.auto(node, problems);
            // A timing is declared for abilities, or by an action that has it.
            let mut timings: Vec<Sym> = self.timing_needs.iter().map(|(n, _)| *n).collect();
            let actions = manifest.field("actions").and_then(Node::as_map).unwrap_or_default();
            let of_actions = actions.iter().filter_map(|(_, n)| n.field("timing")?.as_str());
            timings.extend(of_actions.filter_map(|t| self.rules.schema.symbols.find(t)));
            let mut p = self.parser(Scope::default(), problems);
            let deadline = node.field("deadline").map(|n| p.amount(n));
            let players = node.field("players").map_or(crate::kernel::model::lang::Order::Active, |n| p.order(n));
            let offers = node.field("offers").map_or(&[][..], |n| n.items());
            let offers: Vec<Sym> =
                offers.iter().filter_map(|n| p.one_of(n, "timing", &timings)).map(|i| timings[i]).collect();
            let max = node.field("max").map(|n| p.amount(n));
            let close_if = node.field("close_if").map(|n| p.cond(n));
            let eligible = node.field("eligible").map(|n| p.cond(n));
            let ask = match node.field("ask") {
                None if protocol == Protocol::Interrupt => AskPolicy::CanAct,
                None => AskPolicy::Always,
                Some(n) => match (n.as_str(), n.field("option")) {
                    (Some("can_act"), _) => AskPolicy::CanAct,
                    (Some("might_act"), _) => AskPolicy::MightAct,
                    (_, Some(option)) => {
                        let options = p.options;
                        let found = p.one_of(option, "option", options);
                        found.map_or(AskPolicy::Always, |i| AskPolicy::Option(options[i]))
                    }
                    (Some("always"), _) => AskPolicy::Always,
                    _ => {
                        let help = "always, can_act, might_act, or { option: NAME }";
                        p.problems.error("unknown_word", &n.span, "unknown rule of asking").help(help);
                        AskPolicy::Always
                    }
                },
            };
            let decision = node.field("decision").and_then(|n| match n.as_map() {
                Some([(key, value)]) => match key.name.as_str() {
                    "number" => {
                        let range = value.as_str().unwrap_or("");
                        let (low, high) = range.split_once("..").unwrap_or((range, range));
                        let low = crate::kernel::parse::amount::parse(&mut p, low, &value.span);
                        let high = crate::kernel::parse::amount::parse(&mut p, high, &value.span);
                        Some(WindowAsk::Number(low, high))
                    }
                    "words" => Some(WindowAsk::Words(p.syms(value))),
                    "cards" => Some(WindowAsk::Select(Box::new(p.selection(value, Class::Card)))),
                    "player" => Some(WindowAsk::Select(Box::new(p.selection(n, Class::Player)))),
                    "assign" => {
                        let from = p.selection(value.field("from").unwrap_or(value), Class::Card);
                        let to = p.selection(value.field("to").unwrap_or(value), Class::Card);
                        let verb = value.field("verb").and_then(|v| p.noted_syms(v, What::AskedVerb).first().copied());
                        Some(WindowAsk::Assign(Box::new(AssignAsk { from, to, verb })))
                    }
                    other => {
                        let help =
                            crate::data::suggest::help_for(other, ["number", "words", "cards", "player", "assign"]);
                        let message = format!("unknown kind of decision `{other}`");
                        p.problems.error("unknown_key", &key.span, message).help(help);
                        None
                    }
                },
                _ => {
                    p.problems.error("wrong_kind", &n.span, "a decision is a map of one key");
                    None
                }
            });
            let restart_on = node.field("restart_on").map(|n| p.object_ref(n));
            let passes = node.field("passes").and_then(Node::as_int).unwrap_or(1);
            let passes = u8::try_from(passes).unwrap_or(1);
            let may_pass = node.field("may_pass").is_none_or(|n| p.flag(n));
            let then = node.field("then").and_then(|n| self.step(n, problems));
            let text = node.field("text").and_then(Node::as_str).map(Into::into);
            self.rules.windows.push(WindowDef {
                name,
                text,
                protocol,
                players,
                offers,
                max,
                passes,
                ask,
                may_pass,
                close_if,
                eligible,
                decision,
                then,
                restart_on,
                deadline,
                auto,
            });
        }
    }

    /// What a window of the protocol `auto` uses by itself.
    fn auto(&mut self, node: &Node, problems: &mut Problems) -> AutoDef {
        let pick = match node.field("pick").map(|n| (n.as_str(), &n.span)) {
            None | Some((Some("random"), _)) => AutoPick::Random,
            Some((Some("listed"), _)) => AutoPick::Listed,
            Some((_, span)) => {
                problems.error("unknown_word", span, "`pick` is `random` or `listed`");
                AutoPick::Random
            }
        };
        let active = node.field("makes_active").and_then(Node::as_bool).unwrap_or(false);
        let mut p = self.parser(Scope::default(), problems);
        let classes = node.field("classes").map_or(&[][..], |n| n.items());
        let classes = classes.iter().map(|n| p.filter(n, crate::kernel::model::lang::Class::Card)).collect();
        let of = node.field("of").map(|n| Expr::Ref(p.object_ref(n)));
        AutoDef { pick, classes, of, active }
    }

    pub(super) fn uses(&mut self, manifest: &Node, problems: &mut Problems) {
        self.kind_of_type = vec![None; self.rules.schema.types.len()];
        for section in ["uses", "actions"] {
            for (key, node) in entries(manifest, section, problems) {
                let name = self.sym(&key.name);
                let id = UseKindId::of(self.rules.uses.len());
                let label = node.field("text").and_then(Node::as_str).unwrap_or(&key.name);
                let to = node.field("to").map(|n| self.parser(Scope::default(), problems).dest(n));
                // An action's own cost is its ability's; a printed ability has one of its own.
                let cost = match (section, node.field("cost")) {
                    (_, Some(cost)) => self.costs(cost, &Scope::default(), problems),
                    _ => Vec::new(),
                };
                let steps = match node.field("steps") {
                    Some(steps) => self.use_steps(steps, problems),
                    None => vec![UseStep::Resolve],
                };
                // An action's own conditions are its ability's.
                let mut needs = Vec::new();
                for need in node.field("needs").filter(|_| section == "uses").map_or(&[][..], |n| n.items()) {
                    needs.push(self.parser(Scope::default(), problems).need(need));
                }
                self.rules.uses.push(UseKind { name, text: label.into(), to, needs, cost, steps });
                if section == "uses" {
                    if let Some(types) = node.field("for") {
                        let mask = self.parser(Scope::default(), problems).types(types);
                        for i in 0..self.kind_of_type.len() {
                            if mask & (1 << i) != 0 {
                                self.kind_of_type[i] = Some(id);
                            }
                        }
                    }
                } else {
                    self.action(name, id, node, problems);
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
                    "a stage is one of `resolve`, { window }, { do }, { settle }",
                );
            }
            if item.as_str() == Some("resolve") {
                out.push(UseStep::Resolve);
            } else if let Some(window) = item.field("window") {
                let windows = self.window_names.clone();
                let found = self.parser(Scope::default(), problems).one_of(window, "window", &windows);
                out.extend(found.map(|i| UseStep::Window(WindowId::of(i))));
            } else if let Some(dest) = item.field("settle") {
                out.push(UseStep::Settle(self.parser(Scope::default(), problems).dest(dest)));
            } else if let Some(list) = item.field("do") {
                let list = self.list(list, "use", &Scope::default(), problems);
                out.push(UseStep::Do(list));
            } else {
                problems.error("unknown_word", &item.span, "a stage is `resolve`, { window }, { do } or { settle }");
            }
        }
        out
    }
}

/// Reports keys that only windows of other protocols read.
fn foreign_keys(protocol: Protocol, node: &Node, problems: &mut Problems) {
    use Protocol::*;
    let of: [(&str, &[Protocol], &str); 8] = [
        ("max", &[Free, Auto, Sealed], "`free`, `auto` and `sealed`"),
        ("passes", &[Alternate], "`alternate`"),
        ("restart_on", &[Reaction], "`reaction`"),
        ("deadline", &[Sealed], "`sealed`"),
        ("pick", &[Auto], "`auto`"),
        ("classes", &[Auto], "`auto`"),
        ("of", &[Auto], "`auto`"),
        ("makes_active", &[Auto], "`auto`"),
    ];
    let word = node.field("protocol").and_then(Node::as_str).unwrap_or("");
    for (key, _, known) in of.iter().filter(|(_, known, _)| !known.contains(&protocol)) {
        if let Some(found) = node.field(key) {
            let message = format!("`{key}` means nothing for a window of the protocol `{word}`");
            problems.error("unknown_key", &found.span, message).help(format!("it is for {known}"));
        }
    }
}
