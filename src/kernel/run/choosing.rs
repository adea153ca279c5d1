//! Choosing: an item of a list lets a player, or chance, choose, and runs a list with the choice.
//!
//! A choice without options, or with only one legal answer, is not asked. A player who is out of the game chooses
//! nothing.

use std::sync::Arc;

use crate::kernel::model::context::Context;
use crate::kernel::model::decision::{Decision, Kind, PickRule};
use crate::kernel::model::flow_items::{Choose, InOrder};
use crate::kernel::model::lang::{Selection, Source};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::task::{Asking, Chosen, In, Out, Task};
use crate::kernel::model::timed_effects::cards_once;
use crate::kernel::model::value::{Seat, Value};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl World {
    pub(in crate::kernel) fn begin_to_choose(&mut self, choose: &Choose, context: &Arc<Context>) {
        if choose.sealed {
            return self.begin_to_choose_sealed(choose, context);
        }
        let by = self.game().env(context).expr(&choose.by).items().first().and_then(Value::seat);
        let by = by.unwrap_or(context.me);
        let list = choose.is_list();
        let asked = Context { me: by, ..(**context).clone() };
        let found = self.game().to_choose(&choose.what, list, &asked);
        let chosen = Chosen {
            list: choose.list,
            otherwise: choose.otherwise,
            var: choose.var,
            sealed: Vec::new(),
            since: self.game().env(&asked).found_since(&choose.what, Since::NOW),
            context: context.clone(),
        };
        match found {
            QuestionOrAnswer::Answer(value) => self.chosen(chosen, value),
            QuestionOrAnswer::Question(Kind::Number(low, high)) if choose.what.random => {
                // The number itself is not logged; the events of the list show it.
                let rolled = self.roll(low, high);
                self.chosen(chosen, Value::Int(rolled));
            }
            QuestionOrAnswer::Question(Kind::Pick { options, min, max, .. }) if choose.what.random => {
                let picked = self.pick_at_random(options, if list { max } else { min });
                let picked = if list { Value::from(picked) } else { first_of(picked) };
                self.chance_chose(picked.clone(), choose, context);
                self.chosen(chosen, picked);
            }
            // A player who is out of the game is not asked, and nothing is chosen.
            QuestionOrAnswer::Question(_) if self.state().is_out(by) => self.chosen(chosen, Value::Nil),
            QuestionOrAnswer::Question(kind) => {
                let ability = context.this.and_then(|id| self.state().use_(id)).map(|use_| use_.ability);
                let needs = (!choose.what.needs.is_empty()).then(|| Arc::new(choose.what.clone()));
                let (card, secret, why) = (context.card, choose.secret, choose.why.clone());
                let decision = Decision { card, ability, secret, why, needs, ..Decision::new(by, kind) };
                self.push(Task::Chosen(Box::new(chosen)));
                let asking = Asking { decisions: vec![decision], answers: vec![None], list: false };
                self.push(Task::Ask(Box::new(asking)));
            }
        }
    }

    /// Lets several players choose at once. Nobody learns the choice of another before all have chosen.
    fn begin_to_choose_sealed(&mut self, choose: &Choose, context: &Arc<Context>) {
        let mut seats: Vec<Seat> =
            self.game().env(context).expr(&choose.by).items().iter().filter_map(Value::seat).collect();
        seats.sort_unstable();
        seats.dedup();
        let list = choose.is_list();
        let ability = context.this.and_then(|id| self.state().use_(id)).map(|use_| use_.ability);
        let mut sealed = Vec::new();
        let mut decisions = Vec::new();
        for seat in seats {
            let asked = Context { me: seat, ..(**context).clone() };
            match self.game().to_choose(&choose.what, list, &asked) {
                QuestionOrAnswer::Answer(value) => sealed.push((seat, Some(value))),
                QuestionOrAnswer::Question(_) if self.state().is_out(seat) => sealed.push((seat, Some(Value::Nil))),
                QuestionOrAnswer::Question(kind) => {
                    let needs = (!choose.what.needs.is_empty()).then(|| Arc::new(choose.what.clone()));
                    let (card, secret, why) = (context.card, choose.secret, choose.why.clone());
                    sealed.push((seat, None));
                    decisions.push(Decision { card, ability, secret, why, needs, ..Decision::new(seat, kind) });
                }
            }
        }
        let chosen = Chosen {
            list: choose.list,
            otherwise: choose.otherwise,
            var: choose.var,
            sealed,
            since: self.game().env(context).found_since(&choose.what, Since::NOW),
            context: context.clone(),
        };
        if decisions.is_empty() {
            return self.sealed_chosen(chosen, Vec::new());
        }
        self.push(Task::Chosen(Box::new(chosen)));
        let answers = vec![None; decisions.len()];
        self.push(Task::Ask(Box::new(Asking { decisions, answers, list: true })));
    }

    /// Lets a player order some things; one thing needs no question.
    pub(in crate::kernel) fn begin_to_order(&mut self, order: &InOrder, context: &Arc<Context>) {
        let env = self.game().env(context);
        let by = env.expr(&order.by).items().first().and_then(Value::seat).unwrap_or(context.me);
        let since = env.expr_since(&order.what, Since::NOW);
        let things = env.without_blanks(Value::from(env.expr(&order.what).items().to_vec()));
        let Value::List(things) = cards_once(things) else { return };
        let (list, otherwise, var) = (order.list, None, order.var);
        let chosen = Chosen { list, otherwise, var, sealed: Vec::new(), since, context: context.clone() };
        if things.len() < 2 || self.state().is_out(by) {
            return self.chosen(chosen, Value::List(things));
        }
        let ability = context.this.and_then(|id| self.state().use_(id)).map(|use_| use_.ability);
        let kind = Kind::Order(things.to_vec());
        let decision = Decision { card: context.card, ability, why: order.why.clone(), ..Decision::new(by, kind) };
        self.push(Task::Chosen(Box::new(chosen)));
        self.push(Task::Ask(Box::new(Asking { decisions: vec![decision], answers: vec![None], list: false })));
    }

    pub(in crate::kernel) fn step_chosen(&mut self, chosen: Chosen, input: In) -> Out {
        let value = match input {
            // `Item::Named` keeps the objects to which events happened under a name: a single object as itself, not as
            // a list.
            In::Return(Value::List(one)) if chosen.goes_on() && one.len() == 1 => one[0].clone(),
            In::Return(value) => value,
            In::Go | In::Answer(..) => Value::Nil,
        };
        match chosen.sealed.is_empty() {
            true => self.chosen(chosen, value),
            false => self.sealed_chosen(chosen, value.items().to_vec()),
        }
        Out::Next(In::Go)
    }

    /// Runs the list for each player with her sealed answer. `answers` has an entry for each asked player.
    fn sealed_chosen(&mut self, mut chosen: Chosen, answers: Vec<Value>) {
        let mut answers = answers.into_iter();
        let all: Vec<(Seat, Value)> = std::mem::take(&mut chosen.sealed)
            .into_iter()
            .map(|(seat, known)| (seat, known.unwrap_or_else(|| answers.next().unwrap_or_default())))
            .collect();
        for (seat, value) in all.into_iter().rev() {
            let context = Arc::new(Context { me: seat, ..(*chosen.context).clone() });
            self.chosen(Chosen { context, ..chosen.clone() }, value);
        }
    }

    /// Runs the list with the chosen value, or the `else` list without one.
    fn chosen(&mut self, chosen: Chosen, value: Value) {
        let Chosen { list, otherwise, var, since, mut context, .. } = chosen;
        if value.items().is_empty() {
            otherwise.into_iter().for_each(|list| self.push(Task::List(list, 0, context.clone())));
            return;
        }
        let since = since.min(self.this_moment());
        Arc::make_mut(&mut context).bind(var, value, since);
        self.push(Task::List(list, 0, context));
    }

    /// Logs a choice by chance, in a line without a player.
    fn chance_chose(&mut self, value: Value, choose: &Choose, context: &Context) {
        let (seat, card, secret) = (Seat::NOBODY, context.card, choose.secret);
        self.record(Line::Chose { seat, value, why: None, card, secret });
    }

    fn pick_at_random(&mut self, mut options: Vec<Value>, n: u32) -> Vec<Value> {
        let mut picked = Vec::new();
        while picked.len() < n as usize && !options.is_empty() {
            let at = self.roll_index(&options);
            picked.push(options.remove(at));
        }
        picked
    }
}

