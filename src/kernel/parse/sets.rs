//! Rules about a set of cards.

use crate::data::{Data, Node};
use crate::kernel::model::lang::{CardTest, Class, SetRule, SetRules};
use crate::kernel::parse::parser::Parser;
use std::sync::Arc;

/// Keys of rules about a set.
pub(super) const SET_KEYS: [&str; 6] = ["count", "sum", "distinct", "roles", "meets", "any_of"];

impl Parser<'_> {
    /// Rules about a set, out of a map that may hold other keys too.
    pub fn set_rules(&mut self, node: &Node) -> SetRules {
        let mut rules = Vec::new();
        for (key, value) in node.as_map().unwrap_or_default() {
            match key.name.as_str() {
                "count" => {
                    let (cmp, n) = self.compare(value);
                    rules.push(SetRule::Count(cmp, n));
                }
                "sum" | "distinct" if value.as_map().is_none() => self.wrong(value, "a map of fields"),
                "sum" => {
                    for (field, limit) in value.as_map().unwrap_or_default() {
                        let (cmp, n) = self.compare(limit);
                        match self.schema.attr(Class::Card, &field.name) {
                            Some(attr) => rules.push(SetRule::Sum(attr, cmp, n)),
                            None => self.unknown_key::<CardTest>(&field.name, &field.span),
                        }
                    }
                }
                "distinct" => {
                    for (field, limit) in value.as_map().unwrap_or_default() {
                        let (cmp, n) = self.compare(limit);
                        match self.word_slot(&field.name) {
                            Some(slot) => rules.push(SetRule::Distinct(slot, cmp, n)),
                            None => self.unknown_key::<CardTest>(&field.name, &field.span),
                        }
                    }
                }
                "roles" => {
                    let mut roles = Vec::new();
                    for role in value.items() {
                        let n = role.field("n").map_or(1, |n| self.int(n));
                        let n = u8::try_from(n).ok().filter(|n| (1..=64).contains(n)).unwrap_or_else(|| {
                            let at = role.field("n").map_or(&role.span, |n| &n.span);
                            let message = format!("a role is for 1 to 64 cards; this is for {n}");
                            self.problems.error("too_many", at, message);
                            1
                        });
                        let mut only = role.clone();
                        if let Data::Map(map) = &mut only.value {
                            map.retain(|(k, _)| k.name != "n");
                        }
                        roles.push((self.test(&only), n));
                    }
                    rules.push(SetRule::Roles(Arc::new(roles)));
                }
                "meets" => {
                    let text = value.as_str().unwrap_or_default();
                    let (source, field) = text.rsplit_once('.').unwrap_or((text, ""));
                    let slot = self.schema.set_rules.iter().position(|s| &**self.schema.symbols.name(*s) == field);
                    match (self.try_ref(source, &value.span), slot) {
                        (Some(r), Some(slot)) => rules.push(SetRule::Meets(r, slot as u8)),
                        _ => self.wrong(value, "cards and their field of conditions, as in `stories.conditions`"),
                    }
                }
                "any_of" => {
                    value.items().iter().for_each(|n| self.known_keys(n, &SET_KEYS, "rules about a set"));
                    let any = value.items().iter().map(|n| self.set_rules(n)).collect();
                    rules.push(SetRule::AnyOf(any));
                }
                _ => {}
            }
        }
        SetRules { rules }
    }
}
