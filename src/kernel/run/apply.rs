//! Applying: the one place where an event changes the state.

use crate::kernel::model::chance::{Drawn, Script, Scripted, Stream};
use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::kernel::model::log::Line;
use crate::kernel::model::schema::{AttrBase, CounterDef, RecordField, SeenBy, bounded};
use crate::kernel::model::state::{Event, Face, Holder, Lasts, MAX_CARDS, ModTarget, Modifier, Outcome, Role};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Card, Seat, Value, Zone, ZoneKind};
use crate::kernel::run::world::World;

impl World {
    /// Applies an event. False: there was nothing to change.
    pub(in crate::kernel) fn apply(&mut self, e: &mut Event) -> bool {
        match e.kind {
            event::MOVED => self.apply_move(e),
            event::STATUS => {
                let (Some(card), Value::Status(to)) = (e.card(), &e.fields[1]) else { return false };
                let now = &mut self.state.cards[card.index()].statuses[to.group()];
                let changed = *now != to.value();
                *now = to.value();
                changed
            }
            event::CHANGED | event::SET => {
                let (Value::Word(name), Some(n)) = (&e.fields[1], e.fields[2].int()) else { return false };
                let Some((number, min, max)) = self.number(&e.fields[0], *name) else { return false };
                let old = *number;
                *number = bounded(if e.kind == event::SET { n } else { old.saturating_add(n) }, min, max);
                // What is told is what really changed.
                let (new, is_change) = (*number, e.kind == event::CHANGED);
                e.fields[2] = Value::Int(if is_change { new.saturating_sub(old) } else { new });
                !is_change || new != old || n == 0
            }
            event::SHUFFLED => {
                let Value::Zone(zone) = e.fields[0] else { return false };
                self.shuffle(zone);
                true
            }
            event::CANCELLED => {
                let Value::Use(id) = e.fields[0] else { return false };
                self.state.use_mut(id).is_some_and(|u| !std::mem::replace(&mut u.cancelled, true))
            }
            event::REVEALED => {
                let Some(card) = e.card() else { return false };
                // What lies face down is turned up.
                let state = &mut self.state.cards[card.index()];
                (state.known, state.face) = (u8::MAX, Face::Zone);
                true
            }
            event::LOOKED => {
                let Some(seat) = e.fields[0].seat() else { return false };
                let mut cards = Vec::new();
                e.fields[1].each_card(&mut |c| cards.push(c));
                cards.iter().for_each(|c| self.state.cards[c.index()].known |= 1 << seat.0);
                !cards.is_empty()
            }
            event::ARRANGED => self.arrange(e),
            event::RETARGETED => {
                let (Value::Use(id), from, to) = (&e.fields[0], &e.fields[1], &e.fields[2]) else { return false };
                let Some(use_) = self.state.use_mut(*id) else { return false };
                match use_.targets.iter_mut().find(|t| t.contains(from)) {
                    Some(Value::List(list)) if *to == Value::Nil => list.retain(|v| v != from),
                    Some(Value::List(list)) => list.iter_mut().filter(|v| *v == from).for_each(|v| *v = to.clone()),
                    Some(one) => *one = to.clone(),
                    None => return false,
                }
                true
            }
            event::SETTLES => {
                let (Value::Use(id), Value::Zone(zone)) = (&e.fields[0], &e.fields[1]) else { return false };
                let (id, zone) = (*id, *zone);
                let top = e.fields.get(2).and_then(Value::int) == Some(1);
                self.state.use_mut(id).map(|u| u.dest = Some((zone, top))).is_some()
            }
            event::CLOSED => match e.fields[0] {
                Value::Record(id) => self.drop_record(id),
                _ => false,
            },
            event::LOST => {
                let Some(seat) = e.fields[0].seat() else { return false };
                let new = self.state.lost & (1 << seat.0) == 0;
                self.state.lost |= 1 << seat.0;
                new
            }
            event::CREATED => {
                let (Value::Def(def), Value::Zone(to), Some(owner)) = (&e.fields[1], &e.fields[2], e.fields[3].seat())
                else {
                    return false;
                };
                let (def, to, values) = (*def, *to, e.fields[4].clone());
                if self.state.is_full(&self.rules, to) || self.state.cards.len() >= MAX_CARDS {
                    return false;
                }
                let card = self.add_card(def, owner, to);
                self.state.cards[card.index()].home = None;
                for pair in values.items() {
                    let [Value::Word(name), Value::Int(n)] = pair.items() else { continue };
                    if let Some((number, min, max)) = self.number(&Value::Card(card), *name) {
                        *number = bounded(*n, min, max);
                    }
                }
                e.fields[0] = Value::Card(card);
                true
            }
            event::TRANSFORMED => {
                let (Some(card), Value::Def(def)) = (e.card(), &e.fields[1]) else { return false };
                self.state.cards[card.index()].def = *def;
                self.reset_stored(card);
                true
            }
            event::SWAPPED => self.apply_swap(e),
            event::MADE_FIRST | event::MADE_ACTIVE => {
                let Some(seat) = e.fields[0].seat() else { return false };
                if e.kind == event::MADE_FIRST {
                    self.state.first = seat;
                }
                self.state.active = seat;
                true
            }
            event::RESULT => {
                // The first result stands: what happens after the end does not count.
                if self.state.decided.is_none() {
                    self.state.decided = Some(e.fields[0].seat().map_or(Outcome::Draw, Outcome::Won));
                }
                true
            }
            _ => true,
        }
    }

