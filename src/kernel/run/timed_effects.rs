//! Timed effects: changes, granted and lost abilities, and permissions with a duration, from scripts and lists alike.

use thin_vec::ThinVec;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::Context;
use crate::kernel::model::duration::Duration;
use crate::kernel::model::flow_items::Together;
use crate::kernel::model::lang::{CardField, Class, Expr, Filter, Ref, SeatTest};
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::modification_kinds::How;
use crate::kernel::model::objects::{Called, Granted, Holder, Lasts, ModTarget, Modification, Modifier, Role};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::timed_effects::{
    ChangedObjects, EvaluatedEffect, FieldChange, Maker, PendingEffect, TimedEffect, cards_once,
};
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits::{self, check_limit};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;
use std::sync::Arc;

/// `Ok` if the effect began, else the reason for the refusal in words.
type DoneOrRefused = Result<(), String>;

impl World {
    /// Begins a timed effect of a list, and pushes the checks that follow it.
    pub(in crate::kernel) fn do_timed_effect(&mut self, what: &TimedEffect, context: &Context) {
        let begun = self.game().to_begin(what, &self.game().env(context), self.maker(context));
        self.begin_timed_effect(begun);
        self.check_what_lasts();
    }

    /// Proposes events as a batch, with the timed effects that begin when the batch is applied.
    pub(in crate::kernel) fn do_together(&mut self, together: &Together, context: &Context) {
        let role = if context.this.is_some() { Role::Effect } else { Role::Rule };
        let game = self.game();
        let (env, maker) = (game.env(context), self.maker(context));
        let begins = together.begins.iter().map(|what| game.to_begin(what, &env, maker)).collect();
        let mut events = game.proposals(&env, &together.events, role);
        context.mark(&self.rules, &mut events);
        let batch = Batch { begins, ..Batch::new(events, context.card, Some(context.me)) };
        self.push(Task::Batch(Box::new(batch)));
    }

    /// Who begins the effects of a list: the card, its player, and the player who brought the card.
    pub(in crate::kernel) fn maker(&self, context: &Context) -> Maker {
        let provider = self.game().provider_in(context).unwrap_or(context.me);
        Maker {
            card: context.card,
            me: context.me,
            provider,
            eyes: 0,
            origin: self.game().origin(),
            called: Called::default(),
        }
    }

    /// Begins the timed effects that begin together with a batch.
    pub(in crate::kernel) fn begin_all(&mut self, begins: &mut ThinVec<PendingEffect>) {
        std::mem::take(begins).into_iter().for_each(|begun| self.begin_timed_effect(begun));
    }

    /// Begins a timed effect of a list. A card without room for it is left out.
    fn begin_timed_effect(&mut self, PendingEffect { maker, what, lasts }: PendingEffect) {
        // An effect for the length of a use ends at once if no use is running.
        if lasts == Some(Duration::Use) && self.game().lasting(Duration::Use, maker.me, None).is_none() {
            return;
        }
        let done = match what {
            EvaluatedEffect::Modify(field, mut all) => {
                // The effect is on the card where it lies now: the batch may have moved it.
                for (_, on, _) in &mut all {
                    if let ModTarget::Card(card, stay) = on {
                        *stay = self.state().card(*card).stay;
                    }
                }
                self.modify_for(maker, field, all, lasts)
            }
            EvaluatedEffect::Grant(all, uses) => {
                all.iter().try_for_each(|(who, parts)| self.grant_for(maker, who, parts, (lasts, uses)))
            }
            EvaluatedEffect::LoseAbility(cards, ability) => self.take_for(maker, &cards, ability, lasts),
            EvaluatedEffect::Restore(cards, printed_only) => {
                cards.into_iter().for_each(|card| self.restore(card, printed_only));
                Ok(())
            }
            EvaluatedEffect::Permit(what, cards) => self.permit_for(maker, cards, *what, lasts),
            EvaluatedEffect::Extra(level, seats) => {
                seats.into_iter().try_for_each(|seat| self.add_extra(level, seat, maker.origin))
            }
            EvaluatedEffect::End(called, on, from) => {
                self.end_called(called, on.as_ref(), from.as_ref());
                Ok(())
            }
            EvaluatedEffect::Nothing => Ok(()),
            EvaluatedEffect::TooMuch => Err("a filter that lasts would hold too many values".into()),
        };
        if done.is_err() {
            self.took_too_much(maker.origin);
        }
    }

    /// Leaves out the card whose list asks for too many effects; for the rules of the game, logs it.
    pub(in crate::kernel) fn takes_too_much(&mut self) {
        self.took_too_much(self.game().origin());
    }

