//! Game: a state under its rules, to be read.

use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::chance::Picked;
use crate::kernel::model::change::NumberOf;
use crate::kernel::model::context::Context;
use crate::kernel::model::lang::Class;
use crate::kernel::model::objects::Use;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::{AttrBase, CounterDef};
use crate::kernel::model::state::State;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, Seat, Value, Zone};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::state_cache::StateCache;
use crate::kernel::read::work_limits::EvaluatedAbility;

/// A state under its rules. Reading goes through here; nothing in here can be changed.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The state.
    pub state: &'a State,
    /// The cache of the state.
    pub derived: &'a StateCache,
}

impl<'a> Game<'a> {
    /// Evaluates something of an ability by `find`, with the ability's allowance of looks. Returns `or` if the
    /// allowance does not suffice, or did not before.
    #[inline]
    pub(in crate::kernel) fn find_out<R>(self, ability: AbilityId, or: R, find: impl FnOnce() -> R) -> R {
        self.derived.work.of(self.asked(ability), or, find)
    }

    /// What the count of looks must know about an ability that is evaluated: its card, its form, and its allowance.
    #[inline]
    pub(in crate::kernel) fn asked(self, id: AbilityId) -> EvaluatedAbility {
        let Ability { looks, form, def, .. } = &self.rules.abilities[id.index()];
        let pays = matches!(form, AbilityForm::After(_) | AbilityForm::Instead(_));
        EvaluatedAbility { id, def: *def, is_static: *form == AbilityForm::While, pays, most: *looks }
    }

    /// True if a move stays within one zone, from space to space, so that the card keeps its state.
    pub(in crate::kernel) fn within_zone(self, from: Zone, to: Zone) -> bool {
        let schema = &self.rules.schema;
        from != to && schema.kind_of(from) == schema.kind_of(to) && schema.zone_owner(from) == schema.zone_owner(to)
    }

    /// A counter or stored number of an object: its key, its value, and its least and greatest value.
    pub(in crate::kernel) fn number(self, of: &Value, name: Sym) -> Option<(NumberOf, i64, Option<i64>, Option<i64>)> {
        let (schema, state) = (&self.rules.schema, self.state);
        let find = |defs: &[CounterDef]| {
            let i = defs.iter().position(|c| c.name == name)?;
            Some((i, defs[i].min, defs[i].max))
        };
        Some(match of {
            Value::Seat(seat) => {
                let (i, min, max) = find(&schema.counters)?;
                // Not every player has a counter of a role.
                if schema.counters[i].seats & 1 << seat.0 == 0 {
                    return None;
                }
                let now = state.counters[seat.index() * schema.counters.len() + i];
                (NumberOf::Counter(*seat, i), now, min, max)
            }
            Value::Zone(space) => {
                let (i, min, max) = find(&schema.space_counters)?;
                let now = state.space_counters[space.index() * schema.space_counters.len() + i];
                (NumberOf::SpaceCounter(*space, i), now, min, max)
            }
            Value::Game => {
                let (i, min, max) = find(&schema.game_counters)?;
                (NumberOf::GameCounter(i), state.game_counters[i], min, max)
            }
            Value::Card(card) => {
                let attr = schema.attrs.iter().find(|a| a.of == Class::Card && a.name == name)?;
                let AttrBase::Stored { slot, .. } = attr.base else { return None };
                let (min, max) = attr.bounds_in(schema.kind_of(state.card(*card).zone));
                let now = state.stored[card.index() * schema.stored + slot as usize];
                (NumberOf::Stored(*card, slot as usize), now, min, max)
            }
            _ => return None,
        })
    }

    /// The index in a list of the value that a dictated pick names; `None` if the list lacks it.
    pub(in crate::kernel) fn place_of(self, picked: &Picked, list: &[Value]) -> Option<usize> {
        let known = picked.is.iter().find_map(|is| list.iter().position(|v| v == is));
        let is_made = |v: &Value| match (v, picked.made) {
            (Value::Card(card), Some((first, def, copy))) => {
                let same = (first..=card.0).filter(|i| self.state.cards[*i as usize].printed == def);
                self.state.card(*card).printed == def && same.count() == copy as usize
            }
            (Value::Text(text), _) => *text == picked.name,
            _ => false,
        };
        known.or_else(|| list.iter().position(is_made))
    }

    /// An environment of the active player.
    pub fn table_env(self) -> Env<'a> {
        self.seat_env(self.state.active)
    }

    /// The seats that see the face of a card: one bit each.
    pub fn seen_by(self, card: Card) -> u8 {
        let sees = |s: &u8| self.state.sees(self.rules, Seat(*s), card);
        (0..self.rules.schema.seats).filter(sees).fold(0, |mask, s| mask | 1 << s)
    }

    /// Checks for tests that every card lies in exactly one zone, and that it names this zone.
    pub fn conserved(self) -> Result<(), String> {
        let mut seen = vec![0u8; self.state.cards.len()];
        for (i, zone) in self.state.zones.iter().enumerate() {
            for card in zone {
                seen[card.index()] += 1;
                if self.state.card(*card).zone != Zone::of(i) {
                    return Err(format!("card {} lies in zone {i} and thinks otherwise", card.0));
                }
            }
        }
        match seen.iter().position(|n| *n != 1) {
            Some(card) => Err(format!("card {card} is in {} zones", seen[card])),
            None => Ok(()),
        }
    }

    /// An environment of a seat.
    pub fn seat_env(self, seat: Seat) -> Env<'a> {
        Env::new(self, seat)
    }

    /// An environment of a use, seen from its user.
    #[inline(always)] // as `Env::of_use`
    pub fn use_env<'u>(self, this: &'u Use) -> Env<'u>
    where
        'a: 'u,
    {
        Env::of_use(self, this)
    }

    /// An environment for a context.
    #[inline]
    pub fn env<'c>(self, context: &'c Context) -> Env<'c>
    where
        'a: 'c,
    {
        let this = context.this.and_then(|id| self.state.use_(id));
        let eyes = this.map_or(context.eyes, |use_| self.eyes_of_use(use_));
        Env {
            card: context.card,
            this,
            event: context.event.as_deref(),
            vars: &context.vars,
            since: this.map_or(context.since, |this| this.since),
            eyes,
            ..self.seat_env(context.me)
        }
    }

    /// The context of the running script.
    pub fn script_context(self) -> Option<&'a Context> {
        self.state.tasks.iter().rev().find_map(|t| match t {
            Task::Script(call) => Some(&call.context),
            _ => None,
        })
    }

    /// The number of groups of triggers that do not resolve within the innermost use, because they waited before it
    /// began.
    pub(in crate::kernel) fn trigger_base(self) -> usize {
        let innermost = self.state.tasks.iter().rev().find_map(|t| match t {
            Task::Use(_, _, base) => Some(*base as usize),
            // During a script, nothing triggers before its effects are complete.
            Task::Script(_) => Some(usize::MAX),
            _ => None,
        });
        innermost.unwrap_or(0)
    }

    /// True if triggers wait that resolve before the top task continues.
    pub(in crate::kernel) fn do_triggers_wait(self) -> bool {
        // Usually no triggers wait, and the base need not be found.
        !self.state.pending.is_empty() && self.state.pending.len() > self.trigger_base()
    }
}