    /// A counter or a stored number of an object, with its bounds.
    fn number(&mut self, of: &Value, name: Sym) -> Option<(&mut i64, Option<i64>, Option<i64>)> {
        let schema = &self.rules.schema;
        let find = |defs: &[CounterDef]| {
            let i = defs.iter().position(|c| c.name == name)?;
            Some((i, defs[i].min, defs[i].max))
        };
        Some(match of {
            Value::Seat(seat) => {
                let (i, min, max) = find(&schema.counters)?;
                (&mut self.state.counters[seat.index() * schema.counters.len() + i], min, max)
            }
            Value::Zone(space) => {
                let (i, min, max) = find(&schema.space_counters)?;
                (&mut self.state.space_counters[space.index() * schema.space_counters.len() + i], min, max)
            }
            Value::Game => {
                let (i, min, max) = find(&schema.game_counters)?;
                (&mut self.state.game_counters[i], min, max)
            }
            Value::Card(card) => {
                let attr = schema.attrs.iter().find(|a| a.of == Class::Card && a.name == name)?;
                let AttrBase::Stored { slot, .. } = attr.base else { return None };
                let kind = schema.kind_of(self.state.card(*card).zone);
                let (min, max) = attr.bounds_in(kind);
                (&mut self.state.stored[card.index() * schema.stored + slot as usize], min, max)
            }
            _ => return None,
        })
    }

    fn apply_move(&mut self, e: &mut Event) -> bool {
        let (Some(card), Value::Zone(to)) = (e.card(), e.fields[2].clone()) else { return false };
        let rules = self.rules.clone();
        let old = *self.state.card(card);
        e.fields[1] = Value::Zone(old.zone);
        // What came before it in the batch may have filled its place.
        if old.zone != to && self.state.is_full(&rules, to) {
            return false;
        }
        if self.game().within_zone(old.zone, to) {
            self.state.shift(card, to);
            if let Value::Status(status) = e.fields[4] {
                self.state.cards[card.index()].statuses[status.group()] = status.value();
            }
            self.drop_from_records(card, rules.schema.kind_of(to));
            return true;
        }
        let kind = rules.schema.kind_of(to);
        let zone = &rules.schema.zones[kind.index()];
        self.state.put(card, to, e.fields[3].int().map_or(zone.newest_first, |at| at == 1));
        // Who saw a card go into a pile that nobody sees knows it there.
        let saw = (0..rules.schema.seats).filter(|s| {
            let from = &rules.schema.zones[rules.schema.kind_of(old.zone).index()];
            old.known & (1 << s) != 0
                || match from.seen_by {
                    SeenBy::All => true,
                    SeenBy::Owner => rules.schema.zone_owner(old.zone).unwrap_or(old.owner) == Seat(*s),
                    SeenBy::Nobody => false,
                }
        });
        let face = Face::of(&e.fields[5]);
        let hides = zone.seen_by == SeenBy::Nobody && face == Face::Zone;
        let known = if hides { saw.fold(0, |mask, s| mask | 1 << s) } else { 0 };
        let state = &mut self.state.cards[card.index()];
        state.known = known;
        state.put_by = rules.schema.zone_owner(old.zone);
        state.face = face;
        // Who only moves on within a kind of zone that keeps statuses is as she was.
        if !(zone.keeps_statuses && rules.schema.kind_of(old.zone) == kind) {
            state.statuses = [0; 8];
            for status in &zone.enters {
                state.statuses[status.group()] = status.value();
            }
        }
        if let Value::Status(status) = e.fields[4] {
            state.statuses[status.group()] = status.value();
        }
        if zone.resets {
            self.state.cards[card.index()].def = old.printed;
            self.reset_stored(card);
        }
        self.drop_from_records(card, kind);
        let gone = |m: &Lasts| matches!(m, Lasts::Stay(c, _) if *c == card);
        self.state.modifiers.retain(|m| !gone(&m.lasts) && !matches!(m.on, ModTarget::Card(c, _) if c == card));
        self.state.permissions.retain(|p| !gone(&p.lasts) && p.card.is_none_or(|(c, _)| c != card));
        // What lasts until everything begins anew goes with the card.
        let kept = |lasts: &Lasts| *lasts == Lasts::Reset(card) && !zone.resets;
        let stay = self.state.card(card).stay;
        self.state.abilities.retain_mut(|a| {
            if let Holder::Card(c, at) = &mut a.on
                && *c == card
            {
                *at = stay;
                return kept(&a.lasts);
            }
            !gone(&a.lasts)
        });
        self.state.muted.retain_mut(|m| {
            if m.card.0 == card {
                m.card.1 = stay;
                return kept(&m.lasts);
            }
            !gone(&m.lasts)
        });
        true
    }

