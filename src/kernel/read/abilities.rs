//! Abilities of cards: the abilities that a card has, the ones that work, and muting.
//!
//! A card has its printed abilities, except lost ones, and granted abilities. Muting switches abilities of a kind off
//! without removing them. It is evaluated before all other static abilities: a muting ability is in force unless
//! another one in force mutes it. If abilities mute each other, the oldest is in force.

use crate::kernel::model::ability::{Ability, Layer, Static};
use crate::kernel::model::lang::{CardTest, Test};
use crate::kernel::model::objects::{GrantedAbility, Holder};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::State;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Card, Seat};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::static_abilities::Says;

/// A static ability that mutes abilities on the cards that match: those of one of `kinds` and with one of `flags`; an
/// empty list stands for any.
pub struct Muting<'a> {
    affects: &'a Test<CardTest>,
    kinds: &'a [Sym],
    flags: &'a [Sym],
    env: Env<'a>,
    /// The muting ability and its card, which may be muted, too.
    by: (AbilityId, Option<Card>),
    since: u32,
}

impl Muting<'_> {
    fn hits(&self, ability: &Ability, card: Card) -> bool {
        let kind = self.kinds.is_empty() || ability.kind_word.is_some_and(|k| self.kinds.contains(&k));
        let flag = self.flags.is_empty() || self.flags.iter().any(|f| ability.flags.contains(f));
        let affects = || self.env.card_matches(self.affects, card);
        kind && flag && self.env.find_out(self.by.0, false, affects)
    }
}

impl State {
    /// True if an effect made a card lose an ability: the one with the running number `since` among all grants and
    /// losses, or a printed one (`since` is 0). Losses by static abilities do not count here.
    pub fn is_lost(&self, rules: &Rules, card: Card, ability: AbilityId, since: u32) -> bool {
        let group = rules.abilities[ability.index()].group;
        let same = |a: AbilityId| a == ability || rules.abilities[a.index()].group == group;
        self.lost_abilities
            .iter()
            .any(|m| m.card == (card, self.cards[card.index()].stay) && m.since >= since && m.ability.is_none_or(same))
    }

    /// Calls `f` with every ability that an effect gave and that is not lost, with its card and its player.
    pub fn each_given(&self, rules: &Rules, mut f: impl FnMut(&GrantedAbility, Option<Card>, Seat)) {
        for given in &self.abilities {
            match given.on {
                Holder::Card(card, stay)
                    if self.stays(card, stay) && !self.is_lost(rules, card, given.ability, given.since) =>
                {
                    f(given, Some(card), self.controller(rules, card))
                }
                Holder::Card(..) => {}
                Holder::Seat(seat, card) => f(given, card, seat),
            }
        }
    }
}

impl Game<'_> {
    /// True if an effect or a static ability made a card lose an ability: the one with the running number `since` among
    /// all grants and losses, or a printed one (`since` is 0).
    pub fn is_lost(self, card: Card, ability: AbilityId, since: u32) -> bool {
        self.state.is_lost(self.rules, card, ability, since)
            || self.layered(card).is_some_and(|of| of.has_lost(ability, since))
    }

    /// Calls `f` with every granted ability, its card and its player. Effects and static abilities grant abilities.
    pub fn each_granted(self, mut f: impl FnMut(AbilityId, Option<Card>, Seat)) {
        self.state.each_given(self.rules, |given, card, seat| match card {
            Some(card) if !given.is_a_players() => {
                if !self.layered(card).is_some_and(|of| of.has_lost(given.ability, given.since)) {
                    f(given.ability, Some(card), self.controller(card));
                }
            }
            _ => f(given.ability, card, seat),
        });
        if self.rules.layered.contains(Layer::Abilities) {
            for (card, of) in self.derived.statics(self).layered().iter() {
                of.given.iter().for_each(|given| f(given.ability, Some(card), self.controller(card)));
            }
        }
    }

    /// Calls `f` with every ability of a card, printed or granted. Abilities that were compiled from one item of a
    /// file, such as modes, count once: by the first of them.
    pub fn each_ability(self, card: Card, mut f: impl FnMut(AbilityId)) {
        let def = &self.rules.defs[self.state.card(card).def.index()];
        let is_first = |id: AbilityId| self.rules.abilities[id.index()].group == id;
        for id in &def.abilities {
            if is_first(*id) && !self.is_lost(card, *id, 0) {
                f(*id);
            }
        }
        for given in &self.state.abilities {
            let on_it = matches!(given.on, Holder::Card(c, stay) if c == card && self.state.stays(c, stay));
            if on_it && is_first(given.ability) && !self.is_lost(card, given.ability, given.since) {
                f(given.ability);
            }
        }
        let in_layers = self.layered(card).map_or(&[][..], |of| of.given.as_slice());
        in_layers.iter().map(|given| given.ability).filter(|id| is_first(*id)).for_each(f);
    }

    /// True if a card prints an ability and has not lost it, or was given it.
    pub fn has_ability(self, card: Card, ability: AbilityId) -> bool {
        let printed = self.rules.abilities[ability.index()].def == Some(self.state.card(card).def);
        printed && !self.is_lost(card, ability, 0)
            || self.state.abilities.iter().any(|g| {
                g.ability == ability
                    && matches!(g.on, Holder::Card(c, stay) if c == card && self.state.stays(c, stay))
                    && !self.is_lost(card, ability, g.since)
            })
            || self.layered(card).is_some_and(|of| of.given.iter().any(|given| given.ability == ability))
    }
}

