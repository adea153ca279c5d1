//! Sets: rules about a set of cards.

use crate::data::keys::Each;
use crate::data::{Data, Key, Node, suggest};
use crate::kernel::model::lang::{CardTest, Class, Cmp, SetField, SetRule, SetRules, Test};
use crate::kernel::model::word_versions;
use crate::kernel::parse::keys::{ROLE, RoleKeys, SET, SetKey};
use crate::kernel::parse::parser::Parser;
use std::sync::Arc;

/// The cards of a set that stand in for any card.
type Jokers = Arc<Test<CardTest>>;

impl Parser<'_> {
    /// Reads the rules about a set out of a map that holds nothing else.
    pub fn set_rules(&mut self, node: &Node) -> SetRules {
        self.check_jokers(node);
        self.set_rules_with(node, None)
    }

    /// Reads the rules about the chosen set out of a selection, which holds other keys, too.
    pub(super) fn rules_of_selection(&mut self, node: &Node) -> SetRules {
        self.set_rules_with(node, None)
    }

    /// Reads rules about a set, and gives those without jokers of their own the jokers of the rules around them.
    fn set_rules_with(&mut self, node: &Node, around: Option<&Jokers>) -> SetRules {
        let map = node.as_map().unwrap_or_default();
        let own = map.iter().find(|(key, _)| self.set_key(map, &key.name) == Some(SetKey::joker));
        let own = own.map(|(_, value)| Arc::new(self.test(value)));
        let jokers = own.as_ref().or(around);
        let mut rules = Vec::new();
        for (key, value) in map {
            if let Some(key) = self.set_key(map, &key.name) {
                self.set_rule(key, value, jokers, &mut rules);
            }
        }
        SetRules { rules }
    }

    /// The rule about a set that a key of a map means. `joker` means one only beside rules that read it, and a newer key
    /// than the language of the game means a field of cards with its name; otherwise they belong to a filter.
    pub(super) fn set_key(&self, map: &[(Key, Node)], name: &str) -> Option<SetKey> {
        let key = SetKey::of(name)?;
        let is_field = word_versions::since(name) > self.schema.language && self.is_asked_by_name(name);
        (!is_field && (key != SetKey::joker || self.reads_jokers(map))).then_some(key)
    }

    /// True if one of these rules about a set, or one within them, has jokers.
    fn reads_jokers(&self, map: &[(Key, Node)]) -> bool {
        map.iter().any(|(key, value)| match self.set_key_of_rule(map, &key.name) {
            Some(SetKey::same | SetKey::sequence) => true,
            Some(SetKey::any_of) => value.items().iter().filter_map(Node::as_map).any(|rules| self.reads_jokers(rules)),
            _ => false,
        })
    }

    /// The rule about a set that a key means, `joker` excepted.
    fn set_key_of_rule(&self, map: &[(Key, Node)], name: &str) -> Option<SetKey> {
        if SetKey::of(name) == Some(SetKey::joker) { None } else { self.set_key(map, name) }
    }

    fn set_rule(&mut self, key: SetKey, value: &Node, jokers: Option<&Jokers>, out: &mut Vec<SetRule>) {
        match key {
            SetKey::count if value.as_str().is_some_and(|text| text.contains("..")) => {
                let (least, most) = self.numbers(value);
                out.push(SetRule::Count(Cmp::Ge, least));
                out.extend(most.map(|most| SetRule::Count(Cmp::Le, most)));
            }
            SetKey::count => {
                let (cmp, n) = self.compare(value);
                out.push(SetRule::Count(cmp, n));
            }
            SetKey::joker => {}
            SetKey::same => {
                self.not_empty(value, "`same`");
                for field in value.items() {
                    if let Some(found) = self.field_of_set(field, "`same` compares numbers or words of cards", true) {
                        out.push(SetRule::Same(found, jokers.cloned()));
                    }
                }
            }
            SetKey::sequence => {
                if let Some(SetField::Number(attr)) =
                    self.field_of_set(value, "`sequence` orders numbers of cards", false)
                {
                    out.push(SetRule::Sequence(attr, jokers.cloned()));
                }
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
                for group in value.items() {
                    self.known_keys(group, &SET);
                    self.check_jokers(group);
                }
                let any = value.items().iter().map(|n| self.set_rules_with(n, jokers)).collect();
                out.push(SetRule::AnyOf(any));
            }
        }
    }

    /// Reports jokers that none of these rules reads.
    fn check_jokers(&mut self, node: &Node) {
        let map = node.as_map().unwrap_or_default();
        if let Some((key, _)) = map.iter().find(|(key, _)| key.name == "joker").filter(|_| !self.reads_jokers(map)) {
            self.no_jokers(key);
        }
    }

    /// Reports jokers that no rule reads.
    pub(super) fn no_jokers(&mut self, key: &Key) {
        let help = "write `same` or `sequence` beside it";
        self.problems.error("unknown_key", &key.span, "nothing reads `joker` here").help(help);
    }

    /// The number, or with `words` the number or the field of words, that a rule about a set names.
    fn field_of_set(&mut self, field: &Node, about: &str, words: bool) -> Option<SetField> {
        let Some(name) = field.as_str() else {
            self.wrong(field, "a field of cards");
            return None;
        };
        let of_words = self.word_slot(name).filter(|_| words).map(SetField::Words);
        let found = of_words.or_else(|| self.schema.attr(Class::Card, name).map(SetField::Number));
        if found.is_none() {
            let numbers = self.schema.attrs.iter().filter(|a| a.of == Class::Card).map(|a| a.name);
            let known = self.schema.words.iter().filter(|_| words).map(|words| words.name).chain(numbers);
            let known = self.names(known);
            let key = Key { name: name.into(), span: field.span.clone() };
            self.no_field_of_set(&key, about, known);
        }
        found
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