/// What a choice needs: a question to a player or to chance, or none, because it has only one answer.
enum QuestionOrAnswer {
    /// The only answer.
    Answer(Value),
    /// Somebody must choose.
    Question(Kind),
}

impl Game<'_> {
    /// The question of a choice, or its only answer. Chance draws even from one option, as `roll` does, so that data
    /// and scripts have the same results.
    fn to_choose(self, what: &Selection, list: bool, asked: &Context) -> QuestionOrAnswer {
        let env = self.env(asked);
        if let Source::Number(low, high) = &what.source
            && what.needs.is_empty()
        {
            let (low, high) = (env.amount(low), env.amount(high));
            return match low < high || low == high && what.random {
                true => QuestionOrAnswer::Question(Kind::Number(low, high)),
                false => QuestionOrAnswer::Answer(if low == high { Value::Int(low) } else { Value::Nil }),
            };
        }
        let mut options = env.options(what);
        self.sort_unseen(&mut options);
        let all = options.len() as i64;
        let max = what.max.as_ref().map_or(all, |max| env.amount(max)).clamp(0, all) as u32;
        // If there are fewer options than the minimum, all are required.
        let min = (env.amount(&what.min).clamp(0, u32::MAX as i64) as u32).min(max);
        let answer = |mut set: Vec<Value>| {
            QuestionOrAnswer::Answer(if list { Value::from(set) } else { set.pop().unwrap_or_default() })
        };
        if max == 0 {
            return answer(Vec::new());
        }
        let rule = match &what.rules {
            Some(rules) => PickRule::Rules(rules.clone(), Box::new(asked.clone())),
            None => PickRule::Free,
        };
        match &rule {
            PickRule::Free if min as i64 == all && !what.random => return answer(options),
            PickRule::Free => {}
            rule => {
                let mut legal = self.legal_sets(&options, min, max, rule, 2);
                if legal.len() < 2 {
                    return answer(legal.pop().unwrap_or_default());
                }
            }
        }
        QuestionOrAnswer::Question(Kind::Pick { options, min, max, rule, list })
    }

    /// Sorts the options from a hidden pile, so that their order reveals nothing.
    fn sort_unseen(self, options: &mut [Value]) {
        let is_unseen = |v: &Value| {
            v.card().is_some_and(|card| {
                let kind = self.rules.schema.kind_of(self.state.card(card).zone);
                self.rules.schema.zones[kind.index()].seen_by == SeenBy::Nobody
            })
        };
        if options.iter().any(is_unseen) {
            options.sort_by_key(|v| v.card().map(|card| (self.state.card(card).def, card)));
        }
    }
}

fn first_of(values: Vec<Value>) -> Value {
    values.into_iter().next().unwrap_or_default()
}