    fn took_too_much(&mut self, Origin(card): Origin) {
        match card {
            Some(card) => self.leave_out(card),
            None => self.record(Line::BrokenOff(Broken::NoRoom)),
        }
    }

    /// Pushes the checks that follow a change without an event. False: there are none.
    pub fn check_what_lasts(&mut self) -> bool {
        let is_checked = !self.rules.checks.is_empty();
        if is_checked {
            self.push(Task::ChecksAndTriggers(CheckMoment::Batch));
        }
        is_checked
    }

    /// The end of an effect on a card: until the card leaves its zone, if `until` names no other. An error if it is to
    /// last for a use and none is running.
    fn lasts_for(&self, maker: Maker, until: Option<Duration>, card: Option<Card>) -> Result<Lasts, String> {
        let until = until.unwrap_or(Duration::Leaves);
        self.game().lasting(until, maker.me, card).ok_or_else(|| "no use is running".into())
    }

    /// Changes a field of some objects for a time.
    ///
    /// # Errors
    ///
    /// No room for the effect, or no such duration.
    pub fn modify_for(
        &mut self,
        maker: Maker,
        field: Sym,
        all: Vec<(Value, ModTarget, Modification)>,
        until: Option<Duration>,
    ) -> DoneOrRefused {
        let Maker { card: source, me: by, eyes, origin, called, .. } = maker;
        let held = self.state().modifiers.iter().map(|modifier| modifier.origin);
        check_limit(held, origin, all.len(), effect_limits::MODIFIERS)?;
        if all.iter().any(|(_, on, _)| matches!(on, ModTarget::Filter(_))) {
            self.tests_have_room(1, origin)?;
        }
        let lasts = all.iter().map(|(_, on, _)| match on {
            ModTarget::Card(card, _) => self.lasts_for(maker, until, Some(*card)),
            ModTarget::Seat(_) | ModTarget::Filter(_) => self.lasts_for(maker, until, source),
        });
        let lasts = lasts.collect::<Result<Vec<_>, _>>()?;
        for ((object, on, what), lasts) in all.into_iter().zip(lasts) {
            self.modify(object, field, Modifier { on, what, lasts, source, by, eyes, origin, called });
        }
        Ok(())
    }

    /// An error if there is no room for this many more lasting effects that test objects by a filter.
    fn tests_have_room(&self, more: usize, origin: Origin) -> DoneOrRefused {
        let state = self.state();
        let of_modifiers = state.modifiers.iter().filter(|m| matches!(m.on, ModTarget::Filter(_))).map(|m| m.origin);
        let tests = |p: &Permission| p.card.is_some() || p.use_.is_some() || p.to.is_some();
        let of_permissions = state.permissions.iter().filter(|given| tests(&given.what)).map(|given| given.origin);
        check_limit(of_modifiers.chain(of_permissions), origin, more, effect_limits::TESTS)
    }

    /// Grants cards and players an ability with all its parts; other objects get none.
    ///
    /// # Errors
    ///
    /// No room for the effect, or no such duration.
    pub fn grant_for(
        &mut self,
        maker: Maker,
        who: &[Value],
        parts: &[AbilityId],
        (until, uses): (Option<Duration>, Option<u16>),
    ) -> DoneOrRefused {
        let held = self.state().abilities.iter().map(|given| given.origin);
        check_limit(held, maker.origin, who.len() * parts.len(), effect_limits::ABILITIES_GIVEN)?;
        if parts.is_empty() {
            return Ok(());
        }
        for holder in who {
            let (on, card) = match holder {
                Value::Card(card) => (Holder::Card(*card, self.state().card(*card).stay), Some(*card)),
                Value::Seat(seat) => (Holder::Seat(*seat, maker.card), maker.card),
                _ => continue,
            };
            let lasts = match (until, &on) {
                // Without a duration, an ability given to a player does not end with the card it came from.
                (None, Holder::Seat(..)) => Lasts::Game,
                _ => self.lasts_for(maker, until, card)?,
            };
            self.give(holder.clone(), on, parts, (lasts, uses), (maker.provider, maker.origin, maker.called));
        }
        Ok(())
    }

    /// Takes an ability, or all abilities, from cards for a time.
    ///
    /// # Errors
    ///
    /// No room for the effect, or no such duration.
    pub fn take_for(
        &mut self,
        maker: Maker,
        cards: &[Card],
        ability: Option<AbilityId>,
        until: Option<Duration>,
    ) -> DoneOrRefused {
        let held = self.state().lost_abilities.iter().map(|lost| lost.origin);
        check_limit(held, maker.origin, cards.len(), effect_limits::ABILITIES_LOST)?;
        for card in cards {
            let lasts = self.lasts_for(maker, until, Some(*card))?;
            self.take(*card, ability, lasts, (maker.origin, maker.called));
        }
        Ok(())
    }

