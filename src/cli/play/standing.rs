//! Standing: the modifiers, prohibitions and changed costs of a card, each with its source.

use crate::kernel::model::ability::{AbilityForm, Affected, How, HowWord, Permission, Static};
use crate::kernel::model::objects::{Holder, ModTarget, Modification};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::AbilityId;
use crate::kernel::read::env::Env;
use crate::kernel::tell::describe::{describe, describe_card};
use crate::kernel::{Card, Choice, Seat, Value, World};
use crate::table::view::{ChangeView, View, cost_of};

/// A card of a game, and who asks about it.
pub struct Asked<'a> {
    pub world: &'a World,
    pub view: &'a View,
    pub card: Card,
    /// Who would use it.
    pub seat: Seat,
}

impl Asked<'_> {
    /// All that others did to the card, in words.
    pub fn effects(&self) -> Vec<String> {
        let mut out = self.modifiers();
        out.extend(self.made());
        out.extend(self.statics());
        out.extend(self.abilities());
        out.extend(self.granted());
        out.extend(self.prices());
        out
    }

    fn name(&self, sym: Sym) -> &str {
        self.world.rules.name(sym)
    }

    /// Where something comes from, if the person sees it.
    fn from(&self, source: Option<Card>) -> String {
        let seen = source.and_then(|c| self.view.card(c));
        seen.map_or(String::new(), |(_, c)| format!(" from {}", c.name))
    }

    fn is_it(&self, (card, stay): (Card, u32)) -> bool {
        card == self.card && self.world.state().stays(card, stay)
    }

    /// What was put on it.
    fn modifiers(&self) -> Vec<String> {
        let attr = |a: &crate::kernel::model::value::AttrId| self.name(self.world.rules.schema.attrs[a.index()].name);
        let on_it = |on: &ModTarget| matches!(on, ModTarget::Card(c, stay) if self.is_it((*c, *stay)));
        let own = self.world.state().modifiers.iter().filter(|m| on_it(&m.on));
        own.map(|m| {
            let what = match &m.what {
                Modification::Add(a, n) => format!("{} {n:+}", attr(a)),
                Modification::Set(a, n) => format!("{} set to {n}", attr(a)),
                Modification::Times(a, n) => format!("{} times {n}", attr(a)),
                Modification::Least(a, n) => format!("{} at least {n}", attr(a)),
                Modification::Most(a, n) => format!("{} at most {n}", attr(a)),
                Modification::PrintedOf(a, def) => {
                    format!("{} as printed on {}", attr(a), self.name(self.world.rules.defs[def.index()].name))
                }
                Modification::Word(_, word) => format!("also {}", self.name(*word)),
            };
            what + &self.from(m.source)
        })
        .collect()
    }

    /// What lasts as long as its source does.
    fn statics(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.world.game().table_env().each_static(&mut |ability, env| {
            if !env.in_force(ability) {
                return;
            }
            for one in &ability.statics {
                if let Some(text) = self.static_text(one, env) {
                    out.push(text + &self.from(env.card));
                }
            }
        });
        out
    }

    fn static_text(&self, one: &Static, env: &Env) -> Option<String> {
        match one {
            Static::Attr { affects: Affected::Cards(affects), attr, how, by }
                if env.card_matches(affects, self.card) =>
            {
                let n = env.at_value(&Value::Card(self.card)).amount(by);
                let name = self.name(self.world.rules.schema.attrs[attr.index()].name);
                match how {
                    How::Set => Some(format!("{name} set to {n}")),
                    How::Add => (n != 0).then(|| format!("{name} {n:+}")),
                    How::Times => Some(format!("{name} times {n}")),
                    How::Least => Some(format!("{name} at least {n}")),
                    How::Most => Some(format!("{name} at most {n}")),
                }
            }
            Static::Word { affects, word, how, .. } if env.card_matches(affects, self.card) => {
                let how = match how {
                    HowWord::Set => "only",
                    HowWord::Add => "also",
                    HowWord::Without => "not",
                };
                Some(format!("{how} {}", self.name(*word)))
            }
            // What holds for every card is a rule of the game, and no news about this one.
            Static::Permission(permission) if env.card.is_some() => self.permission(permission, env),
            _ => None,
        }
    }

    /// What the card may do or not, or what may be done to it.
    fn permission(&self, p: &Permission, env: &Env) -> Option<String> {
        let is_by_it = || p.card.as_ref().is_some_and(|test| env.card_matches(test, self.card));
        let is_to_it = || p.to.as_ref().is_some_and(|filter| env.matches(filter, &Value::Card(self.card)));
        let (may, verb) = (if p.forbids { "may not" } else { "may" }, self.name(p.verb));
        if p.by.as_ref().is_some_and(|test| !env.seat_is(test, self.seat)) {
            return None;
        }
        match (&p.card, &p.to) {
            (Some(_), None) if is_by_it() => Some(format!("{may} {verb}")),
            (Some(_), Some(to)) if is_by_it() => Some(format!("{may} {verb} {}", describe(&self.world.rules, to))),
            (Some(card), Some(_)) if is_to_it() => {
                Some(format!("{} {may} {verb} it", describe_card(&self.world.rules, card)))
            }
            (None, Some(_)) if is_to_it() => Some(format!("nothing {may} {verb} it")),
            _ => None,
        }
    }

    /// Permissions that were given for a time.
    fn granted(&self) -> Vec<String> {
        let mut out = Vec::new();
        for granted in &self.world.state().permissions {
            let env = Env { me: granted.by, card: granted.source, ..self.world.game().table_env() };
            let verb = self.name(granted.what.verb);
            let text = match granted.card {
                Some(card) if self.is_it(card) => {
                    Some(format!("{} {verb}", if granted.what.forbids { "may not" } else { "may" }))
                }
                Some(_) => None,
                None => self.permission(&granted.what, &env),
            };
            out.extend(text.map(|text| text + &self.from(granted.source)));
        }
        out
    }

    /// Abilities that it was given, and those that do not work.
    fn abilities(&self) -> Vec<String> {
        let (state, rules) = (&self.world.state(), &self.world.rules);
        let env = self.world.game().table_env();
        let label = |id: AbilityId| {
            let ability = &rules.abilities[id.index()];
            if ability.text.is_empty() { self.name(ability.id).to_string() } else { ability.text.to_string() }
        };
        let mut out = Vec::new();
        for given in &state.abilities {
            let is_its = matches!(given.on, Holder::Card(c, stay) if self.is_it((c, stay)));
            if !is_its || self.world.game().is_lost(self.card, given.ability, given.since) {
                continue;
            }
            let uses = given.uses.map_or(String::new(), |n| format!(", {n} more times"));
            out.push(format!("has {}{uses}", self.world.game().show_ability(given.ability)));
        }
        let def = state.card(self.card).def;
        let (mut all, mut silent) = (0, Vec::new());
        for id in rules.defs[def.index()].abilities.iter().filter(|id| rules.abilities[id.index()].group == **id) {
            all += 1;
            if state.is_lost(rules, self.card, *id, 0) {
                silent.push((label(*id), "lost", None));
            } else if let Some(by) = env.who_mutes(self.card, *id) {
                silent.push((label(*id), "muted", by));
            }
        }
        for (name, how, by) in &silent {
            let what = if all == 1 { "its ability" } else { name.as_str() };
            out.push(format!("{what} is {how}{}", self.from(*by)));
        }
        out
    }

    /// What others made of it: whose it is, what it is called, its types, its abilities.
    fn made(&self) -> Vec<String> {
        let changes = self.view.card(self.card).map_or(&[][..], |(_, card)| card.changes.as_slice());
        let told = |change: &ChangeView| match &change.from {
            Some(name) => format!("{} from {name}", change.what),
            None => change.what.clone(),
        };
        changes.iter().map(told).collect()
    }

    /// What it costs to use it, where something changes that.
    fn prices(&self) -> Vec<String> {
        let rules = &self.world.rules;
        let def = &rules.defs[self.world.state().card(self.card).def.index()];
        let kind = rules.schema.kind_of(self.world.state().card(self.card).zone);
        let is_here = |id: &&AbilityId| {
            let ability = &rules.abilities[id.index()];
            matches!(ability.form, AbilityForm::Timing(_)) && ability.from.contains(kind)
        };
        let for_it = |id: &&AbilityId| {
            let filter = &rules.abilities[id.index()].for_;
            filter.as_ref().is_some_and(|f| self.world.game().seat_env(self.seat).card_matches(f, self.card))
        };
        let own = def.timed.iter().filter(is_here);
        let actions = rules.actions.iter().filter(is_here).filter(for_it);
        own.chain(actions).filter_map(|id| self.price(Choice { ability: *id, card: Some(self.card) })).collect()
    }

    fn price(&self, choice: Choice) -> Option<String> {
        let rules = &self.world.rules;
        let draft = self.world.game().draft(self.seat, choice, None);
        let mut changes = Vec::new();
        self.world.game().table_env().each_static(&mut |ability, env| {
            for one in &ability.statics {
                let by = match one {
                    Static::Cost { affects, by } if env.use_matches(affects, &draft) => {
                        let pips = by.iter().zip(&rules.schema.pips).filter(|(n, _)| **n != 0);
                        pips.map(|(n, (name, _))| format!("{n:+} {}", self.name(*name))).collect::<Vec<_>>().join(" ")
                    }
                    Static::CounterCost { affects, name, by } if env.use_matches(affects, &draft) => {
                        match (Env { this: Some(&draft), ..*env }).amount(by) {
                            0 => continue,
                            n => format!("{n:+} {}", self.name(*name)),
                        }
                    }
                    _ => continue,
                };
                if env.in_force(ability) {
                    changes.push(by + &self.from(env.card));
                }
            }
        });
        let cost = cost_of(self.world, self.seat, choice);
        let cost = if cost.is_empty() { "nothing".into() } else { cost };
        (!changes.is_empty()).then(|| format!("costs {cost} ({})", changes.join(", ")))
    }
}
