//! Flow: lists of items, levels and phases, walked as tasks.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::checks::SettleLevel;
use crate::kernel::model::event;
use crate::kernel::model::items::{Item, Repeat};
use crate::kernel::model::log::Line;
use crate::kernel::model::rules::Tally;
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::state::{Event, Lasts, Outcome, Record, Role};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::task::{Context, In, Out, ScriptCall, Task};
use crate::kernel::model::value::*;
use crate::kernel::run::world::World;

impl World {
    pub(in crate::kernel) fn step_list(&mut self, list: ListId, at: u16, context: Box<Context>) -> Out {
        // Triggers settle when an item has ended, before the next one begins.
        if self.game().is_unsettled() {
            self.push(Task::List(list, at, context));
            self.push(Task::Settle(SettleLevel::Step));
            return Out::Next(In::Go);
        }
        let rules = self.rules.clone();
        let Some(item) = rules.lists[list.index()].items.get(at as usize) else {
            return Out::Next(In::Return(Value::Nil));
        };
        // What the item puts on the stack comes above the rest of the list.
        let place = self.state.tasks.len();
        self.settle_at(SettleLevel::Step);
        self.start_item(item, list, at, &context);
        self.state.tasks.insert(place, Task::List(list, at + 1, context));
        Out::Next(In::Go)
    }

    fn start_item(&mut self, item: &Item, list: ListId, at: u16, context: &Context) {
        let boxed = || Box::new(context.clone());
        let rules = self.rules.clone();
        if self.state.lane.is_some() && !item.fits_a_lane() {
            return;
        }
        match item {
            Item::Propose(proposals) => {
                let role = if context.this.is_some() { Role::Effect } else { Role::Rule };
                let events = self.game().proposals(&self.game().env(context), proposals, role);
                self.propose(events, context.card, Some(context.me));
            }
            Item::Draw(who, n) => {
                let env = self.game().env(context);
                let n = env.amount(n).clamp(0, u16::MAX as i64) as u16;
                let seats: Vec<Seat> = env.expr(who).items().iter().filter_map(Value::seat).collect();
                for seat in seats.into_iter().rev() {
                    self.push(Task::Draw(seat, n));
                }
            }
            Item::Shuffle(who, kind) => {
                let seats = self.game().env(context).expr(who);
                // A shared zone is shuffled once.
                let mut zones: Vec<Zone> =
                    seats.items().iter().filter_map(Value::seat).map(|seat| rules.schema.zone(*kind, seat)).collect();
                zones.dedup();
                let shuffled = |z| Event::new(event::SHUFFLED, vec![Value::Zone(z)], Role::Rule);
                let events = zones.into_iter().map(shuffled).collect();
                self.propose(events, None, Some(context.me));
            }
            Item::Step(script, args) => {
                let env = self.game().env(context);
                let vars: Vec<_> = args.iter().map(|(name, e)| (*name, env.expr(e))).collect();
                let mut context = context.clone();
                context.vars.extend(vars);
                self.push(Task::Script(Box::new(ScriptCall::new(*script, context))));
            }
            Item::Window(window) => self.open_window(*window, context.this),
            Item::Phase(name, inner) => {
                self.state.phase = Some(*name);
                self.record(Line::Phase(*name));
                self.push(Task::LeavePhase);
                self.push(Task::List(*inner, 0, boxed()));
            }
            Item::Each(over, var, inner) => {
                let items = self.game().env(context).expr(over).items().to_vec();
                self.push(Task::Each { list: *inner, var: *var, items, at: 0, context: boxed() });
            }
            Item::If(cond, then, otherwise) => {
                let holds = self.game().env(context).holds(cond);
                if let Some(inner) = if holds { Some(*then) } else { *otherwise } {
                    self.push(Task::List(inner, 0, boxed()));
                }
            }
            Item::Run(inner) => self.push(Task::List(*inner, 0, boxed())),
            Item::Repeat(_) => self.push(Task::Repeat(list, at, 0, boxed())),
            Item::Open(kind, fields) => {
                let env = self.game().env(context);
                let fields = fields.iter().map(|(slot, e)| (*slot, env.expr(e))).collect();
                self.open_record(*kind, fields);
            }
            Item::Put(kind, slot, cards) => {
                let cards = self.game().env(context).expr(cards);
                let role = if context.card.is_some() { Role::Effect } else { Role::Rule };
                self.put_into_record(*kind, *slot, &cards, role);
            }
            Item::Close(kind) => self.close_record(*kind),
            Item::Result(rule) => {
                let outcome = self.game().outcome_of(rule, context);
                self.finish(outcome);
            }
        }
    }

