//! Sets: rules about a set of cards.

use crate::data::keys::Each;
use crate::data::{Data, Key, Node, suggest};
use crate::kernel::model::lang::{CardTest, Class, SetRule, SetRules, Test};
use crate::kernel::parse::keys::{ROLE, RoleKeys, SET, SetKey};
use crate::kernel::parse::parser::Parser;
use std::sync::Arc;

impl Parser<'_> {
    /// Reads the rules about a set out of a map that may hold other keys, too.
    pub fn set_rules(&mut self, node: &Node) -> SetRules {
        let mut rules = Vec::new();
        for (key, value) in node.as_map().unwrap_or_default() {
            if let Some(key) = SetKey::of(&key.name) {
                self.set_rule(key, value, &mut rules);
            }
        }
        SetRules { rules }
    }

    fn set_rule(&mut self, key: SetKey, value: &Node, out: &mut Vec<SetRule>) {
        match key {
            SetKey::count => {
                let (cmp, n) = self.compare(value);
                out.push(SetRule::Count(cmp, n));
            }
            SetKey::sum | SetKey::distinct if value.as_map().is_none() => self.wrong(value, "a map of fields"),
            SetKey::sum => {
                for (field, limit) in value.as_map().unwrap_or_default() {
                    let (cmp, n) = self.compare(limit);
                    match self.schema.attr(Class::Card, &field.name) {
                        Some(attr) => out.push(SetRule::Sum(attr, cmp, n)),
                        None => {
                            let known = self.schema.attrs.iter().filter(|a| a.of == Class::Card).map(|a| a.name);
                            self.no_field_of_set(field, "`sum` adds up numbers of cards", self.names(known));
                        }
                    }
                }
            }
            SetKey::distinct => {
                for (field, limit) in value.as_map().unwrap_or_default() {
                    let (cmp, n) = self.compare(limit);
                    match self.word_slot(&field.name) {
                        Some(slot) => out.push(SetRule::Distinct(slot, cmp, n)),
                        None => {
                            let known = self.schema.words.iter().map(|words| words.name);
                            self.no_field_of_set(field, "`distinct` counts words that cards print", self.names(known));
                        }
                    }
                }
            }
            SetKey::roles => {
                let roles = value.items().iter().map(|role| self.role(role)).collect();
                out.push(SetRule::Roles(Arc::new(roles)));
            }
            SetKey::meets => {
                let text = value.as_str().unwrap_or_default();
                let (source, field) = text.rsplit_once('.').unwrap_or((text, ""));
                let slot = self.schema.set_rules.iter().position(|s| &**self.schema.symbols.name(*s) == field);
                match (self.try_ref(source, &value.span), slot) {
                    (Some(r), Some(slot)) => out.push(SetRule::Meets(r, slot as u8)),
                    _ => self.wrong(value, "cards and their field of conditions, as in `stories.conditions`"),
                }
            }
            SetKey::any_of => {
                value.items().iter().for_each(|n| self.known_keys(n, &SET));
                out.push(SetRule::AnyOf(value.items().iter().map(|n| self.set_rules(n)).collect()));
            }
        }
    }

    /// Reports a field that a rule about a set cannot be about.
    fn no_field_of_set(&mut self, field: &Key, about: &str, known: Vec<String>) {
        let help = suggest::help_for(&field.name, known.iter().map(String::as_str));
        let message = format!("{about}, and `{}` is no field of them", field.name);
        self.problems.error("unknown_key", &field.span, message).help(help);
    }

    /// A role: cards of one sort, and their number.
    fn role(&mut self, role: &Node) -> (Test<CardTest>, u8) {
        let said = RoleKeys::of(role).n;
        let n = said.map_or(1, |n| self.int(n));
        let n = u8::try_from(n).ok().filter(|n| (1..=64).contains(n)).unwrap_or_else(|| {
            let at = said.map_or(&role.span, |n| &n.span);
            self.problems.error("too_many", at, format!("a role is for 1 to 64 cards; this is for {n}"));
            1
        });
        let mut only = role.clone();
        if let Data::Map(map) = &mut only.value {
            map.retain(|(key, _)| ROLE.names().all(|own| own != key.name));
        }
        (self.test(&only), n)
    }
}