impl<'a> Env<'a> {
    /// The effects that mute abilities now.
    pub fn mutings(&self) -> Vec<Muting<'a>> {
        if !self.rules.static_mutes {
            return Vec::new();
        }
        let Some(deeper) = (Env { it: None, event: None, this: None, vars: &[], ..*self }).deeper() else {
            return Vec::new();
        };
        let statics = self.statics();
        if !statics.mute() {
            return Vec::new();
        }
        let mut found: Vec<Muting<'a>> = Vec::new();
        for one in statics.saying(Says::mutes) {
            let ability = &self.rules.abilities[one.ability.index()];
            let env = deeper.of_static(one);
            for held in &ability.statics {
                if let Static::Mute { affects, kinds, flags } = held
                    && self.find_out(one.ability, false, || env.in_force(ability))
                {
                    let since = one.card.map_or(0, |c| self.state.card(c).stay);
                    found.push(Muting { affects, kinds, flags, env, by: (one.ability, one.card), since });
                }
            }
        }
        without_muted(found)
    }

    /// True if one of `mutings` hits an ability of a card.
    pub fn is_muted_by(&self, mutings: &[Muting], ability: &Ability, card: Card) -> bool {
        mutings.iter().any(|m| m.hits(ability, card))
    }

    /// True if an ability of a card works: the card has it, and nothing mutes it.
    pub fn works(&self, card: Card, id: AbilityId) -> bool {
        let ability = &self.rules.abilities[id.index()];
        self.game().has_ability(card, id) && !self.is_muted_by(&self.mutings(), ability, card)
    }

    /// The source that mutes an ability of a card: a card, or `Some(None)` for the rules of the game.
    pub fn who_mutes(&self, card: Card, id: AbilityId) -> Option<Option<Card>> {
        let ability = &self.rules.abilities[id.index()];
        self.mutings().iter().find(|m| m.hits(ability, card)).map(|m| m.by.1)
    }

    /// True if a card has an ability of one of these kinds; of any kind, if the list is empty.
    pub fn has_ability_of(&self, card: Card, kinds: &[Sym]) -> bool {
        let mut found = 0;
        self.game().each_ability(card, |id| {
            let kind = self.rules.abilities[id.index()].kind_word;
            found += usize::from(kinds.is_empty() || kind.is_some_and(|k| kinds.contains(&k)));
        });
        found > 0
    }
}

/// Drops effects that are themselves muted.
fn without_muted(mut open: Vec<Muting>) -> Vec<Muting> {
    if open.len() < 2 {
        return open;
    }
    let mut kept: Vec<Muting> = Vec::new();
    open.sort_by_key(|m| m.since);
    while !open.is_empty() {
        let muted_by =
            |a: &Muting, b: &Muting| b.by.1.is_some_and(|card| a.hits(&b.env.rules.abilities[b.by.0.index()], card));
        open.retain(|m| !kept.iter().any(|k| muted_by(k, m)));
        // The oldest ability that no other undecided one mutes; in a cycle the oldest of all.
        let free = (0..open.len()).find(|i| !open.iter().enumerate().any(|(j, o)| j != *i && muted_by(o, &open[*i])));
        match (free, open.is_empty()) {
            (_, true) => break,
            (i, _) => kept.push(open.remove(i.unwrap_or(0))),
        }
    }
    kept
}
