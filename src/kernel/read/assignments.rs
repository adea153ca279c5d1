//! Assignments: a decision that pairs things with receivers, one each or within bounds.
//!
//! Permissions judge pair by pair, so "cannot be blocked by a stronger one" is data, and a refusal names the card with
//! the permission.

use crate::kernel::model::checks::AssignAsk;
use crate::kernel::model::context::Context;
use crate::kernel::model::decision::{Answer, Bounds, Pairs};
use crate::kernel::model::lang::Amount;
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::value::{Card, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::multi_assignments::Legal;
use crate::kernel::read::set_rules::MAX_OPTIONS;

impl<'a> Game<'a> {
    /// The receivers and things of an assignment, and the pairs that some legal assignment contains; `env` is that of
    /// the player who assigns.
    pub fn pairs(self, ask: &AssignAsk, env: &Env) -> Pairs {
        let (mut from, mut to) = (env.sought(&ask.from), env.sought(&ask.to));
        if ask.has_bounds() {
            // The search for assignments handles 64 of each; what is beyond them is left out, so that no bound can ask
            // for it.
            from.truncate(MAX_OPTIONS);
            to.truncate(MAX_OPTIONS);
        }
        let mut legal = Vec::new();
        let forbidden = ask.verb.map(|verb| env.forbidden_between(verb, &to, &from)).unwrap_or_default();
        for (i, f) in from.iter().enumerate() {
            for (_, t) in to.iter().enumerate().filter(|(j, _)| !forbidden.has(*j, i)) {
                legal.push((f.clone(), t.clone()));
            }
        }
        debug_assert!(
            from.iter().all(|f| to
                .iter()
                .all(|t| { legal.contains(&(f.clone(), t.clone())) == self.pair_forbidden(ask, env, f, t).is_none() })),
            "what is forbidden between two is what is forbidden to the pair"
        );
        let bounds = self.pair_bounds(ask, env, &from, &to).map(Box::new);
        let mut pairs = Pairs { from, to, legal, bounds };
        self.leave_possible(&mut pairs);
        pairs
    }

    /// The bounds for the number of pairs of each receiver and each thing, with the rules about sets, if the window
    /// declares any.
    fn pair_bounds(self, ask: &AssignAsk, env: &Env, from: &[Value], to: &[Value]) -> Option<Bounds> {
        if !ask.has_bounds() {
            return None;
        }
        let bounds = |said: &Option<(Amount, Option<Amount>)>, things: &[Value]| {
            let of = |thing: &Value| {
                let env = env.at_value(thing);
                let amount = |n: &Amount| env.amount(n).clamp(0, u32::MAX as i64) as u32;
                said.as_ref().map_or((0, 1), |(least, most)| (amount(least), most.as_ref().map_or(u32::MAX, amount)))
            };
            things.iter().map(of).collect()
        };
        let context = Context { me: env.me, this: env.this.map(|use_| use_.id), ..Context::default() };
        let (per_from, per_to) = (bounds(&ask.per_from, from), bounds(&ask.per_to, to));
        let (sets, context, example) = (ask.sets.clone(), Box::new(context), Vec::new());
        Some(Bounds { per_from, per_to, sets, context, example })
    }

    pub(in crate::kernel) fn pair_forbidden(
        self,
        ask: &AssignAsk,
        env: &Env,
        from: &Value,
        to: &Value,
    ) -> Option<Option<Card>> {
        env.permission_to(ask.verb?, true, to.card(), Some(from), None, env.me)
    }

    /// Checks an assignment. The error is its first mistake.
    pub(in crate::kernel) fn check_pairs(self, pairs: &Pairs, given: &[Value]) -> Result<(), Refusal> {
        let mut seen: Vec<(&Value, &Value)> = Vec::new();
        let legal = Legal::of(pairs);
        for pair in given {
            let Value::List(both) = pair else { return Err(Refusal::NoPairs) };
            let [from, to] = &**both else { return Err(Refusal::NoPairs) };
            if !pairs.from.contains(from) {
                return Err(Refusal::NotAssignedTo(from.clone()));
            }
            let is_twice = |f: &Value, t: &Value| match pairs.bounds {
                Some(_) => f == from && t == to,
                None => f == from || t == to,
            };
            match seen.iter().find(|(f, t)| is_twice(f, t)) {
                Some((f, other)) if *f == from && *other != to => {
                    return Err(Refusal::Has(from.clone(), (*other).clone()));
                }
                Some((other, _)) => return Err(Refusal::Assigned(to.clone(), (*other).clone())),
                None => {}
            }
            if !legal.has(from, to) {
                return Err(Refusal::NoPair { from: from.clone(), to: to.clone() });
            }
            seen.push((from, to));
        }
        match &pairs.bounds {
            Some(bounds) => self.check_bounds(pairs, bounds, &seen),
            None => Ok(()),
        }
    }

    /// Legal assignments, at most `limit`; without bounds the empty one is the first.
    pub fn assignments(self, pairs: &Pairs, limit: usize) -> Vec<Answer> {
        if let Some(bounds) = &pairs.bounds {
            let all = self.relations(pairs, bounds, limit);
            return all.into_iter().map(|pairs| Answer::Values(as_values(pairs))).collect();
        }
        let mut out: Vec<Vec<(Value, Value)>> = vec![Vec::new()];
        for from in &pairs.from {
            for i in 0..out.len() {
                for (f, t) in pairs.legal.iter().filter(|(f, _)| f == from) {
                    if out.len() < limit && !out[i].iter().any(|(_, taken)| taken == t) {
                        let mut more = out[i].clone();
                        more.push((f.clone(), t.clone()));
                        out.push(more);
                    }
                }
            }
        }
        out.into_iter().map(|pairs| Answer::Values(as_values(pairs))).collect()
    }
}

/// Pairs as values: lists of two.
pub fn as_values(pairs: Vec<(Value, Value)>) -> Vec<Value> {
    pairs.into_iter().map(|(f, t)| Value::from(vec![f, t])).collect()
}
