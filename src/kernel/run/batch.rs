//! Batches: events proposed together, replaced, and applied as one.
//!
//! Wholes come before their parts: what a declared event does is only proposed for events that
//! stand.

use crate::kernel::model::rules::{FieldKind, Proposal, SettleLevel, event};
use crate::kernel::model::state::{Event, Role, Use};
use crate::kernel::model::value::*;
use crate::kernel::read::env::Env;
use crate::kernel::run::replace::Replacement;
use crate::kernel::run::task::{Context, In, Out, Task, World};

/// Events proposed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Events of the present level: wholes first, then what they do.
    pub(in crate::kernel) level: Vec<Event>,
    /// Events that stand, in the order they will be applied.
    pub(in crate::kernel) stand: Vec<Event>,
    /// Replacements used in this batch.
    pub(in crate::kernel) used: Vec<(AbilityId, Option<Card>)>,
    /// The replacement that its player is asked about: the event, and what may replace it.
    pub(in crate::kernel) asking: Option<(usize, Vec<Replacement>)>,
    /// What follows as batches of its own.
    pub(in crate::kernel) behind: Vec<Event>,
    /// Scripts that act in place of events.
    pub(in crate::kernel) instead: Vec<Use>,
    /// What happened.
    pub(in crate::kernel) happened: Vec<Value>,
    /// Whether it was applied.
    pub(in crate::kernel) applied: bool,
    /// A draw that found nothing, after the pile was given the chance to fill: it is not tried again.
    pub(in crate::kernel) again: bool,
}

impl Batch {
    /// A batch of events, caused by a card and a player.
    pub fn new(mut events: Vec<Event>, source: Option<Card>, by: Option<Seat>) -> Batch {
        for event in &mut events {
            event.source = source;
            event.by = by;
        }
        Batch {
            level: events,
            stand: Vec::new(),
            used: Vec::new(),
            asking: None,
            behind: Vec::new(),
            instead: Vec::new(),
            happened: Vec::new(),
            applied: false,
            again: false,
        }
    }
}

impl Event {
    /// An event with nothing known about its cause.
    pub fn new(kind: EventId, fields: Vec<Value>, role: Role) -> Event {
        Event {
            kind,
            fields,
            source: None,
            by: None,
            role,
            replaced_by: Vec::new(),
            batch: 0,
            moment: 0,
            part_of: None,
            before: None,
        }
    }

    /// The card it is about.
    pub fn card(&self) -> Option<Card> {
        match self.kind {
            event::USED => None,
            _ => self.fields.first().and_then(|v| if let Value::Card(c) = v { Some(*c) } else { None }),
        }
    }
}

/// More events do not happen at once: one of them is a part of itself.
const MAX_EVENTS: usize = 10_000;

impl World {
    /// The events of proposals: a list in the field for a card makes one event each.
    pub fn proposals(&self, env: &Env, proposals: &[Proposal], role: Role) -> Vec<Event> {
        let mut out = Vec::new();
        for proposal in proposals {
            let def = &self.rules.events[proposal.event.index()];
            // The card decides where a destination leads, so it is evaluated first.
            let is_given = |i: usize| {
                proposal.fields[i]
                    != crate::kernel::model::lang::Expr::Ref(crate::kernel::model::lang::Ref::value(Value::Nil))
            };
            let single = (0..def.fields.len()).find(|i| def.fields[*i].1.is_single() && is_given(*i));
            let subjects = match single {
                Some(i) => match env.expr(&proposal.fields[i]) {
                    Value::List(list) => list,
                    Value::Nil => continue,
                    one => vec![one],
                },
                None => vec![Value::Nil],
            };
            for subject in subjects {
                let env = match subject.card() {
                    Some(card) if def.fields[single.unwrap_or(0)].1 == FieldKind::Card => {
                        Env { card: Some(card), ..*env }
                    }
                    _ => *env,
                };
                let fields = proposal.fields.iter().enumerate().map(|(i, field)| match single {
                    Some(s) if s == i => subject.clone(),
                    _ => match field {
                        crate::kernel::model::lang::Expr::Dest(dest) => {
                            env.dest(dest, subject.card(), &out).map_or(Value::Nil, Value::Zone)
                        }
                        // What numbers are about is what they are computed from, unless something else is looked at.
                        other if env.it.is_none() => env.at_value(&subject).expr(other),
                        other => env.expr(other),
                    },
                });
                let mut event = Event::new(proposal.event, fields.collect(), role);
                if event.kind == event::MOVED
                    && let Some(card) = event.card()
                {
                    event.fields[1] = Value::Zone(self.state.card(card).zone);
                }
                out.push(event);
            }
        }
        out
    }