    /// Proposes events as one batch.
    pub fn propose(&mut self, events: Vec<Event>, source: Option<Card>, by: Option<Seat>) {
        if !events.is_empty() {
            self.push(Task::Batch(Box::new(Batch::new(events, source, by))));
        }
    }

    /// Ends the game with this outcome, unless it ended before.
    pub fn finish(&mut self, outcome: Outcome) {
        self.state.decided.get_or_insert(outcome);
    }

    pub(in crate::kernel) fn step_each(
        &mut self,
        list: ListId,
        var: Sym,
        items: Vec<Value>,
        at: u32,
        context: Box<Context>,
    ) -> Out {
        let Some(item) = items.get(at as usize).cloned() else { return Out::Next(In::Return(Value::Nil)) };
        let mut inner = context.clone();
        if let Value::Seat(seat) = item {
            inner.me = seat;
        }
        inner.vars.push((var, item));
        self.push(Task::Each { list, var, items, at: at + 1, context });
        self.push(Task::List(list, 0, inner));
        Out::Next(In::Go)
    }

    pub(in crate::kernel) fn step_draw(&mut self, seat: Seat, left: u16) -> Out {
        if left == 0 {
            return Out::Next(In::Return(Value::Nil));
        }
        self.push(Task::Draw(seat, left - 1));
        let event = Event::new(event::DRAW, vec![Value::Seat(seat)], Role::Rule);
        self.propose(vec![event], None, Some(seat));
        Out::Next(In::Go)
    }

    pub(in crate::kernel) fn leave_phase(&mut self) -> Out {
        self.state.phase = None;
        self.expire(|lasts| *lasts == Lasts::Phase);
        Out::Next(In::Return(Value::Nil))
    }

    // ---- levels ----

    pub(in crate::kernel) fn step_repeat(&mut self, list: ListId, item: u16, n: u32, context: Box<Context>) -> Out {
        let rules = self.rules.clone();
        let Item::Repeat(repeat) = &rules.lists[list.index()].items[item as usize] else {
            return Out::Next(In::Return(Value::Nil));
        };
        if n > 0 {
            self.leave_level(repeat);
            if let Some(outcome) = self.state.decided {
                // Only a level that is a game of its own goes on after a result.
                if !repeat.fresh {
                    return Out::Next(In::Return(Value::Nil));
                }
                self.state.outcome = Some(outcome);
                self.state.decided = None;
                for seat in outcome.winners() {
                    let wins = &mut self.state.wins[seat.index()];
                    *wins = wins.saturating_add(1);
                }
            }
            if repeat.until.as_ref().is_some_and(|c| self.game().env(&context).holds(c)) {
                return Out::Next(In::Return(Value::Nil));
            }
        }
        if let Some(max) = &repeat.max
            && n as i64 >= self.game().env(&context).amount(max)
        {
            if let Some(rule) = &repeat.after_max {
                let outcome = self.game().outcome_of(rule, &context);
                self.finish(outcome);
            }
            return Out::Next(In::Return(Value::Nil));
        }
        self.push(Task::Repeat(list, item, n + 1, context.clone()));
        self.enter_level(repeat, n);
        let mut inner = context;
        inner.me = self.state.active;
        self.push(Task::List(repeat.list, 0, inner));
        Out::Next(In::Go)
    }

