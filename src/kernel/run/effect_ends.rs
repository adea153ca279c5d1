//! Effect ends: begins and logs effects that last for a time, and ends them.

use crate::kernel::model::objects::{
    Called, Event, Granted, GrantedAbility, Holder, Lasts, LostAbility, ModTarget, Modification, Modifier, Role, Shown,
};
use std::sync::Arc;

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::event;
use crate::kernel::model::lang::{CardTest, Filter, Test};
use crate::kernel::model::log_lines::{Lasting, Line};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::kernel::run::change::World;

impl World {
    /// Modifies a field of an object.
    pub fn modify(&mut self, object: Value, field: Sym, modifier: Modifier) {
        let (what, lasts) = (modifier.what.clone(), modifier.lasts);
        let by = match what {
            Modification::Add(_, n)
            | Modification::Set(_, n)
            | Modification::Times(_, n)
            | Modification::Least(_, n)
            | Modification::Most(_, n) => Value::Int(n),
            Modification::PrintedOf(_, def) => Value::Def(def),
            Modification::Word(_, word) | Modification::Without(_, word) => Value::Word(word),
        };
        self.change(Change::Modifiers(Edit::push(&self.state().modifiers, modifier)));
        let fields = vec![object.clone(), Value::Word(field), by];
        self.lasts(event::MODIFIED, fields, Lasting::Modified { object, field, what, lasts });
    }

    /// Forbids or permits a verb; `object` is the card or the players that the log mentions.
    pub fn permit(&mut self, object: Value, given: Granted) {
        let Permission { forbids, verb, card, use_, .. } = &given.what;
        let card = card.iter().map(|test| Filter::Card(test.clone()));
        let about = card.chain(use_.iter().map(|test| Filter::Use(test.clone()))).map(Arc::new).collect();
        let (forbids, verb, lasts) = (*forbids, *verb, given.lasts);
        self.change(Change::Permissions(Box::new(Edit::push(&self.state().permissions, given))));
        let fields = vec![Value::Word(verb), object.clone()];
        self.lasts(event::PERMITTED, fields, Lasting::Permitted { object, forbids, verb, about, lasts });
    }

    /// Gives all parts of an ability to a card or a player.
    ///
    /// # Panics
    ///
    /// Panics if the ability has no part.
    pub fn give(
        &mut self,
        to: Value,
        on: Holder,
        parts: &[AbilityId],
        (lasts, uses): (Lasts, Option<u16>),
        (provider, origin, called): (Seat, Origin, Called),
    ) {
        let since = self.next_ability();
        let stays = self.state().next.stays;
        for ability in parts {
            let given = GrantedAbility { ability: *ability, on, lasts, uses, since, stays, provider, origin, called };
            self.change(Change::Abilities(Edit::push(&self.state().abilities, given)));
        }
        self.abilities_change(Lasting::Gained(to.clone(), parts[0], lasts), to);
    }

    /// Takes an ability from a card, or all abilities.
    pub fn take(&mut self, card: Card, ability: Option<AbilityId>, lasts: Lasts, (origin, called): (Origin, Called)) {
        let since = self.next_ability();
        let stay = self.state().card(card).stay;
        let stays = self.state().next.stays;
        let lost = LostAbility { card: (card, stay), ability, since, stays, lasts, origin, called };
        self.change(Change::LostAbilities(Edit::push(&self.state().lost_abilities, lost)));
        self.abilities_change(Lasting::Lost(card, ability, lasts), Value::Card(card));
    }

    /// Gives a card lost abilities back: all, or only printed ones.
    pub fn restore(&mut self, card: Card, printed_only: bool) {
        // With `printed_only`, an ability that was granted and then lost does not come back: it is removed for good.
        for at in (0..self.state().abilities.len()).rev() {
            let given = &self.state().abilities[at];
            let is_its = matches!(given.on, Holder::Card(c, _) if c == card);
            if printed_only && is_its && self.game().is_lost(card, given.ability, given.since) {
                self.change(Change::Abilities(Edit::Remove(at)));
            }
        }
        drop_each!(self, lost_abilities, LostAbilities, |m: &LostAbility| m.card.0 == card);
        self.abilities_change(Lasting::Restored(card), Value::Card(card));
    }

    fn abilities_change(&mut self, lasting: Lasting, object: Value) {
        self.lasts(event::MODIFIED, vec![object, Value::Nil, Value::Nil], lasting);
    }

    /// Counts on, and returns the number for an ability that is granted or taken now.
    fn next_ability(&mut self) -> u32 {
        self.count_on(|next| next.abilities += 1);
        self.state().next.abilities
    }

    /// Logs that an effect began to last, and collects the triggers of the event that this is.
    fn lasts(&mut self, kind: EventId, fields: Vec<Value>, lasting: Lasting) {
        self.follow(&Event::new(kind, fields, Role::Effect));
        self.record(Line::Lasting(lasting));
    }

    /// Stores how a card lay and who knew it before it was shown for a time, so that it can be turned back.
    pub fn show_for(&mut self, shown: Shown) {
        self.change(Change::Shown(Edit::push(&self.state().shown, shown)));
    }