    pub(in crate::kernel) fn step_batch(&mut self, mut batch: Box<Batch>, input: In) -> Out {
        if batch.applied {
            return self.after_batch(batch);
        }
        if let In::Answer(_, answer) = input {
            self.replacement_chosen(&mut batch, answer);
        }
        loop {
            self.drop_impossible(&mut batch);
            if !self.replace(&mut batch) {
                self.push(Task::Batch(batch));
                return Out::Ask;
            }
            if batch.level.is_empty() {
                break;
            }
            let level = std::mem::take(&mut batch.level);
            for event in level {
                let parts = self.parts(&event, &mut batch);
                batch.stand.push(event);
                batch.level.extend(parts);
                if batch.stand.len() + batch.level.len() > MAX_EVENTS {
                    let name = self.rules.name(self.rules.events[batch.level[0].kind.index()].name);
                    self.abort(&format!("more than 10,000 events at once: `{name}` brings about itself"));
                    return Out::Next(In::Go);
                }
            }
        }
        self.apply_batch(&mut batch);
        let drawn = batch.stand.iter().any(|e| e.kind == event::DRAW);
        batch.applied = true;
        self.push(Task::Batch(batch));
        if !self.rules.checks.is_empty() && self.state.lane.is_none() {
            self.push(Task::Settle(if drawn { SettleLevel::Draw } else { SettleLevel::Batch }));
        }
        Out::Next(In::Go)
    }

    /// Drops events that are forbidden or whose subject is not where it must be.
    fn drop_impossible(&self, batch: &mut Batch) {
        batch.level.retain(|event| self.is_possible(event));
    }

    /// Whether an event is not forbidden and its subject is where it must be.
    pub fn is_possible(&self, event: &Event) -> bool {
        let def = &self.rules.events[event.kind.index()];
        if self.state.lane.is_some_and(|seat| !self.may_happen_in_lane(seat, event)) {
            return false;
        }
        let Some(card) = event.card() else {
            // What is about no card is forbidden to the player whom it is about, else to who brings it about.
            let about = event.fields.first().and_then(Value::seat).or(event.by).unwrap_or(self.state.active);
            let env = Env::new(&self.rules, &self.state, about);
            return env.permission(def.name, true, None, None, about).is_none();
        };
        let env = Env::new(&self.rules, &self.state, event.by.unwrap_or(self.state.active));
        if def.needs.as_ref().is_some_and(|f| !env.card_matches(f, card)) {
            return false;
        }
        if env.permission(def.name, true, Some(card), None, env.me).is_some() {
            return false;
        }
        event.kind != event::MOVED || self.may_enter(card, &event.fields[2])
    }

    /// Whether a zone takes a card: some hold no two of one name, some spaces only so many.
    pub fn may_enter(&self, card: Card, to: &Value) -> bool {
        let Value::Zone(zone) = to else { return false };
        if self.state.card(card).zone != *zone && self.state.is_full(&self.rules, *zone) {
            return false;
        }
        let kind = self.rules.schema.kind_of(*zone);
        if !self.rules.schema.zones[kind.index()].distinct_names {
            return true;
        }
        let name = |c: Card| self.rules.defs[self.state.card(c).def.index()].name;
        self.state.zone(*zone).iter().all(|c| *c == card || name(*c) != name(card))
    }

    /// What an event does, as events of the next level.
    fn parts(&self, event: &Event, batch: &mut Batch) -> Vec<Event> {
        let def = &self.rules.events[event.kind.index()];
        let by = event.by.unwrap_or(self.state.active);
        let mut parts = if event.kind == event::DRAW {
            let Some(seat) = event.fields[0].seat() else { return Vec::new() };
            let Some((from, to)) = self.rules.draw else { return Vec::new() };
            let deck = self.rules.schema.zone(from, seat);
            // Each draw of a batch takes a card of its own.
            let taken =
                batch.level.iter().filter(|e| e.kind == event::MOVED && e.fields[1] == Value::Zone(deck)).count();
            match self.state.zone(deck).get(taken) {
                Some(card) => vec![self.moved(*card, self.rules.schema.zone(to, seat), false, event.role)],
                None => Vec::new(),
            }
        } else if def.does.is_empty() {
            return Vec::new();
        } else {
            let env = Env { event: Some(event), card: event.card(), ..Env::new(&self.rules, &self.state, by) };
            self.proposals(&env, &def.does, event.role)
        };
        for part in &mut parts {
            part.source = event.source;
            part.by = event.by;
            part.replaced_by = event.replaced_by.clone();
            let is_about_it = event.kind == event::DRAW || part.card() == event.card();
            part.part_of = is_about_it.then_some(event.kind);
        }
        parts
    }

