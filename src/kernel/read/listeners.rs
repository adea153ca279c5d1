//! Listeners: the abilities that an event concerns, and the triggers that what happened sets off.

use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::rules::CardDef;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, EventId, Seat};
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// Calls `f` with every ability in force that listens to an event: those of the event's own card,
    /// then those of others in turn order and the order of zones, then the game's own.
    pub(in crate::kernel) fn each_listener(
        self,
        e: &Event,
        mut f: impl FnMut(AbilityId, &Ability, Option<Card>, Seat),
    ) {
        let schema = &self.rules.schema;
        let mut f = |id, ability: &Ability, card, seat| {
            if !self.is_disabled(ability) {
                f(id, ability, card, seat);
            }
        };
        let own = e.card();
        let mutings = std::cell::OnceCell::new();
        let muted = |ability: &Ability, card: Card| {
            let env = self.table_env();
            env.is_muted_by(mutings.get_or_init(|| env.mutings()), ability, card)
        };
        let mut listen = |card: Card, listens: fn(&CardDef) -> IdSet<EventId>| {
            let state = self.state.card(card);
            let def = &self.rules.defs[state.def.index()];
            if !listens(def).contains(e.kind) {
                return;
            }
            let kind = schema.kind_of(state.zone);
            for id in &def.listeners {
                let ability = &self.rules.abilities[id.index()];
                if ability.from.contains(kind) && !self.state.is_lost(self.rules, card, *id, 0) && !muted(ability, card)
                {
                    f(*id, ability, Some(card), self.state.controller(self.rules, card));
                }
            }
        };
        if let Some(card) = own {
            listen(card, |def| def.listens);
        }
        let kinds = self.rules.listen_zones[e.kind.index()];
        for i in 0..if kinds.is_empty() { 0 } else { schema.seats } {
            let seat = Seat((self.state.active.0 + i) % schema.seats);
            for kind in schema.kinds(kinds) {
                if !schema.zones[kind.index()].per_player && i > 0 {
                    continue;
                }
                for card in self.state.cards_in(self.rules, kind, seat) {
                    if own != Some(card) {
                        listen(card, |def| def.listens_to_others);
                    }
                }
            }
        }
        self.state.each_granted(self.rules, |id, card, seat| {
            let ability = &self.rules.abilities[id.index()];
            let is_muted = card.is_some_and(|c| ability.kind_word.is_some() && muted(ability, c));
            if !is_muted && !matches!(ability.form, AbilityForm::While | AbilityForm::Timing(_)) {
                f(id, ability, card, seat);
            }
        });
        for id in &self.rules.game_abilities {
            let ability = &self.rules.abilities[id.index()];
            if !matches!(ability.form, AbilityForm::While | AbilityForm::Timing(_)) {
                f(*id, ability, None, self.state.active);
            }
        }
    }

    pub(in crate::kernel) fn collect(self, events: &[Event], out: &mut Vec<Use>, from: impl Fn(Option<Card>) -> bool) {
        for e in events.iter().filter(|e| self.rules.watched[e.kind.index()]) {
            self.each_listener(e, |id, ability, card, seat| {
                if ability.form != AbilityForm::After(e.kind) || !from(card) {
                    return;
                }
                // Of several modes one acts; its player chooses which.
                if ability.mode.is_some() && ability.limit_as != id || self.is_spent(id, card) {
                    return;
                }
                let again = |t: &Use| ability.once_per_batch && t.ability == id && t.card == card;
                let env = Env { card, event: Some(e), ..self.seat_env(seat) };
                if self.event_matches(&env, ability, e) && !out.iter().any(again) {
                    out.push(Use { kind: ability.kind, ..trigger_use(id, card, seat, e.clone()) });
                }
            });
        }
    }

    /// The number of the effect that is happening.
    pub(in crate::kernel) fn moment(self) -> Option<u32> {
        let innermost = self.state.tasks.iter().rev().find_map(|t| match t {
            Task::Use(id, ..) => Some(*id),
            _ => None,
        });
        innermost.and_then(|id| self.state.use_(id)).map(|u| u.moment).filter(|moment| *moment > 0)
    }
}

/// A use without a cost, for a trigger or a replacement.
pub(in crate::kernel) fn trigger_use(ability: AbilityId, card: Option<Card>, user: Seat, event: Event) -> Use {
    Use { event: Some(Box::new(event)), ..Use::new(ability, card, user) }
}