    /// Two cards change places within one kind of zone; they keep all that they have.
    fn apply_swap(&mut self, e: &Event) -> bool {
        let (Some(a), Some(b)) = (e.card(), e.fields[1].card()) else { return false };
        let (from, to) = (self.state.card(a).zone, self.state.card(b).zone);
        if a == b || self.rules.schema.kind_of(from) != self.rules.schema.kind_of(to) {
            return false;
        }
        let place = |zone: &[Card], card: Card| zone.iter().position(|c| *c == card);
        let (Some(i), Some(j)) = (place(self.state.zone(from), a), place(self.state.zone(to), b)) else {
            return false;
        };
        self.state.zones.of_mut(from)[i] = b;
        self.state.zones.of_mut(to)[j] = a;
        self.state.cards[a.index()].zone = to;
        self.state.cards[b.index()].zone = from;
        true
    }

    fn drop_from_records(&mut self, card: Card, now_in: ZoneKind) {
        for record in &mut self.state.records {
            let def = &self.rules.schema.records[record.kind.index()];
            for ((_, field), value) in def.fields.iter().zip(&mut record.fields) {
                let drops = match field {
                    RecordField::Cards(Some(kind)) => *kind != now_in,
                    RecordField::Stays => true,
                    _ => false,
                };
                if let (true, Value::List(list)) = (drops, value) {
                    list.retain(|v| *v != Value::Card(card));
                }
            }
        }
    }

    fn shuffle(&mut self, zone: Zone) {
        let cards = self.state.zone(zone).to_vec();
        let dictated = self.state.scripted.as_mut().and_then(|script| match script.left.front() {
            // One that does not fit stays: the runner reports it as unused.
            Some(Scripted::Shuffle(order)) if is_order_of(order, &cards) => {
                let order = order.clone();
                script.use_next();
                Some(order)
            }
            _ => {
                script.missed(Drawn::Shuffle(zone));
                None
            }
        });
        let order = dictated.unwrap_or_else(|| {
            let order = self.state.chance.order(Stream::Zone(zone.0), cards.len());
            order.iter().map(|i| cards[*i as usize]).collect()
        });
        self.state.zones.of_mut(zone).copy_from_slice(&order);
        self.state.shown.retain(|s| !cards.contains(&s.card.0));
        for card in &cards {
            self.state.cards[card.index()].known = 0;
        }
    }

    fn arrange(&mut self, e: &Event) -> bool {
        let Value::Zone(zone) = e.fields[0] else { return false };
        let mut cards = Vec::new();
        // A card that is named twice is still one card.
        e.fields[1].each_card(&mut |c| {
            if !cards.contains(&c) {
                cards.push(c);
            }
        });
        let pile = self.state.zone(zone);
        cards.retain(|c| pile.contains(c));
        let rest: Vec<Card> = pile.iter().filter(|c| !cards.contains(c)).copied().collect();
        let order = if e.fields[2].int() == Some(1) { [cards, rest].concat() } else { [rest, cards].concat() };
        self.state.zones.of_mut(zone).copy_from_slice(&order);
        true
    }