    fn apply_batch(&mut self, batch: &mut Batch) {
        if batch.stand.is_empty() {
            return;
        }
        self.state.next.batches += 1;
        let number = self.state.next.batches;
        let moment = self.moment().unwrap_or(number);
        let watched = self.state.lane.is_none() && batch.stand.iter().any(|e| self.rules.watched[e.kind.index()]);
        let leaving: Vec<Card> = match watched {
            true => batch.stand.iter().filter(|e| e.kind == event::MOVED).filter_map(Event::card).collect(),
            false => Vec::new(),
        };
        let mut triggers = Vec::new();
        if watched {
            self.collect(&batch.stand, &mut triggers, |card| card.is_some_and(|c| leaving.contains(&c)));
        }
        let seen: Vec<(AbilityId, Option<Card>)> = triggers.iter().map(|t: &Use| (t.ability, t.card)).collect();
        // Nothing triggers on what changed nothing, or on a draw from an empty pile.
        batch.stand.retain_mut(|event| {
            (event.batch, event.moment) = (number, moment);
            if let (event::MOVED | event::TRANSFORMED, Some(card)) = (event.kind, event.card()) {
                event.before = Some((self.state.card(card).def, self.seen_by(card)));
            }
            let empty = event.kind == event::DRAW && self.deck_is_empty(event);
            if empty && !batch.again {
                batch.behind.push(event.clone());
            }
            let happens = self.apply(event) && !empty;
            if happens {
                batch.happened.push(event.fields.first().cloned().unwrap_or_default());
                self.count(event);
                if event.kind != event::USED {
                    self.record_event(event);
                }
            }
            happens
        });
        self.judge_losers();
        if watched {
            let mut after = Vec::new();
            self.collect(&batch.stand, &mut after, |_| true);
            after.retain(|t| !seen.contains(&(t.ability, t.card)));
            triggers.extend(after);
        }
        self.add_triggers(triggers);
    }

    pub(in crate::kernel) fn count(&mut self, e: &Event) {
        if !self.rules.tallies.iter().any(|t| t.of == e.kind) {
            return;
        }
        let rules = self.rules.clone();
        for (i, tally) in rules.tallies.iter().enumerate().filter(|(_, t)| t.of == e.kind) {
            for seat in (0..rules.schema.seats).map(Seat) {
                let env = Env { event: Some(e), ..Env::new(&rules, &self.state, seat) };
                if tally.matches.iter().all(|(field, filter)| env.matches(filter, &e.fields[*field as usize])) {
                    let n = tally.add.map_or(1, |field| e.fields[field as usize].int().unwrap_or(0));
                    let tally = &mut self.state.tallies[seat.index() * rules.tallies.len() + i];
                    *tally = tally.saturating_add(n.clamp(i32::MIN as i64, i32::MAX as i64) as i32);
                }
            }
        }
    }

    fn deck_is_empty(&self, e: &Event) -> bool {
        match (e.fields[0].seat(), self.rules.draw) {
            (Some(seat), Some((from, _))) => self.state.zone(self.rules.schema.zone(from, seat)).is_empty(),
            _ => true,
        }
    }

    /// What follows a batch: draws of their own, scripts in place of events. Then it returns.
    fn after_batch(&mut self, mut batch: Box<Batch>) -> Out {
        if !batch.instead.is_empty() {
            let use_ = batch.instead.remove(0);
            self.push(Task::Batch(batch));
            self.start_trigger(use_);
            return Out::Next(In::Go);
        }
        if !batch.behind.is_empty() {
            let e = batch.behind.remove(0);
            let seat = e.fields[0].seat().unwrap_or(self.state.active);
            let empty = self.deck_is_empty(&e);
            self.push(Task::Batch(batch));
            if !empty {
                self.push(Task::Batch(Box::new(Batch::new(vec![e], None, Some(seat)))));
            } else if let Some(list) =
                self.rules.draw.and_then(|(from, _)| self.rules.schema.zones[from.index()].on_empty)
            {
                // What fills the pile again comes first, then the draw after all.
                let again = Batch { again: true, ..Batch::new(vec![e], None, Some(seat)) };
                self.push(Task::Batch(Box::new(again)));
                let context = Context { me: seat, ..Context::default() };
                self.push(Task::List(list, 0, Box::new(context)));
            }
            return Out::Next(In::Go);
        }
        let happened = batch.happened.into_iter().filter(|v| *v != Value::Nil).collect();
        Out::Next(In::Return(Value::List(happened)))
    }
}
