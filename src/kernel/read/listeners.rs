//! Listeners: the abilities that react to an event, and the triggers that it sets off.

use std::cell::OnceCell;

use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::change::Change;
use crate::kernel::model::last_known::Since;
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, DefId, EventId, Seat, Zone};
use crate::kernel::read::ability_groups::AbilityGroups;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// True if a pending change may add or remove an ability that listens to other cards, or change its controller or
    /// its place in the order.
    pub(in crate::kernel) fn concerns_listeners(self, change: &Change) -> bool {
        let listens_in = |def: DefId| self.rules.defs[def.index()].listens_in;
        let kind_of = |zone: Zone| self.rules.schema.kind_of(zone);
        let leaves = |card: Card| {
            let card = self.state.card(card);
            listens_in(card.def).contains(kind_of(card.zone))
        };
        let comes = |card: Card, to: Zone| listens_in(self.state.card(card).def).contains(kind_of(to));
        match change {
            Change::Place { card, to, .. } => leaves(*card) || comes(*card, *to),
            Change::Trade(a, b) => {
                let [to_a, to_b] = [*b, *a].map(|card| self.state.card(card).zone);
                leaves(*a) || leaves(*b) || comes(*a, to_a) || comes(*b, to_b)
            }
            Change::Def(card, to) => leaves(*card) || listens_in(*to).contains(kind_of(self.state.card(*card).zone)),
            Change::MadeBy(card, _) => leaves(*card),
            Change::Make(made, _) => listens_in(made.def).contains(kind_of(made.zone)),
            Change::Unmake => {
                self.state.cards.last().is_some_and(|made| listens_in(made.def).contains(kind_of(made.zone)))
            }
            Change::Order(zone, _) => {
                let kind = kind_of(*zone);
                self.rules.listen_zones.iter().any(|kinds| kinds.contains(kind))
            }
            Change::LostAbilities(_) | Change::Controls(_) | Change::Active(_) | Change::Whole(_) => true,
            _ => false,
        }
    }

    /// Finds the abilities of cards that listen to events of this kind about other cards: in turn order, then in the
    /// order of zones.
    pub(in crate::kernel) fn find_listeners(self, kind_of_event: EventId) -> AbilityGroups {
        let (rules, schema) = (self.rules, &self.rules.schema);
        let mut found = AbilityGroups::default();
        let kinds = rules.listen_zones[kind_of_event.index()];
        for i in 0..if kinds.is_empty() { 0 } else { schema.seats } {
            let seat = Seat((self.state.active.0 + i) % schema.seats);
            for kind in schema.kinds(kinds) {
                if !schema.zones[kind.index()].per_player && i > 0 {
                    continue;
                }
                for card in self.state.cards_in(rules, kind, seat) {
                    let def = &rules.defs[self.state.card(card).def.index()];
                    if !def.listens_to_others.contains(kind_of_event) {
                        continue;
                    }
                    for id in &def.listeners {
                        let ability = &rules.abilities[id.index()];
                        let lives_here = ability.from.contains(kind) && !self.is_lost(card, *id, 0);
                        if ability.listens_to() == Some(kind_of_event) && lives_here {
                            found.add(rules, *id, Some(card), Some(self.controller(card)));
                        }
                    }
                }
            }
        }
        found
    }

    /// Calls `f` with every active ability of a form that reacts to an event, on `wanted` cards. First those of the
    /// event's own card, then those of other cards in turn order and the order of zones, then granted ones, then those
    /// of the game.
    pub(in crate::kernel) fn each_listener(
        self,
        e: &Event,
        form: &AbilityForm,
        wanted: impl Fn(Option<Card>) -> bool,
        f: impl FnMut(AbilityId, &Ability, Option<Card>, Seat),
    ) {
        self.each_that_hears(e, form, wanted, |id, card, seat| self.hears(e, id, card, seat), f);
    }

    /// True if an ability reacts to this event, whose fields match what the ability listens to.
    fn hears(self, e: &Event, id: AbilityId, card: Option<Card>, seat: Seat) -> bool {
        let since = e.batch.checked_sub(1).map_or(Since::NOW, Since);
        let env = Env { card, event: Some(e), since, eyes: self.eyes(id, card, seat), ..self.seat_env(seat) };
        self.find_out(id, false, || self.event_matches(&env, &self.rules.abilities[id.index()], e))
    }

    /// As [`Game::each_listener`], but `hears` tests whether an ability listens to the event.
    pub(super) fn each_that_hears(
        self,
        e: &Event,
        form: &AbilityForm,
        wanted: impl Fn(Option<Card>) -> bool,
        hears: impl Fn(AbilityId, Option<Card>, Seat) -> bool,
        mut f: impl FnMut(AbilityId, &Ability, Option<Card>, Seat),
    ) {
        let own = e.card();
        let ability = |id: AbilityId| &self.rules.abilities[id.index()];
        let may_hear = |id: AbilityId| ability(id).form == *form && !self.is_disabled(id) && !self.is_left_out(id);
        let mutings = OnceCell::new();
        let is_muted = |id: AbilityId, card: Option<Card>| {
            let env = self.table_env();
            card.is_some_and(|c| env.is_muted_by(mutings.get_or_init(|| env.mutings()), ability(id), c))
        };
        if let Some(card) = own.filter(|card| wanted(Some(*card))) {
            let state = self.state.card(card);
            let def = &self.rules.defs[state.def.index()];
            let listeners = if def.listens.contains(e.kind) { def.listeners.as_slice() } else { &[] };
            let kind = self.rules.schema.kind_of(state.zone);
            for id in listeners.iter().filter(|id| may_hear(**id) && ability(**id).from.contains(kind)) {
                let seat = self.controller(card);
                let is_lost = self.is_lost(card, *id, 0);
                if !is_lost && hears(*id, own, seat) && !is_muted(*id, own) {
                    f(*id, ability(*id), own, seat);
                }
            }
        }
        if !self.rules.listen_zones[e.kind.index()].is_empty() {
            let listening = self.derived.listeners(self, e.kind);
            let mut found = Vec::new();
            for group in listening.groups().iter().filter(|group| may_hear(group.ability)) {
                let seat = group.me.unwrap_or(self.state.active);
                let is_wanted = |card: Option<Card>| card != own && wanted(card);
                let holds = |card| (group.reads_no_card || is_wanted(card)) && hears(group.ability, card, seat);
                let there = group
                    .where_it(&self.derived.work, holds)
                    .filter(|(_, card)| is_wanted(*card) && !is_muted(group.ability, *card));
                found.extend(there.map(|(place, card)| (place, group.ability, card, seat)));
            }
            found.sort_unstable_by_key(|(place, ..)| *place);
            found.into_iter().for_each(|(_, id, card, seat)| f(id, ability(id), card, seat));
        }
        self.each_granted(|id, card, seat| {
            // A granted ability can be muted only if it has a kind.
            let is_muted = || ability(id).kind_word.is_some() && is_muted(id, card);
            if may_hear(id) && wanted(card) && hears(id, card, seat) && !is_muted() {
                f(id, ability(id), card, seat);
            }
        });
        for id in self.rules.game_abilities.iter().filter(|id| may_hear(**id) && wanted(None)) {
            if hears(*id, None, self.state.active) {
                f(*id, ability(*id), None, self.state.active);
            }
        }
    }

    /// Adds the triggers on wanted cards that these events set off.
    pub(in crate::kernel) fn collect(
        self,
        events: &[Event],
        out: &mut Vec<Use>,
        wanted: impl Fn(Option<Card>) -> bool,
    ) {
        for e in events.iter().filter(|e| self.rules.watched[e.kind.index()]) {
            self.each_listener(e, &AbilityForm::After(e.kind), &wanted, |id, _, card, seat| {
                self.set_off(out, e, Listener { id, card, seat, provider: self.provider(id, card, seat) });
            });
        }
    }

    /// The abilities of wanted cards that may react to these events, each with the place of its event. Their conditions
    /// are evaluated later, when the cards have left.
    pub(in crate::kernel) fn about_to_hear(
        self,
        events: &[Event],
        wanted: impl Fn(Option<Card>) -> bool,
    ) -> Vec<(usize, Listener)> {
        let mut found = Vec::new();
        for (at, e) in events.iter().enumerate().filter(|(_, e)| self.rules.watched[e.kind.index()]) {
            let form = AbilityForm::After(e.kind);
            self.each_that_hears(
                e,
                &form,
                &wanted,
                |_, _, _| true,
                |id, _, card, seat| {
                    found.push((at, Listener { id, card, seat, provider: self.provider(id, card, seat) }));
                },
            );
        }
        found
    }

    /// Adds the trigger of an ability, if it reacts to the event.
    pub(in crate::kernel) fn hear(self, out: &mut Vec<Use>, e: &Event, one: Listener) {
        if self.hears(e, one.id, one.card, one.seat) {
            self.set_off(out, e, one);
        }
    }

    /// Adds a trigger that an event sets off.
    fn set_off(self, out: &mut Vec<Use>, e: &Event, Listener { id, card, seat, provider }: Listener) {
        let ability = &self.rules.abilities[id.index()];
        // Only one mode of an ability acts, and its player chooses it; the first mode stands for all.
        if ability.mode.is_some() && ability.limit_as != id || self.is_spent(id, card) {
            return;
        }
        let again = |t: &Use| ability.once_per_batch && t.ability == id && t.card == card;
        if !out.iter().any(again) {
            let since = Since(e.batch.checked_sub(1).unwrap_or(self.state.next.batches));
            out.push(Use { kind: ability.kind, provider, since, ..trigger_use(id, card, seat, e.clone()) });
        }
    }

    /// The number of the first batch of the innermost effect that is running, if one is.
    pub(in crate::kernel) fn moment(self) -> Option<u32> {
        let innermost = self.state.tasks.iter().rev().find_map(|t| match t {
            Task::Use(id, ..) => Some(*id),
            _ => None,
        });
        innermost.and_then(|id| self.state.use_(id)).map(|u| u.moment).filter(|moment| *moment > 0)
    }
}

/// An ability that listens to an event, on a card, of a player.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Listener {
    id: AbilityId,
    card: Option<Card>,
    seat: Seat,
    /// The player who brought the listening card.
    provider: Seat,
}

/// A use without a cost, for a trigger or a replacement.
pub(in crate::kernel) fn trigger_use(ability: AbilityId, card: Option<Card>, user: Seat, event: Event) -> Use {
    Use { event: Some(Box::new(event)), ..Use::new(ability, card, user) }
}