    /// Forbids or permits a verb for a time: to these cards, or, for `None`, to all matching objects.
    ///
    /// # Errors
    ///
    /// No room for the effect, or no such duration.
    pub fn permit_for(
        &mut self,
        maker: Maker,
        cards: Vec<Option<Card>>,
        what: Permission,
        until: Option<Duration>,
    ) -> DoneOrRefused {
        let Maker { card: source, me: by, eyes, origin, called, .. } = maker;
        let held = self.state().permissions.iter().map(|given| given.origin);
        check_limit(held, origin, cards.len(), effect_limits::PERMISSIONS)?;
        if what.card.is_some() || what.use_.is_some() || what.to.is_some() {
            self.tests_have_room(cards.len(), origin)?;
        }
        let env = Env { card: source, ..self.game().seat_env(by) };
        let seats = (0..self.rules.schema.seats).map(Seat);
        let seats: Value = seats
            .filter(|seat| what.by.as_ref().is_none_or(|test| env.seat_is(test, *seat)))
            .map(Value::Seat)
            .collect::<Vec<_>>()
            .into();
        for card in cards {
            let lasts = self.lasts_for(maker, until, card.or(source))?;
            let stay = card.map(|card| (card, self.state().card(card).stay));
            let object = card.map_or_else(|| seats.clone(), Value::Card);
            self.permit(object, Granted { what: what.clone(), card: stay, lasts, source, by, eyes, origin, called });
        }
        Ok(())
    }

    /// Adds an extra round of a level (a turn, for example) for a player, after the current one.
    ///
    /// # Errors
    ///
    /// There is no room.
    pub fn add_extra(&mut self, level: LevelId, seat: Seat, origin: Origin) -> DoneOrRefused {
        let held = self.state().extra.iter().map(|(.., origin)| *origin);
        check_limit(held, origin, 1, effect_limits::EXTRA)?;
        self.add_level(level, seat, origin);
        Ok(())
    }
}

/// The cards in a value, each once.
fn cards_of(value: Value) -> Vec<Card> {
    let mut cards = Vec::new();
    cards_once(value).each_card(&mut |card| cards.push(card));
    cards
}

