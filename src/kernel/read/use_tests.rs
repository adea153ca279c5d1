//! Tests of uses, and the other possible targets of a use.

use crate::kernel::model::ability::Target;
use crate::kernel::model::lang::{Source, Test, UseTest};
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::objects::{Price, Use};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::read::evaluation_env::{Env, Obj};

impl Env<'_> {
    /// True if a use matches.
    pub fn use_matches(&self, test: &Test<UseTest>, this: &Use) -> bool {
        self.use_matches_if(test, this, &|| !self.other_choices(this, None).is_empty())
    }

    /// True if a use matches, given the answer to the question whether the use has other possible targets.
    fn use_matches_if(&self, test: &Test<UseTest>, this: &Use, can_aim: &dyn Fn() -> bool) -> bool {
        let is = |one: &UseTest| match one {
            UseTest::UseKind(kinds) => this.kind.is_some_and(|k| kinds.contains(k)),
            UseTest::Timing(any) => self.timing(this).is_some_and(|t| any.contains(&t)),
            UseTest::User(test) => self.seat_is(test, this.user),
            // A use shows its card to all, a draft only to its player.
            UseTest::UseCard(test) => this.card.is_some_and(|card| {
                let known = if self.eyes == 0 { self.known } else { Some(card) };
                Env { known, ..*self }.card_matches_as_of(test, card, AsOf::since(this.since))
            }),
            UseTest::CanAimElsewhere => can_aim(),
            UseTest::IsCopy => this.price == Price::Nothing,
            UseTest::Cancellable => self.cancellable(this),
        };
        self.look() && self.test(test, Obj::Use(this.id), &is)
    }

    /// True if `act.cancel` by [`Env::me`] would cancel a use: neither its own text nor a prohibition protects it.
    pub fn cancellable(&self, this: &Use) -> bool {
        let forbidden =
            || self.rules.cancel.is_some_and(|v| self.permission(v, true, this.card, Some(this), self.me).is_some());
        !self.rules.abilities[this.ability.index()].uncancellable && !forbidden()
    }

    /// The legal alternatives to one target of a use. Without a name it is the first target that is a card, or else the
    /// first that is another object.
    pub fn other_choices(&self, this: &Use, name: Option<Sym>) -> Vec<Value> {
        let ability = &self.rules.abilities[this.ability.index()];
        let find = |is_it: &dyn Fn(&Target) -> bool| ability.targets.iter().enumerate().find(|(_, t)| is_it(t));
        let is_object = |t: &Target| t.what.source.class().is_some();
        let found = match name {
            Some(name) => find(&|t| t.name == name),
            None => find(&|t| t.what.source.has_cards()).or_else(|| find(&is_object)),
        };
        let Some((i, target)) = found else { return Vec::new() };
        let mut out = Vec::new();
        let Some(env) = (Env { depth: self.depth, ..Env::of_use(self.game(), this) }).deeper() else { return out };
        let env = Env { eyes: env.eyes | self.eyes, ..env };
        let mut add = |v: Value| {
            if v != Value::Use(this.id) && !this.targets[i].contains(&v) && env.may_choose(&v) {
                out.push(v);
            }
        };
        match &target.what.source {
            // Whether a use can be aimed elsewhere may depend on another use, and that one's answer on this one: here such uses
            // count as possible targets, so that the question ends.
            Source::Uses(test) => {
                let uses = self.state.open_uses().filter(|u| env.use_matches_if(test, u, &|| true));
                uses.for_each(|u| add(Value::Use(u.id)));
            }
            _ => env.each_candidate(&target.what, &mut add),
        }
        out
    }
}