    fn enter_level(&mut self, repeat: &Repeat, n: u32) {
        let level = repeat.level;
        if repeat.fresh && n > 0 {
            self.fresh_game(level);
        }
        self.restart_counters(level);
        for inner in level.index() + 1..self.state.level_numbers.len() {
            self.state.level_numbers[inner] = 0;
        }
        self.state.level_numbers[level.index()] += 1;
        if let Some(first) = &repeat.first {
            // Round the table, however far the number goes.
            let seats = self.rules.schema.seats as i64;
            let seat = self.game().table_env().amount(first).rem_euclid(seats);
            self.make_active(Seat::of(seat), true);
        }
        if repeat.alternate {
            let seat = match n {
                0 => self.state.first,
                // One that an effect gave comes before the usual one.
                _ => match self.state.extra.iter().position(|(l, _)| *l == level) {
                    Some(i) => self.state.extra.remove(i).1,
                    None => self.state.after(self.state.active, self.rules.schema.seats),
                },
            };
            self.make_active(seat, false);
        }
        let number = self.state.level_numbers[level.index()];
        let whose = repeat.alternate.then_some(self.state.active);
        self.record(Line::Level(level, number, whose));
    }

    fn leave_level(&mut self, repeat: &Repeat) {
        let level = repeat.level;
        self.expire(|lasts| *lasts == Lasts::Level(level));
        self.state.spent.retain(|(_, _, l)| *l != level);
        self.reset_tallies(|tally| tally.per == level);
    }

    /// Begins some tallies anew.
    pub(in crate::kernel) fn reset_tallies(&mut self, which: impl Fn(&Tally) -> bool) {
        let n = self.rules.tallies.len();
        for (i, count) in self.state.tallies.iter_mut().enumerate() {
            if which(&self.rules.tallies[i % n]) {
                *count = 0;
            }
        }
    }

    /// A result is there: everything inside the game falls, and the match goes on or is over.
    pub(in crate::kernel) fn end_game(&mut self) {
        let Some(outcome) = self.state.decided else { return };
        let rules = self.rules.clone();
        let is_game = |task: &Task| match task {
            Task::Repeat(list, item, ..) => {
                matches!(&rules.lists[list.index()].items[*item as usize], Item::Repeat(r) if r.fresh)
            }
            _ => false,
        };
        self.record(Line::Ended(outcome));
        match self.state.tasks.iter().rposition(is_game) {
            Some(at) => self.state.tasks.truncate(at + 1),
            None => self.state.tasks.clear(),
        }
        self.state.pending.clear();
        self.state.queued.clear();
        self.state.extra.clear();
        self.state.uses.clear();
        self.state.records.clear();
        self.state.phase = None;
        if self.state.tasks.is_empty() {
            self.state.outcome = Some(outcome);
            self.state.decided = None;
            self.state.over = true;
        } else if let Some(Task::Repeat(list, item, n, context)) = self.state.tasks.pop() {
            // Taken here, so that the loop does not end the same game twice.
            let out = self.step_repeat(list, item, n, context);
            debug_assert!(matches!(out, Out::Next(_)));
        }
    }

    // ---- records ----

    /// Opens a record.
    pub fn open_record(&mut self, kind: RecKind, given: Vec<(u8, Value)>) -> RecId {
        self.state.next.records += 1;
        let id = RecId(self.state.next.records);
        let def = &self.rules.schema.records[kind.index()];
        let mut fields: Vec<Value> = def
            .fields
            .iter()
            .map(|(_, f)| match f {
                RecordField::Cards(_)
                | RecordField::Stays
                | RecordField::Records(_)
                | RecordField::Players
                | RecordField::Spaces => Value::List(Vec::new()),
                RecordField::Int => Value::Int(0),
                _ => Value::Nil,
            })
            .collect();
        for (slot, value) in given {
            let list = matches!(fields[slot as usize], Value::List(_));
            fields[slot as usize] = if list { Value::List(value.items().to_vec()) } else { value };
        }
        // It joins the list of the innermost record that holds such ones.
        let holds = |f: &(Sym, RecordField)| f.1 == RecordField::Records(kind);
        for outer in self.state.records.iter_mut().rev() {
            let def = &self.rules.schema.records[outer.kind.index()];
            if let Some(slot) = def.fields.iter().position(holds) {
                if let Value::List(list) = &mut outer.fields[slot] {
                    list.push(Value::Record(id));
                }
                break;
            }
        }
        self.state.records.push(Record { id, kind, fields });
        self.announce(Event::new(event::OPENED, vec![Value::Record(id), self.game().record_word(kind)], Role::Rule));
        id
    }