    /// A chance number: dictated, or drawn.
    pub fn roll(&mut self, low: i64, high: i64) -> i64 {
        self.roll_of(Stream::Effect, low, high)
    }

    fn roll_of(&mut self, stream: Stream, low: i64, high: i64) -> i64 {
        if let Some(script) = &mut self.state.scripted {
            let dictated = match script.left.front() {
                Some(Scripted::Number(n)) => Some(*n),
                Some(Scripted::NumberOf(n, bounds)) if *bounds == (low, high) => Some(*n),
                _ => None,
            };
            if let Some(n) = dictated.filter(|n| (low..=high).contains(n)) {
                script.use_next();
                return n;
            }
            script.missed(Drawn::Number(low, high));
        }
        self.state.chance.number(stream, low, high)
    }

    /// A random place in a list: dictated, or drawn.
    pub fn roll_index(&mut self, list: &[Value]) -> usize {
        self.roll_index_of(Stream::Effect, list)
    }

    /// The same, drawn from a stream. A dictated number is none: what is picked is dictated by its name.
    pub fn roll_index_of(&mut self, stream: Stream, list: &[Value]) -> usize {
        if let Some(Scripted::Pick(picked)) = self.state.scripted.as_ref().and_then(|s| s.left.front())
            && let Some(i) = self.game().place_of(picked, list)
        {
            self.state.scripted.iter_mut().for_each(Script::use_next);
            return i;
        }
        if let Some(script) = &mut self.state.scripted {
            script.missed(Drawn::Pick(list.to_vec()));
        }
        self.state.chance.number(stream, 0, list.len() as i64 - 1) as usize
    }

    /// A player gives up.
    pub fn concede(&mut self, seat: Seat) {
        self.apply_now(Event::new(event::LOST, vec![Value::Seat(seat)], Role::Rule));
        self.judge_losers();
    }

    /// After a batch in which somebody lost: who is left alone wins, nobody left is a draw.
    pub(in crate::kernel) fn judge_losers(&mut self) {
        let seats = self.rules.schema.seats;
        let left: Vec<Seat> = (0..seats).map(Seat).filter(|s| self.state.lost & (1 << s.0) == 0).collect();
        match left.as_slice() {
            _ if self.state.lost == 0 => {}
            [] => self.finish(Outcome::Draw),
            [one] => self.finish(Outcome::Won(*one)),
            _ => {}
        }
    }

    /// The game's own rules make it a player's turn, or make her the first as well: told only if it was not so.
    pub(in crate::kernel) fn make_active(&mut self, seat: Seat, is_first: bool) {
        let kind = if is_first { event::MADE_FIRST } else { event::MADE_ACTIVE };
        if self.state.active != seat || is_first && self.state.first != seat {
            self.apply_now(Event::new(kind, vec![Value::Seat(seat)], Role::Rule));
        }
    }

    /// Applies an event at once and logs it: one that nothing replaces or answers.
    pub fn apply_now(&mut self, mut e: Event) {
        if self.apply(&mut e) {
            self.announce(e);
        }
    }

    /// Writes down what happened outside a batch; triggers may follow it.
    pub(in crate::kernel) fn announce(&mut self, e: Event) {
        if self.rules.watched[e.kind.index()] {
            self.collect_after(&e);
        }
        self.count(&e);
        self.record(Line::Event(e));
    }

    /// Ends what lasts so long.
    pub fn expire(&mut self, ends: impl Fn(&Lasts) -> bool) {
        self.state.modifiers.retain(|m: &Modifier| !ends(&m.lasts));
        self.state.permissions.retain(|p| !ends(&p.lasts));
        self.state.abilities.retain(|a| !ends(&a.lasts));
        self.state.muted.retain(|m| !ends(&m.lasts));
        // What was shown for a time is turned back if it lies there still.
        for i in (0..self.state.shown.len()).rev() {
            if ends(&self.state.shown[i].lasts) {
                let shown = self.state.shown.remove(i);
                let card = &mut self.state.cards[shown.card.0.index()];
                if card.stay == shown.card.1 {
                    (card.known, card.face) = (shown.known, shown.face);
                }
            }
        }
    }
}

fn is_order_of(order: &[Card], cards: &[Card]) -> bool {
    order.len() == cards.len() && cards.iter().all(|c| order.contains(c))
}
