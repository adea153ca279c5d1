//! Forbidden pairs: prohibitions that concern a card together with another thing, computed for all pairs at once.
//!
//! A permission tests the card and the other thing separately. So for n cards and m things it takes n + m tests, not
//! n × m.

use crate::kernel::model::ability::Static;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::work_limits::TooMuch;

/// The forbidden pairs.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Between(Vec<Prohibition>);

/// The result of one permission: the cards and the things that it concerns, by place. It forbids every pair of the two.
#[derive(Debug)]
struct Prohibition {
    cards: Vec<bool>,
    things: Vec<bool>,
}

impl Between {
    /// True if a card and a thing, by their places, are a forbidden pair.
    pub fn has(&self, card: usize, thing: usize) -> bool {
        self.0.iter().any(|said| said.cards[card] && said.things[thing])
    }
}

impl<'a> Env<'a> {
    /// The pairs of a card and a thing for which a verb is forbidden to the player of this environment.
    pub(in crate::kernel) fn forbidden_between(&self, verb: Sym, cards: &[Value], things: &[Value]) -> Between {
        let mut between = Between::default();
        for granted in &self.state.permissions {
            let (env, p) = (Env { me: granted.by, card: granted.source, eyes: granted.eyes, ..*self }, &granted.what);
            let is_its = |card: Card| granted.card.is_none_or(|(c, stay)| card == c && self.state.stays(c, stay));
            let blamed = || TooMuch::Permission(Box::new(granted.clone()));
            if self.is_forbidden(&env, p, verb) {
                let judge = |test: &dyn Fn() -> bool| self.derived.work.of_test(blamed, test);
                between.0.push(said(&env, p, (cards, things), &is_its, &judge));
            }
        }
        if !self.rules.static_permissions.contains(verb, true) {
            return between;
        }
        let deeper = Env { it: None, event: None, this: None, vars: &[], ..*self }.deeper();
        let Some(deeper) = deeper else { return between };
        let statics = self.statics();
        for group in statics.of_verb(verb, true) {
            let ability = &self.rules.abilities[group.ability.index()];
            let judge = |test: &dyn Fn() -> bool| self.find_out(group.ability, false, test);
            let is_muted = |card: Card| statics.mute() && self.is_muted_by(&self.mutings(), ability, card);
            let mut on = group.on.iter().map(|(_, card)| *card).filter(|card| !card.is_some_and(is_muted));
            // If the ability reads nothing of its card, one evaluation is valid for all cards of its group.
            for card in on.by_ref().take(if group.reads_no_card { 1 } else { usize::MAX }) {
                let me = group.me.unwrap_or(self.me);
                let env = Env { me, card, eyes: self.game().eyes(group.ability, card, me), ..deeper };
                for one in &ability.statics {
                    let Static::Permission(p) = one else { continue };
                    if judge(&|| self.is_forbidden(&env, p, verb) && env.in_force(ability)) {
                        between.0.push(said(&env, p, (cards, things), &|_| true, &judge));
                    }
                }
            }
        }
        between
    }

    /// True if the permission forbids the verb to the player of this environment, outside of any use.
    fn is_forbidden(&self, env: &Env, p: &Permission, verb: Sym) -> bool {
        p.verb == verb && p.forbids && p.use_.is_none() && p.by.as_ref().is_none_or(|test| env.seat_is(test, self.me))
    }
}

fn said(
    env: &Env,
    p: &Permission,
    (cards, things): (&[Value], &[Value]),
    is_its: &dyn Fn(Card) -> bool,
    judge: &dyn Fn(&dyn Fn() -> bool) -> bool,
) -> Prohibition {
    let of_card = |value: &Value| match value.card() {
        Some(card) => is_its(card) && p.card.as_ref().is_none_or(|f| judge(&|| env.card_matches(f, card))),
        None => p.card.is_none(),
    };
    let of_thing = |value: &Value| p.to.as_ref().is_none_or(|f| judge(&|| env.matches(f, value)));
    Prohibition { cards: cards.iter().map(of_card).collect(), things: things.iter().map(of_thing).collect() }
}
