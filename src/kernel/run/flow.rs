//! Flow: lists of items, levels and phases, walked as tasks.

use std::sync::Arc;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::Change;
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::{Context, ScriptCall, Var};
use crate::kernel::model::event;
use crate::kernel::model::flow_items::{Item, OfRecord};
use crate::kernel::model::lang::{Amount, Expr};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Lasts, Outcome, Role};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::{Chosen, In, Out, Task};
use crate::kernel::model::value::*;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl World {
    pub(in crate::kernel) fn step_list(
        &mut self,
        rules: &Rules,
        (list, at): (ListId, u16),
        context: Arc<Context>,
    ) -> Out {
        // Triggers resolve when an item has ended, before the next one begins.
        let is_middle = || self.rules.triggers.together && context.this.is_some();
        if self.game().do_triggers_wait() && !is_middle() {
            self.push(Task::List(list, at, context));
            self.push(Task::ChecksAndTriggers(CheckMoment::Step));
            return Out::Next(In::Go);
        }
        let Some(item) = rules.lists[list.index()].items.get(at as usize) else {
            return Out::Next(In::Return(Value::Nil));
        };
        // The tasks of the item go above the rest of the list on the stack.
        let place = self.state().tasks.len();
        self.run_checks_at(CheckMoment::Step);
        let context = match item {
            Item::Leave(given) => {
                let given = given.as_ref().map_or(Value::Nil, |what| self.game().env(&context).expr(what));
                self.leave_list();
                return Out::Next(In::Return(given));
            }
            Item::LeaveFlow(end) => {
                self.push(Task::List(list, at + 1, context));
                self.leave_flow(*end);
                return Out::Next(In::Return(Value::Nil));
            }
            Item::Let(names) => self.named(names, &context),
            _ => context,
        };
        let proposed = self.start_item(item, list, at, &context);
        let is_last = at as usize + 1 == rules.lists[list.index()].items.len();
        if !(is_last && self.goes_on_alike(place, &context) && self.leave_out_steps(1)) {
            self.insert_task(place, Task::List(list, at + 1, context));
        }
        self.happens_next(proposed)
    }

    /// Pushes a list. Below it lies a mark, if an item of the list may leave it early (`leave`).
    pub(in crate::kernel) fn push_list(&mut self, list: ListId, context: Arc<Context>) {
        if self.rules.lists[list.index()].is_left {
            self.push(Task::LeftList);
        }
        self.push(Task::List(list, 0, context));
    }

    /// A copy of a context in which these names are bound, one after the other: each may use those before it.
    fn named(&self, names: &[(Sym, Expr)], context: &Context) -> Arc<Context> {
        let mut inner = context.clone();
        for (name, what) in names {
            let (value, since) = self.value_in(what, &inner);
            inner.bind(*name, value, since);
        }
        Arc::new(inner)
    }

    /// The context of a list that is run with arguments. All arguments are evaluated before the first is bound, because
    /// an argument may be called like a name of the list that runs it.
    fn with_arguments(&self, arguments: &[(Sym, Expr)], context: &Context) -> Arc<Context> {
        let mut inner = context.clone();
        let values: Vec<_> = arguments.iter().map(|(name, what)| (*name, self.value_in(what, context))).collect();
        values.into_iter().for_each(|(name, (value, since))| inner.bind(name, value, since));
        Arc::new(inner)
    }

    /// A value in a context, and the moment as of which it is read.
    fn value_in(&self, what: &Expr, context: &Context) -> (Value, Since) {
        let env = self.game().env(context);
        (env.expr(what), env.expr_since(what, self.this_moment()))
    }

    /// True if the task below a finished list continues exactly like the list: it resolves the same triggers for the
    /// same use, and does nothing else.
    fn goes_on_alike(&self, place: usize, context: &Context) -> bool {
        match place.checked_sub(1).map(|below| &self.state().tasks[below]) {
            Some(Task::List(_, _, outer)) => outer.this == context.this,
            Some(Task::Use(id, ..)) => context.this == Some(*id) && !self.rules.triggers.together,
            _ => false,
        }
    }

    /// Begins an item of a list. Returns its proposed batch, to happen next.
    fn start_item(&mut self, item: &Item, list: ListId, at: u16, context: &Arc<Context>) -> Option<Batch> {
        if self.state().lane.is_some() && !item.fits_a_lane() {
            return None;
        }
        match item {
            Item::Propose(proposals) => {
                let role = if context.this.is_some() { Role::Effect } else { Role::Rule };
                let mut events = self.game().proposals(&self.game().env(context), proposals, role);
                context.mark(&self.rules, &mut events);
                return Batch::of_any(events, context.card, Some(context.me));
            }
            Item::Together(together) => self.do_together(together, context),
            Item::Draw(who, n) => self.start_draws(who, n, context),
            Item::Shuffle(who, kind) => self.shuffle_zones(who, *kind, context),
            Item::Step(script, args) => self.start_step(*script, args, context),
            Item::Window(window) => {
                self.open_for(*window, context.this, context.is_round().then_some(context.me));
            }
            Item::Phase(name, inner) => self.begin_phase(*name, *inner, context),
            Item::Each(over, var, inner) => self.start_rounds(over, *var, *inner, context),
            Item::If(cond, then, otherwise) => {
                let holds = self.game().env(context).holds(cond);
                if let Some(inner) = if holds { Some(*then) } else { *otherwise } {
                    self.push(Task::List(inner, 0, context.clone()));
                }
            }
            Item::Run(inner, given) => {
                let context = if given.is_empty() { context.clone() } else { self.with_arguments(given, context) };
                self.push_list(*inner, context);
            }
            // `let` has taken effect before: the rest of the list began with its names.
            Item::Let(_) => {}
            // `step_list` has left the list before this item starts.
            Item::Leave(_) | Item::LeaveFlow(_) => {}
            Item::Named(inner, var, rest) => {
                let (list_of, otherwise, sealed) = (*rest, Some(*rest), Vec::new());
                let (since, named) = (Since::NOW, context.clone());
                let chosen = Chosen { list: list_of, otherwise, var: *var, sealed, since, context: named };
                self.push(Task::Chosen(Box::new(chosen)));
                return self.start_item(inner, list, at, context);
            }
            Item::Repeat(_) => self.push(Task::Repeat(list, at, 0, context.clone())),
            Item::Open(kind, fields) => self.open_for_list(*kind, fields, context),
            Item::Put(of, cards) => self.put_item(of, cards, context),
            Item::Take(of, what) => self.take_item(of, what, context),
            Item::Close(kind) => self.close_record(*kind),
            Item::Copy { what, by, chooses } => {
                self.of_uses(context, what, by, |game, id, by| game.copy_of(id, by, *chooses));
            }
            Item::Aim(what, by) => self.of_uses(context, what, by, |game, id, by| game.aim_of(id, by)),
            Item::Choose(choose) => self.begin_to_choose(choose, context),
            Item::May(may) => self.begin_to_ask(may, (list, at), context),
            Item::Divide(divide) => self.begin_to_divide(divide, context),
            Item::Order(order) => self.begin_to_order(order, context),
            Item::Use(said) => self.use_as_said(&said.0, said.1.as_ref(), &said.2, context),
            Item::AfterUse(with, list) => self.leave_for_later(with, *list, context),
            Item::TimedEffect(what) => self.do_timed_effect(what, context),
            Item::Result(rule) => {
                let outcome = self.game().outcome_of(rule, context);
                self.finish(outcome);
            }
        }
        None
    }

    /// Does an item `put`: cards go into a list of a record.
    fn put_item(&mut self, of: &OfRecord, cards: &Expr, context: &Context) {
        let env = self.game().env(context);
        let (field, cards) = (env.field_of_record(of), env.without_blanks(env.expr(cards)));
        let role = if context.card.is_some() { Role::Effect } else { Role::Rule };
        if let Some((id, slot)) = field {
            self.put_into(id, slot, &cards, role);
        }
    }

    /// Does an item `take`: objects leave a list of a record.
    fn take_item(&mut self, of: &OfRecord, what: &Expr, context: &Context) {
        let env = self.game().env(context);
        let (field, what) = (env.field_of_record(of), env.expr(what));
        if let Some((id, slot)) = field {
            self.take_from(id, slot, &what);
        }
    }

    /// Pushes the draws of some players.
    fn start_draws(&mut self, who: &Expr, n: &Amount, context: &Arc<Context>) {
        let env = self.game().env(context);
        let n = env.amount(n).clamp(0, u16::MAX as i64) as u16;
        let seats: Vec<Seat> = env.expr(who).items().iter().filter_map(Value::seat).collect();
        let stands = context.for_draws();
        for seat in seats.into_iter().rev() {
            self.push(Task::Draw(seat, n, stands.clone()));
        }
    }

    /// Proposes shuffles of the zones of some players.
    fn shuffle_zones(&mut self, who: &Expr, kind: ZoneKind, context: &Arc<Context>) {
        let seats = self.game().env(context).expr(who);
        // A shared zone is shuffled once.
        let zone = |seat| self.rules.schema.zone(kind, seat);
        let mut zones: Vec<Zone> = seats.items().iter().filter_map(Value::seat).map(zone).collect();
        zones.dedup();
        let shuffled = |z| Event::new(event::SHUFFLED, vec![Value::Zone(z)], Role::Rule);
        let events = zones.into_iter().map(shuffled).collect();
        self.propose_from(context, events, None);
    }

    /// Pushes the task of a step's script, with its arguments.
    fn start_step(&mut self, script: ScriptId, args: &[(Sym, Expr)], context: &Arc<Context>) {
        let env = self.game().env(context);
        let vars: Vec<_> = args.iter().map(|(name, e)| Var::now((*name, env.expr(e)))).collect();
        let mut context = (**context).clone();
        context.vars.extend(vars);
        self.push(Task::Script(Box::new(ScriptCall::new(script, context))));
    }

    /// Pushes a loop over some objects.
    fn start_rounds(&mut self, over: &Expr, var: Sym, inner: ListId, context: &Arc<Context>) {
        let env = self.game().env(context);
        let (items, since) = (env.expr(over).items().to_vec(), env.expr_since(over, self.this_moment()));
        self.push(Task::Each { list: inner, var, items, since, at: 0, context: context.clone() });
    }

    /// Opens a record with its fields.
    fn open_for_list(&mut self, kind: RecKind, fields: &[(u8, Expr)], context: &Arc<Context>) {
        let env = self.game().env(context);
        // A record is public, so cards that the asker does not see stay out of its fields.
        let fields = fields.iter().map(|(slot, e)| (*slot, env.without_blanks(env.expr(e)))).collect();
        if self.open_if_room(kind, fields).is_err() {
            self.takes_too_much();
        }
    }

    /// Begins a phase with its list.
    fn begin_phase(&mut self, name: Sym, inner: ListId, context: &Arc<Context>) {
        self.change(Change::Phase(Some(name)));
        self.record(Line::Phase(name));
        self.began(event::PHASE_BEGAN, name);
        self.push(Task::LeavePhase);
        self.push(Task::List(inner, 0, context.clone()));
    }

    /// Pushes for each of these uses the task that `f` makes of it: a copy of the use, or a choice of new targets.
    fn of_uses(&mut self, context: &Context, what: &Expr, by: &Expr, f: impl Fn(Game, UseId, Seat) -> Option<Task>) {
        let env = self.game().env(context);
        let by = env.expr(by).items().first().and_then(Value::seat).unwrap_or(context.me);
        let task = |v: &Value| match v {
            Value::Use(id) => f(self.game(), *id, by),
            _ => None,
        };
        let tasks: Vec<Task> = env.expr(what).items().iter().filter_map(task).collect();
        tasks.into_iter().rev().for_each(|task| self.push(task));
    }

    /// Proposes events of a list as one batch. If the list replaced an event, they are marked with this replacement.
    fn propose_from(&mut self, context: &Context, mut events: Vec<Event>, source: Option<Card>) {
        context.mark(&self.rules, &mut events);
        self.propose(events, source, Some(context.me));
    }

    /// Proposes events as one batch.
    pub fn propose(&mut self, events: Vec<Event>, source: Option<Card>, by: Option<Seat>) {
        self.push_batch(Batch::of_any(events, source, by));
    }

    /// Decides the game with this outcome, unless it is decided already. The next step ends it.
    pub fn finish(&mut self, outcome: Outcome) {
        if self.state().decided.is_none() {
            self.change(Change::Decided(Some(outcome)));
        }
    }

    pub(in crate::kernel) fn step_each(
        &mut self,
        list: ListId,
        var: Sym,
        items: Vec<Value>,
        since: Since,
        at: u32,
        context: Arc<Context>,
    ) -> Out {
        let Some(item) = items.get(at as usize).cloned() else { return Out::Next(In::Return(Value::Nil)) };
        let mut inner = (*context).clone();
        if let Value::Seat(seat) = item {
            inner.me = seat;
        }
        inner.bind(var, item, since);
        self.push(Task::Each { list, var, items, since, at: at + 1, context });
        self.push(Task::List(list, 0, Arc::new(inner)));
        Out::Next(In::Go)
    }

    /// Counts the beginning of a phase or a level in the tallies, and collects its triggers.
    pub(in crate::kernel) fn began(&mut self, kind: EventId, name: Sym) {
        if self.rules.watched[kind.index()] || self.rules.tallies.iter().any(|tally| tally.of == kind) {
            let fields = vec![Value::Word(name), Value::Seat(self.state().active)];
            let event = Event::new(kind, fields, Role::Rule);
            self.count(&event);
            self.collect_after(&event);
        }
    }

    pub(in crate::kernel) fn leave_phase(&mut self) -> Out {
        self.change(Change::Phase(None));
        self.expire(|lasts| *lasts == Lasts::Phase);
        Out::Next(In::Return(Value::Nil))
    }
}
