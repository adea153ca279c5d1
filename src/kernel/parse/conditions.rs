//! Conditions: statements about a game that are true or false.

use crate::data::keys::Each;
use crate::data::{Data, Key, Node, suggest};
use crate::kernel::model::lang::{Amount, Class, Cmp, Cond, Head};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Value, WindowId};
use crate::kernel::parse::keys::CondKey;
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::What;

impl Parser<'_> {
    /// Reads a condition: a map, a list of which all must hold, true, false or `always`. A mistake is reported.
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
        if let (Some(is), Some(_), Some(_)) = (is, node.field("count"), node.field("amount")) {
            let message = "`is` stands beside `count` and `amount`, and compares one of them";
            let help =
                "write two conditions under `all`, each with an `is` of its own: `{ all: [{ count: …, is: 2 }, …] }`";
            self.problems.error("unknown_key", &is.span, message).help(help);
        }
        let mut all = Vec::new();
        for (key, value) in map {
            match CondKey::of(&key.name) {
                Some(CondKey::is) => {}
                Some(said) => all.push(self.cond_of(said, value, is)),
                None => all.push(self.cond_about(key, value)),
            }
        }
        if all.len() == 1 { all.swap_remove(0) } else { Cond::All(all) }
    }

    /// Reads the condition under one key. `is` is the comparison that may stand beside `count` or `amount`.
    fn cond_of(&mut self, key: CondKey, value: &Node, is: Option<&Node>) -> Cond {
        match key {
            CondKey::all => Cond::All(self.conds(value, "`all`")),
            CondKey::any => Cond::Any(self.conds(value, "`any`")),
            CondKey::not => Cond::Not(Box::new(self.cond(value))),
            CondKey::exists => Cond::Exists(self.sought_in_any_order(value, Class::Card)),
            CondKey::none => Cond::Not(Box::new(Cond::Exists(self.sought_in_any_order(value, Class::Card)))),
            CondKey::count => self.count(value, is),
            CondKey::amount => {
                let a = self.amount(value);
                let (cmp, n) = is.map_or((Cmp::Gt, Amount::Int(0)), |n| self.compare(n));
                Cond::Amount(a, cmp, n)
            }
            CondKey::is => Cond::Const(true), // `is` was read with the `count` or `amount` beside it
            CondKey::phase => Cond::Phase(self.phases(value)),
            CondKey::turn => Cond::Turn(self.seat_test(value)),
            CondKey::record => self.open_record(value),
            CondKey::option => self.option(value),
            CondKey::window => {
                let windows = self.windows;
                self.one_of(value, "window", windows).map_or(Cond::Const(false), |i| Cond::Window(WindowId::of(i)))
            }
        }
    }

    fn conds(&mut self, node: &Node, what: &str) -> Vec<Cond> {
        self.not_empty(node, what);
        node.items().iter().map(|n| self.cond(n)).collect()
    }

    fn count(&mut self, value: &Node, is: Option<&Node>) -> Cond {
        let sel = self.sought_in_any_order(value, Class::Card);
        let (cmp, n) = is.map_or((Cmp::Ge, Amount::Int(1)), |n| self.compare(n));
        if let (Some(is), Cmp::Ge | Cmp::Lt, Some(i64::MIN..=0)) = (is, cmp, n.fixed()) {
            let word = if cmp == Cmp::Ge { "always" } else { "never" };
            let text = is.as_str().map_or_else(|| is.to_json().to_string(), String::from);
            let message = format!("`{text}` {word} holds: a count is never below 0");
            self.problems.warn("no_effect", &is.span, message);
        }
        Cond::Count(sel, cmp, n)
    }

    fn open_record(&mut self, value: &Node) -> Cond {
        let name = value.as_str().unwrap_or("");
        match self.schema.record(name) {
            Some(kind) => Cond::Record(kind),
            None => {
                let known = self.names(self.schema.records.iter().map(|r| r.name));
                self.unknown("record", name, &value.span, known.iter().map(String::as_str));
                Cond::Const(false)
            }
        }
    }

    /// Reads `option`: a map of options with the values that they must have.
    fn option(&mut self, value: &Node) -> Cond {
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
        match parts.len() {
            1 => parts.remove(0),
            _ => Cond::All(parts),
        }
    }

    /// Reads a condition whose key is a reference, and whose value is a filter that the object must match.
    fn cond_about(&mut self, key: &Key, value: &Node) -> Cond {
        let Some(r) = self.try_ref(&key.name, &key.span) else {
            let help = suggest::help_for(&key.name, CondKey::names());
            let message = format!("unknown key `{}` in a condition", key.name);
            self.problems.error("unknown_key", &key.span, message).help(help);
            return Cond::Const(false);
        };
        let is_card = r.head == Head::SelfCard && r.path.is_empty();
        let test = if is_card { self.test(value) } else { self.test_untold(value) };
        Cond::Matches(r, test)
    }

    /// Reads names of phases, one or several. Unknown ones are reported and left out.
    pub fn phases(&mut self, node: &Node) -> Vec<Sym> {
        let phases = self.schema.phases.clone();
        node.items().iter().filter_map(|n| self.one_of(n, "phase", &phases)).map(|i| phases[i]).collect()
    }
}
