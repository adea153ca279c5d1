//! Conditions: statements about a game that are true or false.

use crate::data::{Data, Node, suggest};
use crate::kernel::model::lang::{Amount, Class, Cmp, Cond, Head};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Value, WindowId};
use crate::kernel::parse::meant::What;
use crate::kernel::parse::parser::Parser;

/// Keys of conditions; any other is a reference, and what is asked of what it leads to.
pub(super) const COND_KEYS: [&str; 13] =
    ["all", "any", "not", "exists", "none", "count", "amount", "is", "phase", "turn", "record", "option", "window"];

impl Parser<'_> {
    /// A condition.
    pub fn cond(&mut self, node: &Node) -> Cond {
        self.not_empty(node, "a condition");
        let map = match &node.value {
            Data::Bool(b) => return Cond::Const(*b),
            Data::Text(text) if text == "always" => return Cond::Const(true),
            Data::Map(map) => map,
            Data::List(list) => return Cond::All(list.iter().map(|n| self.cond(n)).collect()),
            _ => {
                self.wrong(node, "a condition");
                return Cond::Const(false);
            }
        };
        let is = node.field("is");
        if let Some(is) = is
            && node.field("count").is_none()
            && node.field("amount").is_none()
        {
            self.wrong(is, "`is` beside `count` or `amount`");
        }
        let mut all = Vec::new();
        for (key, value) in map {
            if ["all", "any"].contains(&key.name.as_str()) {
                self.not_empty(value, &format!("`{}`", key.name));
            }
            let one = match key.name.as_str() {
                "is" => continue,
                "all" => Cond::All(value.items().iter().map(|n| self.cond(n)).collect()),
                "any" => Cond::Any(value.items().iter().map(|n| self.cond(n)).collect()),
                "not" => Cond::Not(Box::new(self.cond(value))),
                "exists" => Cond::Exists(self.selection(value, Class::Card)),
                "none" => Cond::Not(Box::new(Cond::Exists(self.selection(value, Class::Card)))),
                "count" => {
                    let sel = self.selection(value, Class::Card);
                    let (cmp, n) = is.map_or((Cmp::Ge, Amount::Int(1)), |n| self.compare(n));
                    if let (Some(is), Cmp::Ge | Cmp::Lt, Some(i64::MIN..=0)) = (is, cmp, n.fixed()) {
                        let word = if cmp == Cmp::Ge { "always" } else { "never" };
                        let text = is.as_str().map_or_else(|| is.to_json().to_string(), String::from);
                        let message = format!("`{text}` {word} holds: a count is never below 0");
                        self.problems.warn("no_effect", &is.span, message);
                    }
                    Cond::Count(sel, cmp, n)
                }
                "amount" => {
                    let a = self.amount(value);
                    let (cmp, n) = is.map_or((Cmp::Gt, Amount::Int(0)), |n| self.compare(n));
                    Cond::Amount(a, cmp, n)
                }
                "phase" => Cond::Phase(self.phases(value)),
                "turn" => Cond::Turn(self.seat_test(value)),
                "record" => match value.as_str().and_then(|n| self.schema.record(n)) {
                    Some(kind) => Cond::Record(kind),
                    None => {
                        let known = self.names(self.schema.records.iter().map(|r| r.name));
                        self.unknown(
                            "record",
                            value.as_str().unwrap_or(""),
                            &value.span,
                            known.iter().map(String::as_str),
                        );
                        Cond::Const(false)
                    }
                },
                "option" => {
                    let mut parts = Vec::new();
                    for (name, v) in value.as_map().unwrap_or_default() {
                        let options = self.options;
                        let name = Node { value: Data::Text(name.name.clone()), span: name.span.clone() };
                        if let Some(i) = self.one_of(&name, "option", options) {
                            let wanted = match self.reference(v).head {
                                Head::Value(value) => value,
                                _ => v.as_str().and_then(|s| self.sym(s)).map_or(Value::Nil, Value::Word),
                            };
                            let text = v.as_str().map_or_else(|| v.to_json().to_string(), String::from);
                            self.mean(What::OptionValue(options[i], wanted.clone()), &text, &v.span);
                            parts.push(Cond::Option(options[i], wanted));
                        }
                    }
                    Cond::All(parts)
                }
                "window" => {
                    let windows = self.windows;
                    match self.one_of(value, "window", windows) {
                        Some(i) => Cond::Window(WindowId::of(i)),
                        None => Cond::Const(false),
                    }
                }
                name => match self.try_ref(name, &key.span) {
                    Some(r) => {
                        let is_card = r.head == Head::SelfCard && r.path.is_empty();
                        let test = if is_card { self.test(value) } else { self.test_untold(value) };
                        Cond::Matches(r, test)
                    }
                    None => {
                        let help = suggest::help_for(name, COND_KEYS);
                        self.problems
                            .error("unknown_key", &key.span, format!("unknown key `{name}` in a condition"))
                            .help(help);
                        Cond::Const(false)
                    }
                },
            };
            all.push(one);
        }
        if all.len() == 1 { all.swap_remove(0) } else { Cond::All(all) }
    }

    /// Phases by name.
    pub fn phases(&mut self, node: &Node) -> Vec<Sym> {
        let phases = self.schema.phases.clone();
        node.items().iter().filter_map(|n| self.one_of(n, "phase", &phases)).map(|i| phases[i]).collect()
    }
}
