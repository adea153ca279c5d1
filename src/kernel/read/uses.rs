//! Uses: the environment of a use, and which of its targets are still legal.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::context::Context;
use crate::kernel::model::lang::{Selection, Source};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::value::{AbilityId, Card, UseId, Value};
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::game::Game;
use thin_vec::ThinVec;

impl<'a> Game<'a> {
    pub(in crate::kernel) fn use_context(self, id: UseId) -> Context {
        let use_ = self.state.use_(id).expect("a running use is in the state");
        let (event, replaced_by) = (use_.event.clone(), self.in_place_of(Some(id)));
        Context {
            me: use_.user,
            card: use_.card,
            this: Some(id),
            event,
            vars: Vec::new(),
            eyes: 0,
            since: Since::NOW,
            replaced_by,
        }
    }

    /// The replacements that already applied to the event which a use replaces; none if it replaces no event.
    pub(in crate::kernel) fn in_place_of(self, id: Option<UseId>) -> ThinVec<(AbilityId, Option<Card>)> {
        let Some(use_) = id.and_then(|id| self.state.use_(id)) else { return ThinVec::new() };
        if !use_.replaced_by.is_empty() {
            return use_.replaced_by.clone();
        }
        let is_replacement = matches!(self.rules.abilities[use_.ability.index()].form, AbilityForm::Instead(_));
        use_.event.as_ref().filter(|_| is_replacement).map_or_else(ThinVec::new, |event| event.replaced_by.clone())
    }
}

pub(in crate::kernel) fn still_legal(env: &Env, what: &Selection, value: &Value) -> Value {
    let legal = |v: &Value| is_still_legal(env, what, v);
    match value {
        Value::List(list) => Value::List(list.iter().filter(|v| legal(v)).cloned().collect()),
        one if legal(one) => one.clone(),
        _ => Value::Nil,
    }
}

fn is_still_legal(env: &Env, what: &Selection, v: &Value) -> bool {
    match (v, &what.source) {
        (Value::Card(card), Source::Cards(cards)) => {
            env.at(Obj::Card(*card)).card_matches(&cards.filter, *card) && env.may_choose(v)
        }
        (Value::Use(id), Source::Uses(test)) => {
            env.state.use_(*id).is_some_and(|u| !u.cancelled && env.use_matches(test, u))
        }
        (_, Source::Either(all)) => all.iter().any(|one| one.source.is_of_kind(v) && is_still_legal(env, one, v)),
        _ => true,
    }
}
