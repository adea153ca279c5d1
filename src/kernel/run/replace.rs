//! Replacing: what abilities put in the place of an event, and who chooses among several.
//!
//! A replacement is offered once for an event and for what replaced it. A card that the batch
//! itself takes away may replace only its own leaving.

use crate::kernel::model::rules::{Ability, AbilityForm, Effect, event};
use crate::kernel::model::state::{Event, GrantedAbility, Holder, Use};
use crate::kernel::model::value::*;
use crate::kernel::read::env::Env;
use crate::kernel::read::listeners::trigger_use;
use crate::kernel::run::batch::Batch;
use crate::kernel::run::decision::{Answer, Decision, Kind, PickRule};
use crate::kernel::run::log::Line;
use crate::kernel::run::task::{Context, Task, World};

/// An ability that may replace an event, the card it is on, and who decides about it.
pub(in crate::kernel) type Replacement = (AbilityId, Option<Card>, Seat);

/// Rounds of replacing in one level.
const MAX_ROUNDS: u32 = 64;

impl World {
    /// Replaces what can be replaced. False: a player is asked.
    pub(in crate::kernel) fn replace(&mut self, batch: &mut Batch) -> bool {
        if self.state.lane.is_some() || !batch.level.iter().any(|e| self.rules.replaced[e.kind.index()]) {
            return true;
        }
        for _ in 0..MAX_ROUNDS {
            if batch.asking.is_some() {
                return false;
            }
            let found = (0..batch.level.len()).find_map(|i| {
                let candidates = self.replacements(batch, &batch.level[i]);
                (!candidates.is_empty()).then_some((i, candidates))
            });
            let Some((i, candidates)) = found else { return true };
            let optional = |c: &Replacement| self.rules.abilities[c.0.index()].optional;
            let mandatory: Vec<_> = candidates.iter().filter(|c| !optional(c)).cloned().collect();
            match mandatory.as_slice() {
                [one] if candidates.len() == 1 || !candidates.iter().any(optional) => {
                    let one = *one;
                    self.replace_with(batch, i, one);
                }
                [first, ..] if mandatory.len() == candidates.len() && self.are_equal(&mandatory, &batch.level[i]) => {
                    let first = *first;
                    self.replace_with(batch, i, first);
                }
                _ => batch.asking = Some((i, candidates)),
            }
        }
        true
    }

    fn replacements(&self, batch: &Batch, event: &Event) -> Vec<Replacement> {
        let mut out = Vec::new();
        if !self.rules.replaced[event.kind.index()] {
            return out;
        }
        self.each_listener(event, |id, ability, card, seat| {
            if ability.form != AbilityForm::Instead(event.kind) || event.replaced_by.contains(&(id, card)) {
                return;
            }
            let taken = |e: &Event| e.kind == event::MOVED && e.card() == card && card.is_some();
            let leaving = batch.level.iter().chain(&batch.stand).any(|e| taken(e) || self.leads_away(e, card));
            if leaving && !(event.card() == card && card.is_some()) {
                return;
            }
            if ability.once_per_batch && batch.used.contains(&(id, card)) {
                return;
            }
            if ability.once.is_some_and(|level| self.state.spent.contains(&(card, id, level))) {
                return;
            }
            let env = Env { card, event: Some(event), ..Env::new(&self.rules, &self.state, seat) };
            if !self.event_matches(&env, ability, event) {
                return;
            }
            // Only offered if what it does instead can happen.
            if let Effect::Events(does) = &ability.effect {
                let events = self.proposals(&env, does, event.role);
                let possible = |e: &Event| {
                    let name = self.rules.events[e.kind.index()].name;
                    env.permission(name, true, e.card(), None, seat).is_none()
                };
                if !events.iter().all(possible) {
                    return;
                }
            }
            out.push((id, card, seat));
        });
        out
    }

    /// Whether it makes no difference which of these replacements comes first: one ability several times, that does
    /// the same to the event and is not used up on one card rather than another.
    fn are_equal(&self, several: &[Replacement], event: &Event) -> bool {
        let (id, card, seat) = several[0];
        let ability = &self.rules.abilities[id.index()];
        let on_cards = |g: &GrantedAbility| g.ability == id && g.uses.is_some() && matches!(g.on, Holder::Card(..));
        if ability.once.is_some() || ability.once_per_batch || self.state.abilities.iter().any(on_cards) {
            return false;
        }
        let does = |card, seat| match &ability.effect {
            Effect::Events(does) => {
                let env = Env { card, event: Some(event), ..Env::new(&self.rules, &self.state, seat) };
                self.proposals(&env, does, event.role)
            }
            _ => Vec::new(),
        };
        let names_its_card =
            matches!(ability.effect, Effect::Script(s) if self.rules.scripts[s.index()].names_its_card);
        let first = does(card, seat);
        !names_its_card && several[1..].iter().all(|o| (o.0, o.2) == (id, seat) && does(o.1, o.2) == first)
    }

    // A declared event takes its card away if one of its parts moves it.
    fn leads_away(&self, e: &Event, card: Option<Card>) -> bool {
        card.is_some()
            && e.card() == card
            && self.rules.events[e.kind.index()].does.iter().any(|p| p.event == event::MOVED)
    }

