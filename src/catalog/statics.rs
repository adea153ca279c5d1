//! Statics: what an ability changes while it holds.

use super::keys::abilities::AbilityKeys;
use super::keys::abilities::{MuteKeys, PermissionKeys};
use super::manifest::Builder;
use crate::data::{Key, Node, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{Class, Filter};
use crate::kernel::model::sym::Sym;
use crate::kernel::parse::meant::What;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::*;

impl Builder {
    pub(super) fn statics(&mut self, ability: &mut Ability, node: &Node, problems: &mut Problems) {
        let said = AbilityKeys::of(node);
        let is_static = ability.form == AbilityForm::While;
        if !is_static {
            return;
        }
        for (what, forbids) in [(said.forbid, true), (said.permit, false)] {
            if let Some(what) = what {
                let said = PermissionKeys::of(what);
                let verb = self.sym(said.verb.and_then(Node::as_str).unwrap_or(""));
                if let Some(node) = said.verb {
                    self.mean(What::GivenVerb(verb), node);
                }
                let mut p = self.parser(Scope::default(), problems);
                let card = said.card.map(|n| p.filter(n, Class::Card));
                let use_ = said.r#use.map(|n| p.filter(n, Class::Use));
                let by = said.by.map(|n| p.seat_test(n));
                let to = said.to.map(|n| p.object_filter(n));
                ability.statics.push(Static::Permission(Permission { forbids, verb, card, use_, by, to }));
            }
        }
        let affects = said.affects;
        let (class, inner) = match affects {
            Some(n) if n.field("player").is_some() => (Class::Player, n.field("player")),
            Some(n) if n.field("use").is_some() => (Class::Use, n.field("use")),
            other => (Class::Card, other),
        };
        let filter = inner.map_or(Filter::True, |n| self.parser(Scope::default(), problems).filter(n, class));
        if let Some(mute) = said.mute {
            let said = MuteKeys::of(mute);
            let mut p = self.parser(Scope::default(), problems);
            let known = p.schema.ability_kinds.clone();
            let kinds = said.kind.map_or(&[][..], |n| n.items());
            let kinds: Vec<Sym> =
                kinds.iter().filter_map(|n| p.one_of(n, "kind of ability", &known)).map(|i| known[i]).collect();
            let flags = said.flag.map_or(Vec::new(), |n| p.noted_syms(n, What::MutedFlag));
            ability.statics.push(Static::Mute { affects: filter.clone(), kinds, flags });
        }
        if let (Some(cost), Class::Use) = (said.cost, class) {
            let counters = cost.as_map().unwrap_or_default();
            let mut pips = Vec::new();
            for (key, value) in counters {
                match self.counter_of_players(&key.name) {
                    Some((name, _)) => {
                        let by = self.parser(Scope::default(), problems).amount(value);
                        ability.statics.push(Static::CounterCost { affects: filter.clone(), name, by });
                    }
                    None => pips.push((key.clone(), value.clone())),
                }
            }
            if !pips.is_empty() || counters.is_empty() {
                let cost = Node { value: crate::data::Data::Map(pips), span: cost.span.clone() };
                let by = self.cost(&cost, problems);
                if by == Cost::default() && cost.as_map().is_some() {
                    problems.warn("no_effect", &cost.span, "the cost is changed by nothing: it stays");
                }
                ability.statics.push(Static::Cost { affects: filter.clone(), by });
            }
        }
        let mut places = Vec::new();
        for (key, value) in said.modify {
            if let Some(attr) = self.rules.schema.attr(class, &key.name) {
                let by = self.parser(Scope::of_it(class), problems).amount(value);
                if by.fixed() == Some(0) {
                    problems.warn("no_effect", &value.span, format!("`{}` is modified by 0: it stays", key.name));
                }
                places.push((ability.statics.len(), value.span.clone()));
                ability.statics.push(Static::Attr { affects: filter.clone(), of: class, attr, by });
                continue;
            }
            let slot = self.parser(Scope::default(), problems).word_slot(&key.name);
            match (slot, value.as_str()) {
                (Some(field), Some(word)) => {
                    let word = self.sym(word);
                    self.mean(What::GivenWord(field, word), value);
                    ability.statics.push(Static::Word { affects: filter.clone(), field, word });
                }
                _ => self.not_modified(key, class, problems),
            }
        }
        self.own_cycles(ability, &places, problems);
        self.check_affects(ability, node, problems);
        let says = [said.cost, said.mute, said.forbid, said.permit];
        if ability.statics.is_empty() && said.modify.is_empty() && says.iter().all(Option::is_none) {
            problems.error(
                "missing",
                &node.span,
                "an ability that holds needs `modify`, `cost`, `mute`, `forbid` or `permit`",
            );
        }
    }
    /// Reports what cannot be modified, and what can.
    fn not_modified(&self, key: &Key, class: Class, problems: &mut Problems) {
        let schema = &self.rules.schema;
        let what = if class == Class::Player { "of a player" } else { "of a card" };
        let attrs = schema.attrs.iter().filter(|a| a.of == class).map(|a| a.name);
        let words = schema.words.iter().filter(|_| class == Class::Card).map(|w| w.name);
        let known: Vec<&str> = attrs.chain(words).map(|s| &**self.rules.name(s)).collect();
        let help = suggest::help_for(&key.name, known.iter().copied());
        let counters = schema.counters.iter().chain(&schema.game_counters).map(|c| c.name);
        let counted =
            counters.chain(self.rules.tallies.iter().map(|t| t.name)).any(|n| **self.rules.name(n) == *key.name);
        let message = match counted {
            true => format!("`{}` is counted, and nothing modifies it while something holds", key.name),
            false => format!("nothing {what} called `{}` can be modified", key.name),
        };
        problems.error("unknown_key", &key.span, message).help(help);
    }

    /// Reports `affects` that nothing reads, and what affects every card without saying so.
    fn check_affects(&self, ability: &Ability, node: &Node, problems: &mut Problems) {
        let said = AbilityKeys::of(node);
        let says = |key: &str| node.field(key).is_some();
        let reads = says("modify") || says("mute") || says("cost");
        match said.affects {
            Some(affects) if !reads && !ability.statics.is_empty() => {
                let message = "`affects` means nothing beside `forbid` and `permit`";
                let help = "they say themselves whom they are about: `card`, `use`, `by`, `to`";
                problems.error("unknown_key", &affects.span, message).help(help);
            }
            None if says("modify") => {
                let message = "without `affects` it modifies every card of the game";
                problems
                    .warn("wide", &node.span, message)
                    .help("`affects: self` for this card alone, `affects: {}` for all");
            }
            _ => {}
        }
    }
}
