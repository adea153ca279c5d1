//! Replacements: the abilities that may replace an event, and the questions about them.

use crate::kernel::model::ability::{Ability, AbilityForm, Effect};
use crate::kernel::model::batch::{Batch, Replacement};
use crate::kernel::model::decision::{Decision, Kind, PickRule};
use crate::kernel::model::event;
use crate::kernel::model::event_set::EventSet;
use crate::kernel::model::lang::{Expr, Head, Ref};
use crate::kernel::model::objects::{Event, GrantedAbility, Holder, Role, Use};
use crate::kernel::model::rules::{Proposal, Rank};
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, EventId, Seat, Status, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    pub(in crate::kernel) fn replacements(self, batch: &Batch, event: &Event) -> Vec<Replacement> {
        let mut out = Vec::new();
        if !self.rules.replaced[event.kind.index()] || self.changes_nothing(event) {
            return out;
        }
        let form = AbilityForm::Instead(event.kind);
        self.each_listener(
            event,
            &form,
            |_| true,
            |id, ability, card, seat| {
                if event.replaced_by.contains(&(id, card)) {
                    return;
                }
                let taken = |e: &Event| e.kind == event::MOVED && e.card() == card && card.is_some();
                let leaving = batch.level.iter().chain(&batch.stand).any(|e| taken(e) || self.leads_away(e, card));
                let is_own = event.card() == card && card.is_some();
                if leaving && !is_own && !self.rules.replacements.of_what_leaves {
                    return;
                }
                if ability.once_per_batch && batch.used.contains(&(id, card)) {
                    return;
                }
                if ability.once.is_some_and(|level| self.state.spent.contains(&(card, id, level))) {
                    return;
                }
                let eyes = self.eyes(id, card, seat);
                let env = Env { card, event: Some(event), eyes, ..self.seat_env(seat) };
                // A replacement is offered only if nothing forbids its own events.
                if let Effect::Events(does) = &ability.effect {
                    let events = self.find_out(id, Vec::new(), || self.proposals(&env, &does.events, event.role));
                    let possible = |e: &Event| {
                        let name = self.rules.events[e.kind.index()].name;
                        env.permission(name, true, e.card(), None, seat).is_none()
                    };
                    if !events.iter().all(possible) {
                        return;
                    }
                }
                // A card that was given an ability twice replaces an event only once.
                if !out.contains(&(id, card, seat)) {
                    out.push((id, card, seat));
                }
            },
        );
        self.keep_first(event, &mut out);
        out
    }

    /// True if an event gives a card a status that it already has, or does nothing but that. It cannot be replaced.
    fn changes_nothing(self, event: &Event) -> bool {
        let has =
            |to: &Status| event.card().is_some_and(|card| self.state.card(card).statuses[to.group()] == to.value());
        if event.kind == event::STATUS {
            return matches!(event.fields.get(1), Some(Value::Status(to)) if has(to));
        }
        let def = &self.rules.events[event.kind.index()];
        let is_subject =
            |of: &Ref| of.head == Head::Event && matches!(of.path[..], [field] if field == def.fields[0].0);
        let gives_again = |part: &Proposal| match &part.fields[..] {
            [Expr::Ref(of), Expr::Ref(Ref { head: Head::Value(Value::Status(to)), .. }), ..] => {
                part.event == event::STATUS && is_subject(of) && has(to)
            }
            _ => false,
        };
        !def.does.is_empty() && def.does.iter().all(gives_again)
    }

    /// True if the consequences of an event, or of one of its parts, are still open: its replacement, or something that
    /// may ask a player. Until then no check proposes the event again.
    pub(in crate::kernel) fn is_being_dealt_with(self, event: &Event) -> bool {
        let follows = self.may_be_waited_for(event);
        let is_about_it =
            |of: &Event| of.fields.first() == event.fields.first() && self.is_made_of(event.kind, of.kind);
        let is_by_a_check = |of: &Event| of.role == Role::Rule && of.source.is_none() && !event::is_of_kernel(of.kind);
        let comes_of_it = |use_: &Use| {
            let Some(of) = use_.event.as_deref() else { return false };
            match self.rules.abilities[use_.ability.index()].form {
                AbilityForm::Instead(_) => is_about_it(of),
                AbilityForm::After(_) => follows && is_by_a_check(of) && is_about_it(of),
                _ => false,
            }
        };
        let of_task = |task: &Task| match task {
            Task::Batch(batch) => batch.instead.iter().any(comes_of_it),
            Task::Begin(declare) | Task::Declare(declare) => comes_of_it(&declare.use_),
            _ => false,
        };
        let State { uses, pending, tasks, .. } = self.state;
        uses.iter().chain(pending.iter().flatten()).any(comes_of_it) || tasks.iter().any(of_task)
    }

    /// True if a check waits for the consequences of such an event. It must be an event of the game, and must not move
    /// a card, because a moved card counts as a new object.
    fn may_be_waited_for(self, event: &Event) -> bool {
        !event::is_of_kernel(event.kind) && (event.card().is_none() || !self.is_made_of(event.kind, event::MOVED))
    }

    /// True if a kind of event is `part`, or contains it among its parts.
    pub(in crate::kernel) fn is_made_of(self, whole: EventId, part: EventId) -> bool {
        self.is_part(whole, part, &mut EventSet::default())
    }

    /// `seen` are the kinds whose parts were searched: an event may contain itself, also many times over.
    fn is_part(self, whole: EventId, part: EventId, seen: &mut EventSet) -> bool {
        if whole == part || seen.contains(whole) {
            return whole == part;
        }
        seen.insert(whole);
        self.rules.events[whole.index()].does.iter().any(|of| self.is_part(of.event, part, seen))
    }

    /// Keeps the replacements with the best rank in the order of the manifest.
    fn keep_first(self, event: &Event, several: &mut Vec<Replacement>) {
        let order = &self.rules.replacements.order;
        if order.is_empty() || several.len() < 2 {
            return;
        }
        let rank = |(id, card, _): &Replacement| {
            let is_of = |rank: &Rank| match rank {
                Rank::Own => card.is_some() && event.card() == *card,
                Rank::Flag(flag) => self.rules.abilities[id.index()].flags.contains(flag),
            };
            order.iter().position(is_of).unwrap_or(order.len())
        };
        let first = several.iter().map(rank).min();
        several.retain(|one| Some(rank(one)) == first);
    }

    /// The player who chooses among several replacements of an event.
    fn who_chooses(self, event: &Event, first: &Replacement) -> Seat {
        let of_field = |v: &Value| match v {
            Value::Card(card) => Some(self.state.controller(self.rules, *card)),
            Value::Seat(seat) => Some(*seat),
            _ => None,
        };
        let affected = || event.fields.iter().find_map(of_field);
        self.rules.replacements.by_affected.then(affected).flatten().unwrap_or(first.2)
    }

    /// True if the order of these replacements makes no difference: copies of one ability or abilities of one text,
    /// with equal effects on the event and no limit of uses for each card.
    pub(in crate::kernel) fn are_equal(self, several: &[Replacement], event: &Event) -> bool {
        let (id, card, seat) = several[0];
        let ability = &self.rules.abilities[id.index()];
        let is_limited = |one: &Replacement| {
            let ability = &self.rules.abilities[one.0.index()];
            let on_cards =
                |g: &GrantedAbility| g.ability == one.0 && g.uses.is_some() && matches!(g.on, Holder::Card(..));
            ability.once.is_some() || ability.once_per_batch || self.state.abilities.iter().any(on_cards)
        };
        if several.iter().any(is_limited) {
            return false;
        }
        let does = |card, seat| match &ability.effect {
            Effect::Events(does) => {
                let eyes = self.eyes(id, card, seat);
                let env = Env { card, event: Some(event), eyes, ..self.seat_env(seat) };
                self.proposals(&env, &does.events, event.role)
            }
            _ => Vec::new(),
        };
        let names_its_card = match &ability.effect {
            Effect::Script(script) => self.rules.scripts[script.index()].names_its_card,
            // A timed effect notes the ability's card as its source, so each copy does something else.
            Effect::Events(does) => !does.begins.is_empty(),
            // A list may ask a player, and may name its card.
            Effect::List(_) => true,
            Effect::None => false,
        };
        let first = does(card, seat);
        let is_alike = |o: &Replacement| o.0 == id || is_of_one_text(ability, &self.rules.abilities[o.0.index()]);
        !names_its_card && several[1..].iter().all(|o| o.2 == seat && is_alike(o) && does(o.1, o.2) == first)
    }

    // A declared event takes its card away if one of its parts moves it.
    fn leads_away(self, e: &Event, card: Option<Card>) -> bool {
        card.is_some()
            && e.card() == card
            && self.rules.events[e.kind.index()].does.iter().any(|p| p.event == event::MOVED)
    }

    /// True if an event meets the `match` of an ability, and the ability's turn, phases and needs fit.
    pub(in crate::kernel) fn event_matches(self, env: &Env, ability: &Ability, event: &Event) -> bool {
        ability.matches.iter().all(|(field, filter)| {
            !env.is_blank_in(event, *field as usize) && env.event_field_matches(event, *field, filter)
        }) && ability.turn.as_ref().is_none_or(|t| env.seat_is(t, self.state.active))
            && (ability.phases.is_empty() || self.state.phase.is_some_and(|p| ability.phases.contains(&p)))
            && ability.needs.iter().all(|(cond, _)| env.holds(cond))
    }

    /// The event about whose replacement a player is asked, and what may replace it; `None`: something else is asked.
    pub fn event_to_replace(self) -> Option<(&'a Event, &'a [Replacement])> {
        let Some(Task::Batch(batch)) = self.state.tasks.last() else { return None };
        let (i, candidates) = batch.asking.as_deref()?;
        Some((batch.level.get(*i)?, candidates))
    }

    pub(in crate::kernel) fn batch_decision(self, batch: &Batch) -> Option<Decision> {
        let (i, candidates) = batch.asking.as_deref()?;
        // A single optional replacement is accepted or declined by its player.
        let seat = match candidates.as_slice() {
            [one] => one.2,
            several => self.who_chooses(&batch.level[*i], &several[0]),
        };
        // The player may decline if all of them are optional and one is her own; otherwise she only says which acts
        // first.
        let is_optional = |c: &Replacement| self.rules.abilities[c.0.index()].optional;
        let may_decline = candidates.iter().all(is_optional) && candidates.iter().any(|c| c.2 == seat);
        // A single replacement is a yes-or-no question. Several are told apart by their cards, those of one card by
        // their abilities.
        let is_of_one = candidates.iter().all(|c| c.1 == candidates[0].1);
        let option = |c: &Replacement| match is_of_one {
            true => Value::Ability(c.0),
            false => c.1.map_or(Value::Game, Value::Card),
        };
        let mut options: Vec<Value> = Vec::new();
        candidates.iter().map(option).for_each(|one| {
            if !options.contains(&one) {
                options.push(one);
            }
        });
        let kind = match candidates.as_slice() {
            [_] => Kind::Pick {
                options: vec![Value::Bool(true), Value::Bool(false)],
                min: 1,
                max: 1,
                rule: PickRule::Free,
                list: false,
            },
            _ => Kind::Pick { options, min: !may_decline as u32, max: 1, rule: PickRule::Free, list: false },
        };
        Some(Decision { card: candidates[0].1, ability: Some(candidates[0].0), ..Decision::new(seat, kind) })
    }
}

/// True if two replacements are written alike and make only events: each may stand for the other.
fn is_of_one_text(one: &Ability, other: &Ability) -> bool {
    let written = |a: &Ability| (a.matches.clone(), a.needs.clone(), a.turn.clone(), a.phases.clone(), a.flags.clone());
    matches!(one.effect, Effect::Events(_)) && one.effect == other.effect && written(one) == written(other)
}
