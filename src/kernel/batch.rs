//! Batches: events proposed together, replaced, and applied as one.
//!
//! Wholes come before their parts: what a declared event does is only proposed for events that
//! stand. A replacement is offered once an event and what replaced it; a card that the batch
//! itself takes away may replace only its own leaving.

use super::decision::{Answer, Decision, Kind, PickRule};
use super::filter::eval::Env;
use super::log::Line;
use super::rules::{Ability, AbilityForm, Effect, FieldKind, Proposal, SettleLevel, event};
use super::state::{Event, GrantedAbility, Holder, Role, Use};
use super::task::{Context, In, Out, Task, World};
use super::value::*;

/// An ability that may replace an event, the card it is on, and who decides about it.
type Replacement = (AbilityId, Option<Card>, Seat);

/// Events proposed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Events of the present level: wholes first, then what they do.
    level: Vec<Event>,
    /// Events that stand, in the order they will be applied.
    stand: Vec<Event>,
    /// Replacements used in this batch.
    used: Vec<(AbilityId, Option<Card>)>,
    /// The replacement that its player is asked about: the event, and what may replace it.
    asking: Option<(usize, Vec<Replacement>)>,
    /// What follows as batches of its own.
    behind: Vec<Event>,
    /// Scripts that act in place of events.
    instead: Vec<Use>,
    /// What happened.
    happened: Vec<Value>,
    /// Whether it was applied.
    applied: bool,
    /// A draw that found nothing, after the pile was given the chance to fill: it is not tried again.
    again: bool,
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

/// Rounds of replacing in one level.
const MAX_ROUNDS: u32 = 64;

impl World {
    /// The events of proposals: a list in the field for a card makes one event each.
    pub fn proposals(&self, env: &Env, proposals: &[Proposal], role: Role) -> Vec<Event> {
        let mut out = Vec::new();
        for proposal in proposals {
            let def = &self.rules.events[proposal.event.index()];
            // The card decides where a destination leads, so it is evaluated first.
            let is_given =
                |i: usize| proposal.fields[i] != super::filter::Expr::Ref(super::filter::Ref::value(Value::Nil));
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
                        super::filter::Expr::Dest(dest) => {
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

    pub(super) fn step_batch(&mut self, mut batch: Box<Batch>, input: In) -> Out {
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

    // ---- replacements ----

    /// Replaces what can be replaced. False: a player is asked.
    fn replace(&mut self, batch: &mut Batch) -> bool {
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
    pub(super) fn event_matches(&self, env: &Env, ability: &Ability, event: &Event) -> bool {
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

    pub(super) fn batch_decision(&self, batch: &Batch) -> Option<Decision> {
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

    fn replacement_chosen(&mut self, batch: &mut Batch, answer: Answer) {
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

    /// Calls `f` with every ability in force that listens to an event: those of the event's own card,
    /// then those of others in turn order and the order of zones, then the game's own.
    pub(super) fn each_listener(&self, e: &Event, mut f: impl FnMut(AbilityId, &Ability, Option<Card>, Seat)) {
        let schema = &self.rules.schema;
        let mut f = |id, ability: &Ability, card, seat| {
            if !self.is_disabled(ability) {
                f(id, ability, card, seat);
            }
        };
        let bit = 1u64 << e.kind.0;
        let own = e.card();
        let mutings = std::cell::OnceCell::new();
        let muted = |ability: &Ability, card: Card| {
            let env = self.table_env();
            env.is_muted_by(mutings.get_or_init(|| env.mutings()), ability, card)
        };
        let mut listen = |card: Card, mask: fn(&super::rules::CardDef) -> u64| {
            let state = self.state.card(card);
            let def = &self.rules.defs[state.def.index()];
            if mask(def) & bit == 0 {
                return;
            }
            let kind = schema.kind_of(state.zone);
            for id in &def.listeners {
                let ability = &self.rules.abilities[id.index()];
                if ability.from & (1 << kind.0) != 0
                    && !self.state.is_lost(&self.rules, card, *id, 0)
                    && !muted(ability, card)
                {
                    f(*id, ability, Some(card), self.state.controller(&self.rules, card));
                }
            }
        };
        if let Some(card) = own {
            listen(card, |def| def.listens);
        }
        let kinds = self.rules.listen_zones[e.kind.index()];
        for i in 0..if kinds == 0 { 0 } else { schema.seats } {
            let seat = Seat((self.state.active.0 + i) % schema.seats);
            for kind in (0..schema.zones.len()).filter(|k| kinds & (1 << k) != 0).map(ZoneKind::of) {
                if !schema.zones[kind.index()].per_player && i > 0 {
                    continue;
                }
                for card in self.state.cards_in(&self.rules, kind, seat) {
                    if own != Some(card) {
                        listen(card, |def| def.listens_to_others);
                    }
                }
            }
        }
        self.state.each_granted(&self.rules, |id, card, seat| {
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

    // ---- applying ----

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

    fn collect(&self, events: &[Event], out: &mut Vec<Use>, from: impl Fn(Option<Card>) -> bool) {
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
                let env = Env { card, event: Some(e), ..Env::new(&self.rules, &self.state, seat) };
                if self.event_matches(&env, ability, e) && !out.iter().any(again) {
                    out.push(Use { kind: ability.kind, ..trigger_use(id, card, seat, e.clone()) });
                }
            });
        }
    }

    /// The number of the effect that is happening.
    fn moment(&self) -> Option<u32> {
        let innermost = self.state.tasks.iter().rev().find_map(|t| match t {
            Task::Use(id, ..) => Some(*id),
            _ => None,
        });
        innermost.and_then(|id| self.state.use_(id)).map(|u| u.moment).filter(|moment| *moment > 0)
    }

    /// Collects the triggers of one event that happened.
    pub(super) fn collect_after(&mut self, e: &Event) {
        let mut triggers = Vec::new();
        self.collect(std::slice::from_ref(e), &mut triggers, |_| true);
        self.add_triggers(triggers);
    }

    fn add_triggers(&mut self, triggers: Vec<Use>) {
        for t in &triggers {
            self.state.use_granted(t.ability, t.card, t.user);
        }
        if !triggers.is_empty() {
            self.state.pending.push(triggers);
        }
    }

    pub(super) fn count(&mut self, e: &Event) {
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

/// A use without a cost, for a trigger or a replacement.
pub(super) fn trigger_use(ability: AbilityId, card: Option<Card>, user: Seat, event: Event) -> Use {
    Use {
        id: UseId(0),
        ability,
        kind: None,
        card,
        user,
        targets: Vec::new(),
        paid: Vec::new(),
        x: 0,
        reply_to: None,
        dest: None,
        cancelled: false,
        free: false,
        moment: 0,
        event: Some(Box::new(event)),
    }
}
