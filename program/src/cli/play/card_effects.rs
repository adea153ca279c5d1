//! Card effects: what changes a card at the moment (numbers, words, permissions, abilities, costs), as texts with the
//! source of each.

use intermezzo::kernel::model::ability::{AbilityForm, Affected, Static};
use intermezzo::kernel::model::modification_kinds::{How, HowWord};
use intermezzo::kernel::model::objects::{Called, Holder, ModTarget, Modification};
use intermezzo::kernel::model::permission::Permission;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::translation::{NameKind, Said, say};
use intermezzo::kernel::model::value::AbilityId;
use intermezzo::kernel::read::evaluation_env::Env;
use intermezzo::kernel::tell::filter_words::{describe, describe_card};
use intermezzo::kernel::{Card, Choice, Seat, Value, World};
use intermezzo::table::view::{ChangeView, View, cost_of};

/// A question what changes a card: the card, and the view of the person who asks.
pub struct CardQuestion<'a> {
    pub world: &'a World,
    pub view: &'a View,
    pub card: Card,
    /// The seat that would use the card.
    pub seat: Seat,
}

impl CardQuestion<'_> {
    /// A text for each thing that changes the card now: numbers, words, its controller, abilities, permissions and
    /// costs.
    pub fn effects(&self) -> Vec<String> {
        let mut out = self.modifiers();
        out.extend(self.made());
        out.extend(self.statics());
        out.extend(self.abilities());
        out.extend(self.granted());
        out.extend(self.prices());
        out
    }

    fn said(&self, part: NameKind, sym: Sym) -> &str {
        self.world.rules.said(part, sym)
    }

    /// The source of an effect as the end of its text, such as ` from CARD`; empty if the person does not see that
    /// card.
    fn from(&self, source: Option<Card>) -> String {
        let seen = source.and_then(|c| self.view.card(c));
        seen.map_or(String::new(), |(_, c)| say!(self.world.rules, "from", " from {card}", card = &c.name))
    }

    /// The source of an effect as the end of its text, such as ` (by CARD)`; empty if the person does not see that
    /// card.
    fn by(&self, source: Option<Card>) -> String {
        source.and_then(|c| self.view.card(c)).map_or(String::new(), |(_, c)| self.by_name(&c.name))
    }

    fn by_name(&self, name: &str) -> String {
        say!(self.world.rules, "done-by", " (by {card})", card = name)
    }

    /// The name of a lasting effect as the end of its text, `, called NAME`; empty if it has none.
    fn called(&self, Called(called): Called) -> String {
        let rules = &self.world.rules;
        called.map_or(String::new(), |(name, _)| say!(rules, "is-called", ", called {name}", name = rules.name(name)))
    }

    fn is_it(&self, (card, stay): (Card, u32)) -> bool {
        card == self.card && self.world.state().stays(card, stay)
    }

    /// The modifiers on the card.
    fn modifiers(&self) -> Vec<String> {
        let rules = &self.world.rules;
        let attr = |a: &intermezzo::kernel::model::value::AttrId| {
            self.said(NameKind::Field, self.world.rules.schema.attrs[a.index()].name)
        };
        let on_it = |on: &ModTarget| matches!(on, ModTarget::Card(c, stay) if self.is_it((*c, *stay)));
        let own = self.world.state().modifiers.iter().filter(|m| on_it(&m.on));
        own.map(|m| {
            let what = match &m.what {
                Modification::Add(a, n) => format!("{} {n:+}", attr(a)),
                Modification::Set(a, n) => self.changed(attr(a), How::Set, *n),
                Modification::Times(a, n) => self.changed(attr(a), How::Times, *n),
                Modification::Least(a, n) => self.changed(attr(a), How::Least, *n),
                Modification::Most(a, n) => self.changed(attr(a), How::Most, *n),
                Modification::PrintedOf(a, def) => {
                    let printed = say!(rules, "as-printed-on", "as printed on {name}", name = rules.card_said(*def));
                    format!("{} {printed}", attr(a))
                }
                Modification::Word(_, word) => {
                    say!(rules, "also", "also {what}", what = self.said(NameKind::Word, *word))
                }
                Modification::Without(_, word) => {
                    say!(rules, "no-more", "{what} no more", what = self.said(NameKind::Word, *word))
                }
            };
            what + &self.from(m.source) + &self.called(m.called)
        })
        .collect()
    }

    /// The change of a number, in words.
    fn changed(&self, name: &str, how: How, n: i64) -> String {
        let rules = &self.world.rules;
        match how {
            How::Set => say!(rules, "set-to", "{name} set to {n}", name = name, n = n),
            How::Add => format!("{name} {n:+}"),
            How::Times => format!("{name} {}", say!(rules, "times", "times {n}", n = n)),
            How::Least => format!("{name} {}", say!(rules, "at-least", "at least {n}", n = n)),
            How::Most => format!("{name} {}", say!(rules, "at-most", "at most {n}", n = n)),
        }
    }

    /// Static abilities that change the card.
    fn statics(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.world.game().table_env().each_static(&mut |ability, env| {
            if !env.in_force(ability) {
                return;
            }
            for one in &ability.statics {
                let source = if matches!(one, Static::Permission(_)) { Self::by } else { Self::from };
                out.extend(self.static_text(one, env).map(|text| text + &source(self, env.card)));
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
                let name = self.said(NameKind::Field, self.world.rules.schema.attrs[attr.index()].name);
                (n != 0 || !matches!(how, How::Add)).then(|| self.changed(name, *how, n))
            }
            Static::Word { affects, word, how, .. } if env.card_matches(affects, self.card) => {
                let (rules, word) = (&self.world.rules, self.said(NameKind::Word, *word));
                Some(match how {
                    HowWord::Set => say!(rules, "only", "only {what}", what = word),
                    HowWord::Add => say!(rules, "also", "also {what}", what = word),
                    HowWord::Without => say!(rules, "not-so", "not {what}", what = word),
                })
            }
            // A permission by the rules holds for every card, so it is not told of this one.
            Static::Permission(permission) if env.card.is_some() => self.permission(permission, env),
            _ => None,
        }
    }

    /// A permission or prohibition on the card.
    fn permission(&self, p: &Permission, env: &Env) -> Option<String> {
        let is_by_it = || p.card.as_ref().is_some_and(|test| env.card_matches(test, self.card));
        let is_to_it = || p.to.as_ref().is_some_and(|filter| env.matches(filter, &Value::Card(self.card)));
        let (rules, verb) = (&self.world.rules, self.world.game().verb(p.verb));
        if p.by.as_ref().is_some_and(|test| !env.seat_is(test, self.seat)) {
            return None;
        }
        let may = |what: String| self.may(p.forbids, &what);
        match (&p.card, &p.to) {
            (Some(_), None) if is_by_it() => Some(may(verb)),
            (Some(_), Some(to)) if is_by_it() => {
                let to = describe(Said::by(rules), to);
                Some(may(say!(rules, "do-to", "{verb} {what}", verb = verb, what = to)))
            }
            (Some(card), Some(_)) if is_to_it() => {
                let who = describe_card(Said::by(rules), card);
                let may = may(say!(rules, "do-to-it", "{verb} it", verb = verb));
                Some(say!(rules, "who-may", "{who} {may}", who = who, may = may))
            }
            (None, Some(_)) if is_to_it() => {
                let may = may(say!(rules, "do-to-it", "{verb} it", verb = verb));
                Some(say!(rules, "nothing-may", "nothing {may}", may = may))
            }
            _ => None,
        }
    }

    /// A permission or a prohibition in words: `may attack`, `may not attack`.
    fn may(&self, forbids: bool, what: &str) -> String {
        match forbids {
            true => say!(self.world.rules, "it-may-not", "may not {what}", what = what),
            false => say!(self.world.rules, "it-may", "may {what}", what = what),
        }
    }

    /// Permissions that were given for a time.
    fn granted(&self) -> Vec<String> {
        let mut out = Vec::new();
        for granted in &self.world.state().permissions {
            let env = Env { me: granted.by, card: granted.source, ..self.world.game().table_env() };
            let verb = self.world.game().verb(granted.what.verb);
            let text = match granted.card {
                Some(card) if self.is_it(card) => Some(self.may(granted.what.forbids, &verb)),
                Some(_) => None,
                None => self.permission(&granted.what, &env),
            };
            out.extend(text.map(|text| text + &self.called(granted.called) + &self.by(granted.source)));
        }
        out
    }

    /// The abilities that the card got from effects, and those of its own that are lost or muted.
    fn abilities(&self) -> Vec<String> {
        let (state, rules) = (&self.world.state(), &self.world.rules);
        let env = self.world.game().table_env();
        let label = |id: AbilityId| rules.label_said(id).to_string();
        let mut out = Vec::new();
        for given in &state.abilities {
            let is_its = matches!(given.on, Holder::Card(c, stay) if self.is_it((c, stay)));
            if !is_its || self.world.game().is_lost(self.card, given.ability, given.since) {
                continue;
            }
            let uses = given.uses.map_or(
                String::new(),
                |n| say!(rules, "more-times", n => ", {n} more time" | ", {n} more times", n = n),
            );
            let what = self.world.game().show_ability(given.ability);
            let words = say!(rules, "has-given", "has {what}{uses}", what = what, uses = uses);
            out.push(words + &self.called(given.called));
        }
        let def = state.card(self.card).def;
        let (mut all, mut silent) = (0, Vec::new());
        for id in rules.defs[def.index()].abilities.iter().filter(|id| rules.abilities[id.index()].group == **id) {
            all += 1;
            if state.is_lost(rules, self.card, *id, 0) {
                silent.push((label(*id), true, None));
            } else if let Some(by) = env.who_mutes(self.card, *id) {
                silent.push((label(*id), false, by));
            }
        }
        for (name, is_lost, by) in &silent {
            let what = if all == 1 { say!(rules, "its-ability", "its ability") } else { name.clone() };
            let words = match is_lost {
                true => say!(rules, "is-lost", "{what} is lost", what = what),
                false => say!(rules, "is-muted", "{what} is muted", what = what),
            };
            out.push(words + &self.by(*by));
        }
        out
    }

    /// The changes of the card's controller, name, types and abilities by other cards, as the view lists them.
    fn made(&self) -> Vec<String> {
        let changes = self.view.card(self.card).map_or(&[][..], |(_, card)| card.changes.as_slice());
        let words = |change: &ChangeView| match &change.from {
            Some(name) => change.what.clone() + &self.by_name(name),
            None => change.what.clone(),
        };
        changes.iter().map(words).collect()
    }

    /// For each use of the card here, how other cards change its cost.
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
                        pips.map(|(n, (name, _))| format!("{n:+} {}", self.said(NameKind::Field, *name)))
                            .collect::<Vec<_>>()
                            .join(" ")
                    }
                    Static::ComputedCost { affects, by } if env.use_matches(affects, &draft) => {
                        let pips = by
                            .iter()
                            .map(|(kind, n)| (env.pips_more(&draft, n), rules.schema.pips[usize::from(*kind)].0));
                        let said = pips.filter(|(n, _)| *n != 0);
                        said.map(|(n, name)| format!("{n:+} {}", self.said(NameKind::Field, name)))
                            .collect::<Vec<_>>()
                            .join(" ")
                    }
                    Static::CounterCost { affects, name, by } if env.use_matches(affects, &draft) => {
                        match (Env { this: Some(&draft), ..*env }).amount(by) {
                            0 => continue,
                            n => format!("{n:+} {}", self.said(NameKind::Field, *name)),
                        }
                    }
                    _ => continue,
                };
                if env.in_force(ability) && !by.is_empty() {
                    changes.push(by + &self.from(env.card));
                }
            }
        });
        let cost = cost_of(self.world, self.seat, choice);
        let cost = if cost.is_empty() { say!(rules, "nothing", "nothing") } else { cost };
        (!changes.is_empty())
            .then(|| say!(rules, "costs", "costs {cost} ({changes})", cost = cost, changes = changes.join(", ")))
    }
}