    /// Queues a task for the end of the running script, or for the end of a use.
    pub fn add_to_agenda(&mut self, moment: Option<UseId>, task: Task) {
        self.change(Change::Agenda(Edit::push(&self.state().agenda, (moment, task, self.game().origin()))));
    }

    /// Adds an extra round of a level for a seat.
    pub fn add_level(&mut self, level: LevelId, seat: Seat, origin: Origin) {
        self.change(Change::Extra(Edit::push(&self.state().extra, (level, seat, origin))));
    }

    /// Prepares effects for a level of the active player that begins: those that last until it end now, and those that
    /// last through it will end with it.
    pub(in crate::kernel) fn last_through(&mut self, level: LevelId) {
        let active = self.state().active;
        self.expire(|lasts| *lasts == Lasts::Until(level, active));
        macro_rules! through {
            ($($list:ident $kind:ident),*) => { $(
                for at in 0..self.state().$list.len() {
                    let one = &self.state().$list[at];
                    if one.lasts == Lasts::Through(level, active) {
                        let mut one = one.clone();
                        one.lasts = Lasts::Level(level);
                        self.change(Change::$kind(Edit::Replace(at, one).into()));
                    }
                }
            )* };
        }
        through!(modifiers Modifiers, permissions Permissions, abilities Abilities, lost_abilities LostAbilities);
        through!(shown Shown, controls Controls);
    }

    /// Ends effects with a name; with `on` only effects on these objects, with `from` only effects of these cards.
    pub(in crate::kernel) fn end_called(&mut self, name: Sym, on: Option<&Value>, from: Option<&Value>) {
        let is_called = |called: &Called| {
            let made_by = |card: Option<Card>| card.is_some_and(|card| of(from, &Value::Card(card)));
            called.0.is_some_and(|(its, card)| its == name && (from.is_none() || made_by(card)))
        };
        // With `on`, an effect on all cards of a filter does not end, because it is on no single object.
        let about = |object: Option<Value>| on.is_none() || object.is_some_and(|object| of(on, &object));
        let of_filter = |cards: &Test<CardTest>| Value::Filter(Arc::new(Filter::Card(cards.clone())));
        let modified = |m: &Modifier| match &m.on {
            ModTarget::Card(card, _) => (about(Some(Value::Card(*card))), Value::Card(*card)),
            ModTarget::Seat(seat) => (about(Some(Value::Seat(*seat))), Value::Seat(*seat)),
            ModTarget::Filter(cards) => (about(None), of_filter(cards)),
        };
        let permitted = |p: &Granted| {
            let card = p.card.map(|(card, _)| Value::Card(card));
            (about(card.clone()), card.unwrap_or_default())
        };
        let gained = |a: &GrantedAbility| {
            let on = match a.on {
                Holder::Card(card, _) => Value::Card(card),
                Holder::Seat(seat, _) => Value::Seat(seat),
            };
            (about(Some(on.clone())), on)
        };
        let lost = |m: &LostAbility| (about(Some(Value::Card(m.card.0))), Value::Card(m.card.0));
        let mut ended: Vec<Value> = Vec::new();
        macro_rules! end {
            ($($list:ident $kind:ident $one:ident),*) => { $(
                for one in self.state().$list.iter().filter(|one| is_called(&one.called)) {
                    let (ends, on) = $one(one);
                    if ends && !ended.contains(&on) {
                        ended.push(on);
                    }
                }
                drop_each!(self, $list, $kind, |one| $one(one).0 && is_called(&one.called));
            )* };
        }
        end!(modifiers Modifiers modified, permissions Permissions permitted, abilities Abilities gained);
        end!(lost_abilities LostAbilities lost);
        ended.into_iter().for_each(|on| self.record(Line::Lasting(Lasting::Ended(on, name))));
    }

    /// Ends all effects for whose duration `ends` is true.
    pub fn expire(&mut self, ends: impl Fn(&Lasts) -> bool) {
        drop_each!(self, modifiers, Modifiers, |m: &Modifier| ends(&m.lasts));
        drop_each!(self, permissions, Permissions, |p: &Granted| ends(&p.lasts));
        drop_each!(self, abilities, Abilities, |a: &GrantedAbility| ends(&a.lasts));
        drop_each!(self, lost_abilities, LostAbilities, |m: &LostAbility| ends(&m.lasts));
        self.give_back(&ends);
        // A card shown for a time is turned back if it is still there.
        for at in (0..self.state().shown.len()).rev() {
            let shown = self.state().shown[at].clone();
            if ends(&shown.lasts) {
                self.change(Change::Shown(Edit::Remove(at)));
                let (card, stay) = shown.card;
                if self.state().stays(card, stay) {
                    self.change(Change::Known(card, shown.known));
                    self.lay(card, shown.face);
                }
            }
        }
    }
}

/// True if a value is among these; `None` holds no value.
fn of(values: Option<&Value>, one: &Value) -> bool {
    values.is_some_and(|values| values.items().contains(one))
}