impl Game<'_> {
    /// Evaluates a timed effect of a list: its objects and amounts are fixed now, and it can begin later.
    pub(in crate::kernel) fn to_begin(self, what: &TimedEffect, env: &Env, maker: Maker) -> PendingEffect {
        let called = Called(what.called().map(|name| (name, maker.card)));
        let maker = Maker { called, eyes: env.eyes, ..maker };
        let begun = |what, lasts: &Option<Duration>| PendingEffect { maker, what, lasts: *lasts };
        match what {
            TimedEffect::Modify { what, field, by, lasts, .. } => match self.modified(env, what, *field, by) {
                Some(all) => begun(EvaluatedEffect::Modify(*field, all), lasts),
                None => begun(EvaluatedEffect::TooMuch, lasts),
            },
            TimedEffect::Grant { who, which, lasts, uses, .. } => {
                let uses = uses.as_ref().map(|n| env.amount(n).clamp(0, u16::MAX.into()) as u16);
                let who = cards_once(env.without_blanks(env.expr(who)));
                let all =
                    self.abilities_meant(env, which).into_iter().map(|parts| (who.items().to_vec(), parts)).collect();
                begun(if uses == Some(0) { EvaluatedEffect::Nothing } else { EvaluatedEffect::Grant(all, uses) }, lasts)
            }
            TimedEffect::LoseAbility { cards, ability, lasts, .. } => {
                let cards = cards_of(env.expr(cards));
                let ability = ability.map(|at| self.rules.named_abilities[at].first().copied());
                let what = match ability {
                    Some(None) => EvaluatedEffect::Nothing,
                    ability => EvaluatedEffect::LoseAbility(cards, ability.flatten()),
                };
                begun(what, lasts)
            }
            TimedEffect::Restore { cards, printed_only } => {
                begun(EvaluatedEffect::Restore(cards_of(env.expr(cards)), *printed_only), &None)
            }
            TimedEffect::Permit { what, cards, lasts, .. } => {
                let cards = match cards {
                    Some(cards) => cards_of(env.expr(cards)).into_iter().map(Some).collect(),
                    None => vec![None],
                };
                let Some(mut what) = env.captured(what) else { return begun(EvaluatedEffect::TooMuch, lasts) };
                // The player is fixed when the effect begins.
                if let Some(SeatTest::Ref(player)) = &what.by {
                    what.by = Some(SeatTest::Ref(Ref::value(env.lookup(player).into_owned())));
                }
                begun(EvaluatedEffect::Permit(what, cards), lasts)
            }
            TimedEffect::Extra(level, who) => {
                let seats = env.expr(who).items().iter().filter_map(Value::seat).collect();
                begun(EvaluatedEffect::Extra(*level, seats), &None)
            }
            TimedEffect::End { called, on, from } => {
                let [on, from] = [on, from].map(|of| of.as_ref().map(|of| env.expr(of)));
                begun(EvaluatedEffect::End(*called, on, from), &None)
            }
        }
    }

    /// The changes of a field for some objects; objects without the field are skipped. `None`: a filter would capture
    /// too many values.
    fn modified(
        self,
        env: &Env,
        what: &ChangedObjects,
        field: Sym,
        by: &FieldChange,
    ) -> Option<Vec<(Value, ModTarget, Modification)>> {
        Some(match what {
            ChangedObjects::Of(objects) => {
                let objects = cards_once(env.expr(objects));
                let change = |object: &Value| {
                    let (class, on) = match object {
                        Value::Card(card) => (Class::Card, ModTarget::Card(*card, self.state.card(*card).stay)),
                        Value::Seat(seat) => (Class::Player, ModTarget::Seat(*seat)),
                        _ => return None,
                    };
                    let env = if env.it.is_none() { env.at_value(object) } else { *env };
                    let all = self.modifications(&env, class, field, by);
                    let object = object.clone();
                    Some(all.into_iter().map(move |change| (object.clone(), on.clone(), change)))
                };
                objects.items().iter().filter_map(change).flatten().collect()
            }
            ChangedObjects::Matching(cards) => {
                let cards = env.captured(cards)?;
                let filter = Value::Filter(Arc::new(Filter::Card(cards.clone())));
                let on = ModTarget::Filter(Arc::new(cards));
                let all = self.modifications(env, Class::Card, field, by);
                all.into_iter().map(|change| (filter.clone(), on.clone(), change)).collect()
            }
        })
    }

    /// The modifications of one object; a list of words gives several.
    fn modifications(self, env: &Env, class: Class, field: Sym, by: &FieldChange) -> Vec<Modification> {
        let attr = self.rules.schema.attr_called(class, field);
        let one = match by {
            FieldChange::Number(how, n) => attr.map(|attr| Modification::number(*how, attr, env.amount(n))),
            FieldChange::PrintedOf(card) => attr.and_then(|attr| {
                let as_of = match card {
                    Expr::Ref(r) => env.leads_as_of(r),
                    _ => AsOf::NOW,
                };
                let card = env.without_blanks(env.expr(card)).card()?;
                Some(Modification::PrintedOf(attr, env.printed_source_as_of(card, attr, as_of)))
            }),
            FieldChange::Word(words) | FieldChange::Without(words) => {
                let Some(CardField::Words(slot)) = self.rules.schema.card_field(field).filter(|_| class == Class::Card)
                else {
                    return Vec::new();
                };
                let words = env.expr(words);
                let change = |word: &Value| match (word, by) {
                    (Value::Word(word), FieldChange::Without(_)) => Some(Modification::Without(slot, *word)),
                    (Value::Word(word), _) => Some(Modification::Word(slot, *word)),
                    _ => None,
                };
                return words.items().iter().filter_map(change).collect();
            }
        };
        one.into_iter().collect()
    }

    /// The definition whose printed number a card has: its own, or that of the card it copies.
    pub fn printed_source(self, card: Card, attr: AttrId) -> DefId {
        let state = self.state.card(card);
        let copied = self.state.modifiers.iter().rev().find_map(|m| match (&m.on, &m.what) {
            (ModTarget::Card(c, stay), Modification::PrintedOf(a, def))
                if *c == card && *stay == state.stay && *a == attr =>
            {
                Some(*def)
            }
            _ => None,
        });
        copied.unwrap_or(state.def)
    }
}

impl Modification {
    /// The changed attribute; `None` for a change of words.
    pub fn attr(&self) -> Option<AttrId> {
        match self {
            Modification::Add(attr, _)
            | Modification::Set(attr, _)
            | Modification::PrintedOf(attr, _)
            | Modification::Times(attr, _)
            | Modification::Least(attr, _)
            | Modification::Most(attr, _) => Some(*attr),
            Modification::Word(..) | Modification::Without(..) => None,
        }
    }

    /// A change of a number.
    pub fn number(how: How, attr: AttrId, n: i64) -> Modification {
        match how {
            How::Add => Modification::Add(attr, n),
            How::Set => Modification::Set(attr, n),
            How::Times => Modification::Times(attr, n),
            How::Least => Modification::Least(attr, n),
            How::Most => Modification::Most(attr, n),
        }
    }
}
