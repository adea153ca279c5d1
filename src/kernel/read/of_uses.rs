//! Evaluation of filters of uses, and of what else a use could have been aimed at.

use crate::kernel::model::lang::{Class, Filter, Source};
use crate::kernel::model::objects::Use;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Scalar, Value};
use crate::kernel::read::env::Env;

impl Env<'_> {
    /// Whether a use matches.
    pub fn use_matches(&self, filter: &Filter, this: &Use) -> bool {
        match filter {
            Filter::True => true,
            Filter::All(all) => all.iter().all(|f| self.use_matches(f, this)),
            Filter::Any(any) => any.iter().any(|f| self.use_matches(f, this)),
            Filter::Not(f) => !self.use_matches(f, this),
            Filter::UseKind(mask) => this.kind.is_some_and(|k| mask & (1 << k.0) != 0),
            Filter::Timing(any) => self.timing(this).is_some_and(|t| any.contains(&t)),
            Filter::User(test) => self.seat_is(test, this.user),
            Filter::UseCard(f) => this.card.is_some_and(|c| self.card_matches(f, c)),
            Filter::CanAimElsewhere => !self.other_choices(this, None).is_empty(),
            Filter::Cancellable => self.cancellable(this),
            Filter::Is(r) | Filter::Equal(r) => self.leads_to(r, Scalar::Use(this.id)),
            _ => false,
        }
    }

    /// Whether `act.cancel` by [`Env::me`] would cancel a use: its text does not rule that out, and nothing forbids it.
    pub fn cancellable(&self, this: &Use) -> bool {
        let forbidden =
            || self.rules.cancel.is_some_and(|v| self.permission(v, true, this.card, Some(this), self.me).is_some());
        !self.rules.abilities[this.ability.index()].uncancellable && !forbidden()
    }

    /// What else a target of a use could legally have been; without a name the first card target.
    pub fn other_choices(&self, this: &Use, name: Option<Sym>) -> Vec<Value> {
        let ability = &self.rules.abilities[this.ability.index()];
        let found = ability.targets.iter().enumerate().find(|(_, t)| match name {
            Some(name) => t.name == name,
            None => t.what.class == Class::Card && t.what.source == Source::Objects,
        });
        let Some((i, target)) = found else { return Vec::new() };
        let env = Env::of_use(self.rules, self.state, this);
        let mut out = Vec::new();
        env.each_candidate(&target.what, &mut |v| {
            if !this.targets[i].contains(&v) && env.may_choose(&v) {
                out.push(v);
            }
        });
        out
    }
}
