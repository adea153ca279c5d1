//! Assign: a decision that gives some of several things one of several others each, none twice.
//!
//! Who may be given to what is asked of the permissions pair by pair, so "cannot be blocked by a
//! stronger one" is data, and a refusal names the card that says so.

use crate::kernel::model::checks::AssignAsk;
use crate::kernel::model::decision::{Answer, Pairs};
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::value::{Card, Value};
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// What may be assigned, seen from a seat.
    pub fn pairs(self, ask: &AssignAsk, env: &Env) -> Pairs {
        let (from, mut to) = (env.candidates(&ask.from), env.candidates(&ask.to));
        to.retain(|t| env.failing_need(&ask.to, t).is_none());
        let mut legal = Vec::new();
        for f in &from {
            for t in to.iter().filter(|t| self.pair_forbidden(ask, env, f, t).is_none()) {
                legal.push((f.clone(), t.clone()));
            }
        }
        Pairs { from, to, legal }
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

    /// Whether an assignment is legal; if not, the first thing that is wrong with it.
    pub(in crate::kernel) fn check_pairs(self, pairs: &Pairs, given: &[Value]) -> Result<(), Refusal> {
        let mut seen: Vec<(&Value, &Value)> = Vec::new();
        for pair in given {
            let Value::List(both) = pair else { return Err(Refusal::NoPairs) };
            let [from, to] = &**both else { return Err(Refusal::NoPairs) };
            if !pairs.from.contains(from) {
                return Err(Refusal::NotAssignedTo(from.clone()));
            }
            if let Some((_, other)) = seen.iter().find(|(f, _)| *f == from) {
                return Err(Refusal::Has(from.clone(), (*other).clone()));
            }
            if let Some((other, _)) = seen.iter().find(|(_, t)| *t == to) {
                return Err(Refusal::Assigned(to.clone(), (*other).clone()));
            }
            if !pairs.legal.contains(&(from.clone(), to.clone())) {
                return Err(Refusal::NoPair { from: from.clone(), to: to.clone() });
            }
            seen.push((from, to));
        }
        Ok(())
    }

    /// Assignments, the empty one first, at most `limit`.
    pub fn assignments(self, pairs: &Pairs, limit: usize) -> Vec<Answer> {
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