    /// Puts cards into a list of the open record of a kind; those in it already stay once.
    pub fn put_into_record(&mut self, kind: RecKind, slot: u8, cards: &Value, role: Role) {
        if let Some(id) = self.state.record(kind).map(|r| r.id) {
            self.put_into(id, slot, cards, role);
        }
    }

    /// The same of one record, or what a field that is no list holds.
    pub fn put_into(&mut self, id: RecId, slot: u8, cards: &Value, role: Role) {
        let Some(record) = self.state.records.iter_mut().find(|r| r.id == id) else { return };
        let kind = record.kind;
        let mut new = Vec::new();
        if !matches!(record.fields[slot as usize], Value::List(_)) {
            record.fields[slot as usize] = cards.clone();
        } else if let Value::List(list) = &mut record.fields[slot as usize] {
            for v in cards.items() {
                if !list.contains(v) {
                    list.push(v.clone());
                    new.push(v.clone());
                }
            }
        }
        self.record_changed(event::JOINED, (id, kind, slot), new, role);
    }

    /// Takes cards out of a list of the open record of a kind.
    pub fn take_from_record(&mut self, kind: RecKind, slot: u8, cards: &Value) {
        if let Some(id) = self.state.record(kind).map(|r| r.id) {
            self.take_from(id, slot, cards);
        }
    }

    /// The same of one record.
    pub fn take_from(&mut self, id: RecId, slot: u8, cards: &Value) {
        let Some(record) = self.state.records.iter_mut().find(|r| r.id == id) else { return };
        let kind = record.kind;
        let mut gone = Vec::new();
        if let Value::List(list) = &mut record.fields[slot as usize] {
            list.retain(|v| {
                let goes = cards.contains(v);
                gone.extend(goes.then(|| v.clone()));
                !goes
            });
        }
        self.record_changed(event::LEFT, (id, kind, slot), gone, Role::Effect);
    }

    fn record_changed(&mut self, event: EventId, list: (RecId, RecKind, u8), cards: Vec<Value>, role: Role) {
        if !cards.is_empty() {
            let (id, kind, slot) = list;
            let field = Value::Word(self.rules.schema.records[kind.index()].fields[slot as usize].0);
            let fields = vec![Value::Record(id), field, Value::List(cards), self.game().record_word(kind)];
            self.announce(Event::new(event, fields, role));
        }
    }

    /// Closes the open record of a kind, and ends what lasted as long.
    pub fn close_record(&mut self, kind: RecKind) {
        let Some(id) = self.state.record(kind).map(|r| r.id) else { return };
        if self.drop_record(id) {
            self.announce(Event::new(
                event::CLOSED,
                vec![Value::Record(id), self.game().record_word(kind)],
                Role::Rule,
            ));
        }
    }

    /// Takes a record away with those in it, and ends what lasted as long. False: it is not open.
    pub(in crate::kernel) fn drop_record(&mut self, id: RecId) -> bool {
        let Some(at) = self.state.records.iter().position(|r| r.id == id) else { return false };
        let record = self.state.records.remove(at);
        let def = &self.rules.schema.records[record.kind.index()];
        let is_inner = |f: &RecordField| matches!(f, RecordField::Records(_));
        let inner = def.fields.iter().zip(&record.fields).filter(|((_, f), _)| is_inner(f));
        let inner: Vec<Value> = inner.flat_map(|(_, v)| v.items().to_vec()).collect();
        for outer in &mut self.state.records {
            for field in &mut outer.fields {
                if let Value::List(list) = field {
                    list.retain(|v| *v != Value::Record(id));
                }
            }
        }
        self.expire(|lasts| *lasts == Lasts::Record(id));
        for v in inner {
            if let Value::Record(id) = v {
                self.drop_record(id);
            }
        }
        true
    }
}
