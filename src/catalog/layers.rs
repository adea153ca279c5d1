//! Layers: static abilities that change a card's controller, name, types or abilities.

use super::builder::{Builder, GrantNamed};
use super::keys::abilities::{AbilityKeys, LoseKeys, MODIFICATION, ModificationKeys};
use super::strict_maps::wrong;
use crate::data::{Key, Node, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{CardTest, Class, Filter, Test};
use crate::kernel::model::value::AbilityId;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::What;
use crate::kernel::rules::*;

impl Builder {
    /// Compiles `lose` and `grant`: the abilities that a `while` ability takes from the affected cards and gives them.
    pub(super) fn gives_and_takes(
        &mut self,
        ability: &mut Ability,
        node: &Node,
        affected: &Filter,
        problems: &mut Problems,
    ) {
        let said = AbilityKeys::of(node);
        let of_cards = |key: &Node, verb: &str, problems: &mut Problems| match affected {
            Filter::Card(cards) => Some(cards.clone()),
            _ => {
                let at = said.affects.map_or(&key.span, |n| &n.span);
                let message = format!("cards {verb} abilities, and this affects no cards");
                problems.error("wrong_kind", at, message);
                None
            }
        };
        if let Some(lose) = said.lose
            && let Some(affects) = of_cards(lose, "lose", problems)
        {
            let what = self.lost(lose, problems);
            ability.statics.push(Static::Layered { affects, what });
        }
        if let Some(grant) = said.grant
            && let Some(affects) = of_cards(grant, "are given", problems)
        {
            // The ability being compiled joins the list after this, so its number will be the present length.
            let by = (AbilityId::of(self.rules.abilities.len()), ability.statics.len());
            self.grants.extend(grant.items().iter().map(|named| GrantNamed { by, named: named.clone() }));
            ability.statics.push(Static::Layered { affects, what: Layered::Grant(Vec::new()) });
        }
    }

    fn lost(&mut self, lose: &Node, problems: &mut Problems) -> Layered {
        if lose.as_str() == Some("all") {
            return Layered::Lose { kinds: Vec::new(), flags: Vec::new() };
        }
        if lose.as_map().is_none() {
            wrong(lose, "lose", "`all`, or the kinds and flags of abilities", problems);
        }
        let said = LoseKeys::of(lose);
        let mut p = self.parser(Scope::default(), problems);
        let known = p.schema.ability_kinds.clone();
        let kinds = said.kind.map_or(&[][..], Node::items);
        let kinds: Vec<_> =
            kinds.iter().filter_map(|n| p.one_of(n, "kind of ability", &known)).map(|i| known[i]).collect();
        let flags = said.flag.map_or(Vec::new(), |n| p.noted_syms(n, What::MutedFlag));
        Layered::Lose { kinds, flags }
    }

    /// Compiles a change of the name, the types or the controller of cards; `None` for any other key.
    pub(super) fn modified_in_layer(
        &mut self,
        key: &Key,
        value: &Node,
        cards: &Test<CardTest>,
        problems: &mut Problems,
    ) -> Option<Static> {
        let said = ModificationKeys::of(value);
        let what = match &*key.name {
            "type" => {
                let (how, types) = match (said.set, said.without) {
                    (Some(types), _) => (HowWord::Set, types),
                    (_, Some(types)) => (HowWord::Without, types),
                    _ => (HowWord::Add, value),
                };
                let mut p = self.parser(Scope::default(), problems);
                if how != HowWord::Add {
                    p.known_keys(value, &MODIFICATION);
                }
                Layered::Type(how, p.types(types))
            }
            "name" => {
                let Some(name) = said.set.and_then(Node::as_str) else {
                    let help = "a card has one name: `name: { set: .. }`";
                    problems.error("wrong_kind", &value.span, "a name is set").help(help);
                    return None;
                };
                Layered::Name(self.sym(name))
            }
            "controller" => Layered::Control(self.parser(Scope::of_it(Class::Card), problems).reference(value)),
            _ => return None,
        };
        Some(Static::Layered { affects: cards.clone(), what })
    }

    /// Finds the abilities that other abilities grant by their names, now that all are known.
    pub(super) fn find_grants(&mut self, problems: &mut Problems) {
        for GrantNamed { by: (ability, at), named } in std::mem::take(&mut self.grants) {
            let Some((name, parts)) = self.ability_named(&named, "grant", problems) else { continue };
            let lies_before = |one: &Static| match one {
                Static::Layered { what, .. } => what.layer() != Layer::Abilities,
                _ => false,
            };
            let mut statics = parts.iter().flat_map(|id| &self.rules.abilities[id.index()].statics).peekable();
            if statics.peek().is_some() && statics.all(lies_before) {
                let help = "controllers, names and types are settled before abilities are given";
                problems.warn("no_effect", &named.span, format!("`{name}` does nothing where it is given")).help(help);
            }
            let Some(Static::Layered { what: Layered::Grant(given), .. }) =
                self.rules.abilities.get_mut(ability.index()).and_then(|ability| ability.statics.get_mut(at))
            else {
                continue;
            };
            given.extend(parts);
        }
    }

    /// Finds the abilities that lists name, now that all are known.
    pub(super) fn find_named(&mut self, problems: &mut Problems) {
        let found = self.named_in_lists.iter().map(|named| {
            let found = self.ability_named(named, "ability", problems);
            found.map_or(Vec::new(), |(_, parts)| parts)
        });
        let found = found.collect();
        self.rules.named_abilities = found;
    }

    /// Finds an ability by its name: the name, and the abilities that its modes or parts were compiled into.
    fn ability_named<'n>(
        &self,
        named: &'n Node,
        key: &str,
        problems: &mut Problems,
    ) -> Option<(&'n str, Vec<AbilityId>)> {
        let Some(name) = named.as_str() else {
            wrong(named, key, "the name of an ability, such as `card_id/ability_id`", problems);
            return None;
        };
        let parts = self.parts_of(name);
        if parts.is_empty() {
            let known = (0..self.rules.abilities.len()).map(AbilityId::of).filter(|id| self.has_name(*id));
            let known: Vec<String> = known.map(|id| self.full_name(id)).collect();
            let help = suggest::help_for(name, known.iter().map(String::as_str));
            problems.error("unknown_word", &named.span, format!("there is no ability `{name}`")).help(help);
            return None;
        }
        Some((name, parts))
    }

    /// True if data and scripts can name an ability: all but actions and rules of the game.
    fn has_name(&self, id: AbilityId) -> bool {
        !self.rules.actions.contains(&id) && !self.rules.game_abilities.contains(&id)
    }

    /// The name of an ability in scripts and data.
    fn full_name(&self, id: AbilityId) -> String {
        let ability = &self.rules.abilities[id.index()];
        let id = self.rules.name(ability.id);
        match ability.def {
            Some(def) => format!("{}/{id}", self.rules.name(self.rules.defs[def.index()].id)),
            None => id.to_string(),
        }
    }

    /// The abilities that the modes or parts of the ability with this name were compiled into.
    fn parts_of(&self, name: &str) -> Vec<AbilityId> {
        let (def, id) = match name.split_once('/') {
            Some((def, id)) => match self.rules.def_by_id(def) {
                Some(def) => (Some(def), id),
                None => return Vec::new(),
            },
            None => (None, name),
        };
        let is_it = |(at, a): &(usize, &Ability)| {
            a.def == def && **self.rules.name(a.id) == *id && self.has_name(AbilityId::of(*at))
        };
        let found = self.rules.abilities.iter().enumerate().find(is_it);
        let Some(group) = found.map(|(_, a)| a.group) else { return Vec::new() };
        let parts = self.rules.abilities.iter().enumerate().filter(|(_, a)| a.group == group);
        parts.map(|(at, _)| AbilityId::of(at)).collect()
    }
}
