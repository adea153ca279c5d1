//! Event matches: the conditions on the fields of an event, from data.

use super::builder::Builder;
use super::limits::slot;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::{Amount, Cmp, Filter, NumberTest, Ref, Test, ValueTest};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::*;

impl Builder {
    /// Reads `match`: the fields of an event, by place, each with its filter.
    pub(super) fn matches(&mut self, node: Option<&Node>, of: EventId, problems: &mut Problems) -> Vec<(u8, Filter)> {
        let Some(node) = node else { return Vec::new() };
        let def = self.rules.events[of.index()].clone();
        let mut out = Vec::new();
        for (key, value) in node.as_map().unwrap_or_default() {
            let sym = self.sym(&key.name);
            let Some(i) = def.fields.iter().position(|(n, _)| *n == sym) else {
                let known: Vec<String> = def.fields.iter().map(|(n, _)| self.rules.name(*n).to_string()).collect();
                let help = crate::data::suggest::help_for(&key.name, known.iter().map(String::as_str));
                let message = format!("the event `{}` has no field `{}`", self.rules.name(def.name), key.name);
                problems.error("unknown_key", &key.span, message).help(help);
                continue;
            };
            // Names of records, fields, counters, phases and levels are plain words here, not references.
            let is_name =
                of.index() < event::COUNT as usize && ["kind", "field", "name", "phase"].contains(&key.name.as_str());
            if is_name && value.items().iter().all(|n| n.as_str().is_some()) {
                let words = value.items().iter().map(|n| self.event_word(n, &key.name, of, problems));
                out.push((slot(i), Filter::Value(Test::Any(words.collect()))));
                continue;
            }
            if of == event::FACED && key.name == "to" {
                out.extend(face_test(value, problems).map(|test| (slot(i), Filter::Number(test))));
                continue;
            }
            let mut p = self.parser(Scope::of_nothing(), problems);
            let filter = match def.fields[i].1 {
                FieldKind::Card | FieldKind::Cards => Filter::Card(p.test(value)),
                FieldKind::Player => Filter::Player(p.test(value)),
                FieldKind::Zone => Filter::Space(p.test(value)),
                FieldKind::Status => Filter::Status(p.test(value)),
                FieldKind::Int => Filter::Number(p.test(value)),
                FieldKind::Use => Filter::Use(p.test(value)),
                // An object is a card, or a player where the filter says so.
                FieldKind::Object => match value.as_map() {
                    Some([(key, inner)]) if key.name == "player" => Filter::Player(p.test(inner)),
                    Some(map) if !map.iter().all(|(k, _)| ["is", "among"].contains(&k.name.as_str())) => {
                        Filter::Card(p.test_untold(value))
                    }
                    _ => Filter::Value(p.test(value)),
                },
                FieldKind::Any => Filter::Value(p.test(value)),
            };
            out.push((slot(i), filter));
        }
        out
    }

    /// Reads a name in a field of a kernel event, such as that of a phase. An unknown name is reported.
    fn event_word(&mut self, node: &Node, field: &str, of: EventId, problems: &mut Problems) -> Test<ValueTest> {
        let word = node.as_str().unwrap_or("");
        let records = &self.rules.schema.records;
        let name = |sym: &Sym| self.rules.name(*sym).to_string();
        let known: Vec<String> = match field {
            "phase" => self.rules.schema.phases.iter().map(name).collect(),
            "kind" if of == event::LEVEL_BEGAN => self.rules.schema.levels.iter().map(name).collect(),
            "kind" => records.iter().map(|r| name(&r.name)).collect(),
            "field" => records.iter().flat_map(|r| r.fields.iter().map(|f| name(&f.0))).collect(),
            _ => Vec::new(),
        };
        if field != "name" && !known.iter().any(|k| k == word) {
            let help = crate::data::suggest::help_for(word, known.iter().map(String::as_str));
            let message = match of {
                event::PHASE_BEGAN => format!("there is no phase `{word}`"),
                event::LEVEL_BEGAN => format!("there is no level `{word}`"),
                _ => format!("no record has the {field} `{word}`"),
            };
            problems.error("unknown_word", &node.span, message).help(help);
        }
        let name = self.sym(word);
        if field == "name" && !self.is_number(name) {
            let schema = &self.rules.schema;
            let counters = schema.counters.iter().chain(&schema.game_counters).chain(&schema.space_counters);
            let stored = schema.attrs.iter().filter(|a| matches!(a.base, AttrBase::Stored { .. }));
            let known: Vec<&str> =
                counters.map(|c| c.name).chain(stored.map(|a| a.name)).map(|s| &**self.rules.name(s)).collect();
            let help = crate::data::suggest::help_for(word, known.iter().copied());
            let message = format!("nothing has a counter or a stored number `{word}`");
            problems.error("unknown_word", &node.span, message).help(help);
        }
        Test::Is(Ref::value(Value::Word(name)))
    }
}

/// Reads a test of how a card lies: `up`, `down` (also blind) or `blind`.
fn face_test(value: &Node, problems: &mut Problems) -> Option<Test<NumberTest>> {
    let is = |cmp, n| Some(Test::One(NumberTest::Int(cmp, Amount::Int(n))));
    match value.as_str() {
        Some("up") => is(Cmp::Eq, 0),
        Some("down") => is(Cmp::Gt, 0),
        Some("blind") => is(Cmp::Eq, 2),
        _ => {
            problems.error("unknown_word", &value.span, "`to` is `up`, `down` or `blind`");
            None
        }
    }
}
