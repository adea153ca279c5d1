//! Events: proposals become events, impossible events are found, and events have parts.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::event;
use crate::kernel::model::game_log::Obstacle;
use crate::kernel::model::lang::{Expr, Head, Ref};
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::rules::{FieldKind, Proposal};
use crate::kernel::model::schema::{AttrBase, AttrDef};
use crate::kernel::model::value::{Card, Value, Zone};
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// The events that proposals describe, with their fields evaluated. A list in the subject's field makes an event
    /// for each member.
    pub fn proposals(self, env: &Env, proposals: &[Proposal], role: Role) -> Vec<Event> {
        let mut out = Vec::with_capacity(proposals.len());
        for proposal in proposals {
            let def = &self.rules.events[proposal.event.index()];
            // The card decides where a destination leads, so it is evaluated first.
            let Some(single) = proposal.subject else {
                self.propose_about(env, proposal, (None, Value::Nil), role, &mut out);
                continue;
            };
            match env.expr(&proposal.fields[single]) {
                Value::List(list) => {
                    for one in list.into_vec() {
                        self.propose_about(env, proposal, (Some(single), one), role, &mut out);
                    }
                }
                Value::Nil if def.fields[single].1.is_single() => {}
                one => self.propose_about(env, proposal, (Some(single), one), role, &mut out),
            }
        }
        out
    }

    /// Adds the event of a proposal for one subject. The subject fills the event's subject field, if it has one.
    fn propose_about(
        self,
        env: &Env,
        proposal: &Proposal,
        (single, subject): (Option<usize>, Value),
        role: Role,
        out: &mut Vec<Event>,
    ) {
        // The amounts of an event are computed from its subject, unless `it` is already another object.
        let about = || Env { it: env.it.or_else(|| Obj::of(&subject)), ..*env };
        let wants_one = |at: usize| {
            let kind = self.rules.events[proposal.event.index()].fields[at].1;
            matches!(kind, FieldKind::Card | FieldKind::Zone)
        };
        let mut fields: Vec<Value> = proposal.fields.iter().map(|_| Value::Nil).collect();
        for &i in proposal.given.iter().filter(|i| single != Some(**i)) {
            fields[i] = match &proposal.fields[i] {
                Expr::Dest(dest) => {
                    // A created object goes to a zone of its owner.
                    let me = subject.seat().filter(|_| proposal.event == event::CREATED && dest.whose.is_none());
                    let env = Env { me: me.unwrap_or(env.me), ..about() };
                    env.dest(dest, subject.card(), out).map_or(Value::Nil, Value::Zone)
                }
                // Most fields are words.
                Expr::Ref(Ref { head: Head::Value(value), path }) if path.is_empty() => value.clone(),
                other => match about().expr(other) {
                    // A list of one item stands for the item.
                    Value::List(list) if list.len() == 1 && wants_one(i) => list.into_vec().remove(0),
                    value => value,
                },
            };
        }
        if let Some(i) = single {
            fields[i] = subject;
        }
        // A created copy reveals its model, and an attachment reveals where it hangs, so neither may be computed from
        // hidden cards.
        let is_blank = |value: &Value| env.without_blanks(value.clone()) != *value;
        let tells_hidden = match proposal.event {
            event::CREATED | event::TRANSFORMED => fields.get(1).is_some_and(is_blank),
            event::ATTACHED => fields.iter().any(is_blank),
            _ => false,
        };
        if tells_hidden {
            return;
        }
        let mut event = Event::new(proposal.event, fields, role);
        event.since = env.since;
        match event.kind {
            event::MOVED => {
                if let Some(card) = event.card() {
                    event.fields[1] = Value::Zone(self.state.card(card).zone);
                }
            }
            event::CREATED | event::TRANSFORMED => {
                let as_of = match &proposal.fields[1] {
                    Expr::Ref(r) => env.leads_as_of(r),
                    _ => AsOf::NOW,
                };
                if !self.is_made_like(&mut event, as_of) {
                    return;
                }
            }
            _ => {}
        }
        out.push(event);
    }

    /// Completes an event that creates or transforms a card: with the definition that the proposal names or that its
    /// model has, and for a created copy with the model's stored numbers, unless the proposal gives others. A text
    /// names the definition by its id. False: there is no definition.
    fn is_made_like(self, event: &mut Event, as_of: AsOf) -> bool {
        let like = event.fields[1].items().first().cloned();
        let def = match &like {
            Some(Value::Card(like)) => Some(self.table_env().def_as_of(*like, as_of)),
            Some(Value::Word(word)) => {
                self.rules.def_by_id(self.rules.name(*word)).or_else(|| self.rules.only_def_called(*word))
            }
            Some(Value::Text(id)) => self.rules.def_by_id(id),
            Some(Value::Def(def)) => Some(*def),
            _ => None,
        };
        if let (event::CREATED, Some(like)) = (event.kind, like.as_ref().and_then(Value::card)) {
            event.fields[4] = self.stored_like(like, as_of, &event.fields[4]);
        }
        if let Some(def) = def {
            event.fields[1] = Value::Def(def);
        }
        def.is_some()
    }

    /// The stored numbers of a card as pairs of name and number, with `others` in place of the numbers that it names.
    pub fn stored_like(self, card: Card, as_of: AsOf, others: &Value) -> Value {
        let (schema, env) = (&self.rules.schema, self.table_env());
        let stored = |attr: &AttrDef| {
            let AttrBase::Stored { slot, .. } = attr.base else { return None };
            let name = Value::Word(attr.name);
            if others.items().iter().any(|pair| pair.items().first() == Some(&name)) {
                return None;
            }
            let n = env.stored_as_of(card, slot, as_of);
            Some(Value::from(vec![name, Value::Int(n)]))
        };
        let mut all: Vec<Value> =
            schema.attrs.iter().filter_map(stored).chain(others.items().iter().cloned()).collect();
        all.sort_by_key(|pair| pair.items().first().map_or(0, Value::word_number));
        all.into()
    }

    /// True if nothing stops an event: see [`Game::obstacle`].
    pub fn is_possible(self, event: &Event) -> bool {
        self.obstacle(event).is_none()
    }

    /// The first obstacle that stops an event: a prohibition, a card that does not lie where it must, a full zone, or
    /// another; `None`: the event is possible.
    pub fn obstacle(self, event: &Event) -> Option<Obstacle> {
        let def = &self.rules.events[event.kind.index()];
        if self.state.lane.is_some_and(|seat| !self.may_happen_in_lane(seat, event)) {
            return Some(Obstacle::InALane);
        }
        let Some(card) = event.card() else {
            if event.kind == event::LOST && event.fields[0].seat().is_some_and(|seat| self.state.is_out(seat)) {
                return Some(Obstacle::Lost);
            }
            // A prohibition of an event without a card is judged for the player in its first field, otherwise for the
            // player who causes it.
            let about = event.fields.first().and_then(Value::seat).or(event.by).unwrap_or(self.state.active);
            let env = self.seat_env(about);
            let use_ = match event.fields.first() {
                Some(Value::Use(id)) => self.state.use_(*id),
                _ => None,
            };
            if event.kind == event::CANCELLED && use_.is_some_and(|use_| !env.cancellable(use_)) {
                return Some(Obstacle::Uncancellable);
            }
            let card = use_.and_then(|use_| use_.card);
            return env.permission(def.name, true, card, use_, about).map(Obstacle::Forbidden);
        };
        let mut env = self.seat_env(event.by.unwrap_or(self.state.active));
        if let Some(needs) = &def.needs {
            env.eyes = self.eyes_of_event(event);
            if !env.card_matches(needs, card) {
                return Some(Obstacle::Elsewhere);
            }
            // The limit on what the event's texts may read does not hold for prohibitions.
            env.eyes = 0;
        }
        let may_be = !self.state.permissions.is_empty() || self.rules.static_permissions.contains(def.name, true);
        if may_be
            && let Some(source) = env.permission_to(def.name, true, Some(card), self.aim_of_event(event), None, env.me)
        {
            return Some(Obstacle::Forbidden(source));
        }
        let has_room = event.kind != event::MOVED || self.may_enter(card, &event.fields[2]);
        (!has_room).then_some(Obstacle::NoRoom)
    }

    /// The object in the field `to` of an event, which a prohibition may test besides the event's card.
    fn aim_of_event(self, event: &Event) -> Option<&Value> {
        let to = self.rules.events[event::ATTACHED.index()].fields[1].0;
        let at = self.rules.events[event.kind.index()].fields.iter().position(|(name, _)| *name == to)?;
        event.fields.get(at)
    }

    /// True if a zone accepts a card: a zone may refuse a second card of one name, and a space has a capacity.
    pub fn may_enter(self, card: Card, to: &Value) -> bool {
        let Value::Zone(zone) = to else { return false };
        if self.state.card(card).zone != *zone && self.state.is_full(self.rules, *zone) {
            return false;
        }
        let kind = self.rules.schema.kind_of(*zone);
        if !self.rules.schema.zones[kind.index()].distinct_names {
            return true;
        }
        let name = |c: Card| self.name_of(c);
        self.state.zone(*zone).iter().all(|c| *c == card || name(*c) != name(card))
    }

    /// True if an event may consist of further events: a draw, a declared event, or the move of a stack.
    #[inline]
    pub(in crate::kernel) fn has_parts(self, event: &Event) -> bool {
        event.kind == event::DRAW || !self.rules.events[event.kind.index()].does.is_empty() || self.moves_a_stack(event)
    }

    /// True for the move of a card that may have other cards beneath it.
    #[inline]
    fn moves_a_stack(self, event: &Event) -> bool {
        event.kind == event::MOVED && self.rules.has_stacks && !self.state.attached.is_empty()
    }

    /// The events of which an event consists, to be proposed at the next level of its batch.
    pub(in crate::kernel) fn parts(self, event: &Event, batch: &mut Batch) -> Vec<Event> {
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
        } else if self.moves_a_stack(event) {
            self.go_along(event)
        } else {
            let eyes = self.eyes_of_event(event);
            // The texts of the event may always read the card of their environment, so it must be one that the players
            // of `eyes` see.
            let card = event.card().filter(|card| eyes == 0 || self.all_see(eyes, *card));
            let env = Env { event: Some(event), card, eyes, ..self.seat_env(by) };
            self.proposals(&env, &def.does, event.role)
        };
        for part in &mut parts {
            part.source = event.source;
            part.by = event.by;
            part.since = event.since;
            part.replaced_by = event.replaced_by.clone();
            let is_about_it = event.kind == event::DRAW || part.card() == event.card();
            part.part_of = is_about_it.then_some(event.kind);
        }
        parts
    }

    pub(in crate::kernel) fn deck_is_empty(self, e: &Event) -> bool {
        match (e.fields[0].seat(), self.rules.draw) {
            (Some(seat), Some((from, _))) => self.state.zone(self.rules.schema.zone(from, seat)).is_empty(),
            _ => true,
        }
    }

    /// A card going to a zone, as an event.
    pub fn moved(self, card: Card, to: Zone, top: bool, role: Role) -> Event {
        let from = Value::Zone(self.state.card(card).zone);
        let position = if top { Value::Int(1) } else { Value::Nil };
        Event::new(event::MOVED, vec![Value::Card(card), from, Value::Zone(to), position, Value::Nil, Value::Nil], role)
    }
}