    /// Whether an event is what an ability listens to, as seen from its card.
    pub(in crate::kernel) fn event_matches(&self, env: &Env, ability: &Ability, event: &Event) -> bool {
        ability.matches.iter().all(|(field, filter)| env.matches(filter, &event.fields[*field as usize]))
            && ability.turn.as_ref().is_none_or(|t| env.seat_is(t, self.state.active))
            && (ability.phases.is_empty() || self.state.phase.is_some_and(|p| ability.phases.contains(&p)))
            && ability.needs.iter().all(|(cond, _)| env.holds(cond))
    }

    fn replace_with(&mut self, batch: &mut Batch, i: usize, (id, card, seat): Replacement) {
        let rules = self.rules.clone();
        let ability = &rules.abilities[id.index()];
        let mut event = batch.level.remove(i);
        event.replaced_by.push((id, card));
        batch.used.push((id, card));
        if let Some(level) = ability.once {
            self.state.spent.push((card, id, level));
        }
        self.state.use_granted(id, card, seat);
        self.record(Line::Replaced(id, card, Box::new(event.clone())));
        match &ability.effect {
            Effect::Events(does) => {
                let env = Env { card, event: Some(&event), ..Env::new(&self.rules, &self.state, seat) };
                let mut new = self.proposals(&env, does, event.role);
                for e in &mut new {
                    e.source = card;
                    e.by = Some(seat);
                    e.replaced_by = event.replaced_by.clone();
                }
                // A draw is a batch of its own: it comes behind this one.
                let (draws, rest): (Vec<_>, Vec<_>) = new.into_iter().partition(|e| e.kind == event::DRAW);
                batch.behind.extend(draws.into_iter().map(|mut e| {
                    e.replaced_by.clear();
                    e
                }));
                batch.level.splice(i..i, rest);
            }
            Effect::Script(_) => batch.instead.push(trigger_use(id, card, seat, event)),
            _ => {}
        }
    }

    /// Marks what the running script proposes, if it stands in place of an event: what replaced that one does not meet
    /// what came in its place. A draw is a batch of its own.
    pub fn in_its_place(&self, events: &mut [Event]) {
        let Some(use_) = self.script_context().and_then(|c| c.this).and_then(|id| self.state.use_(id)) else { return };
        let is_replacement = matches!(self.rules.abilities[use_.ability.index()].form, AbilityForm::Instead(_));
        let Some(replaced) = use_.event.as_ref().filter(|_| is_replacement) else { return };
        for event in events.iter_mut().filter(|e| e.kind != event::DRAW) {
            event.replaced_by = replaced.replaced_by.clone();
        }
    }

    /// Proposes the event again that a script, which failed, stood in place of.
    pub fn happens_after_all(&mut self, context: &Context) {
        let use_ = context.this.and_then(|id| self.state.use_(id));
        let is_replacement = |u: &Use| matches!(self.rules.abilities[u.ability.index()].form, AbilityForm::Instead(_));
        if let (true, Some(event)) = (use_.is_some_and(is_replacement), &context.event) {
            // It names what replaced it, which is not asked again.
            let batch = Batch { level: vec![(**event).clone()], ..Batch::new(Vec::new(), None, None) };
            self.push(Task::Batch(Box::new(batch)));
        }
    }

    pub(in crate::kernel) fn batch_decision(&self, batch: &Batch) -> Option<Decision> {
        let (_, candidates) = batch.asking.as_ref()?;
        let seat = candidates[0].2;
        let all_optional = candidates.iter().all(|c| self.rules.abilities[c.0.index()].optional);
        // One that may be left is a yes or no; several are told apart by their cards.
        let kind = match candidates.as_slice() {
            [_] => Kind::Pick {
                options: vec![Value::Bool(true), Value::Bool(false)],
                min: 1,
                max: 1,
                rule: PickRule::Free,
                list: false,
            },
            several => Kind::Pick {
                options: several.iter().map(|c| c.1.map_or(Value::Game, Value::Card)).collect(),
                min: !all_optional as u32,
                max: 1,
                rule: PickRule::Free,
                list: false,
            },
        };
        Some(Decision { card: candidates[0].1, ability: Some(candidates[0].0), ..Decision::new(seat, kind) })
    }

    pub(in crate::kernel) fn replacement_chosen(&mut self, batch: &mut Batch, answer: Answer) {
        let Some((i, candidates)) = batch.asking.take() else { return };
        let chosen = match answer {
            Answer::Values(values) => match values.first() {
                Some(Value::Bool(true)) => Some(candidates[0]),
                Some(Value::Card(card)) => candidates.iter().find(|c| c.1 == Some(*card)).copied(),
                Some(Value::Game) => candidates.iter().find(|c| c.1.is_none()).copied(),
                _ => None,
            },
            _ => None,
        };
        match chosen {
            Some(one) => self.replace_with(batch, i, one),
            None => batch.level[i].replaced_by.extend(candidates.iter().map(|c| (c.0, c.1))),
        }
    }
}
