//! Last known copies: the cards that leave play in a batch, and their last state before it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::event;
use crate::kernel::model::lang::{CardField, Class};
use crate::kernel::model::last_known::{LastKnown, fell_off};
use crate::kernel::model::objects::{Event, ModTarget, Modification, Use};
use crate::kernel::model::rules::UseStep;
use crate::kernel::model::schema::AttrBase;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, AttrId, Card, DefId, ListId, RecId, Seat, UseKindId, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The cards that leave play in a batch that happens next, in their present state: cards that move from a zone in
    /// play to one that is not, and their attachments.
    ///
    /// Empty if nothing can ask about the leaving cards: no waiting use or trigger does, no ability that these events
    /// trigger, directly or by an attachment that falls off, and no tally that counts these events. Sorted by
    /// [`LastKnown::place`].
    pub(in crate::kernel) fn leaving_play(self, events: &[Event], batch: u32, watched: bool) -> Vec<Arc<LastKnown>> {
        let is_in_play = |zone| self.rules.in_play.contains(self.rules.schema.kind_of(zone));
        let leaves = |event: &Event| {
            if event.kind != event::MOVED {
                return None;
            }
            let card = event.card()?;
            let to = if let Some(Value::Zone(to)) = event.fields.get(2) { *to } else { return None };
            (is_in_play(self.state.card(card).zone) && !is_in_play(to)).then_some(card)
        };
        let counts = |event: &Event| {
            let mut tallies = self.rules.tallies.iter();
            tallies.any(|tally| tally.of == event.kind && !tally.matches.is_empty())
        };
        let is_asked =
            || self.asks_of_cards() || watched && self.will_ask_of_cards(events) || events.iter().any(counts);
        // In most batches no card leaves play.
        if !events.iter().any(|event| leaves(event).is_some()) {
            return Vec::new();
        }
        let leavers: BTreeSet<Card> = events.iter().filter_map(leaves).collect();
        let carries = || self.rules.asks_after && leavers.iter().any(|card| self.state.carried(*card).next().is_some());
        if !is_asked() && !carries() {
            return Vec::new();
        }
        let falls: BTreeSet<Card> = leavers.iter().flat_map(|card| self.state.carried(*card)).collect();
        let all = leavers.union(&falls);
        all.map(|card| Arc::new(self.known(*card, batch, leavers.contains(card)))).collect()
    }

    /// True if a running or waiting task names cards and asks about them.
    pub(in crate::kernel) fn asks_of_cards(self) -> bool {
        let list_asks = |list: ListId| self.rules.lists[list.index()].asks_of_cards;
        let asks = |use_: &Use| match &use_.asked {
            Some(asked) => list_asks(asked.item.0),
            None => self.rules.abilities[use_.ability.index()].asks_of_cards,
        };
        let task_asks = |task: &Task| match task {
            Task::List(list, _, context) => !context.vars.is_empty() && list_asks(*list),
            Task::Each { list, .. } => list_asks(*list),
            Task::Later(later) => later.list.is_some_and(list_asks),
            Task::Declare(declare) | Task::Begin(declare) => asks(&declare.use_),
            _ => false,
        };
        let step_asks = |step: &UseStep| matches!(step, UseStep::Do(list) if list_asks(*list));
        let kind_asks = |kind: UseKindId| self.rules.uses[kind.index()].steps.iter().any(step_asks);
        self.state.uses.iter().any(|use_| asks(use_) || use_.kind.is_some_and(kind_asks))
            || self.state.pending.iter().flatten().any(asks)
            || self.state.tasks.iter().any(task_asks)
            || self.state.agenda.iter().any(|(_, task, _)| task_asks(task))
    }

    /// True if an ability that listens to one of these events names cards and asks about them.
    fn will_ask_of_cards(self, events: &[Event]) -> bool {
        let asks = |id: AbilityId, _: Option<Card>, _: Seat| self.rules.abilities[id.index()].asks_of_cards;
        let is_heard = |event: &Event| {
            let mut found = false;
            let form = AbilityForm::After(event.kind);
            self.each_that_hears(event, &form, |_| true, asks, |_, _, _, _| found = true);
            found
        };
        events.iter().filter(|event| self.rules.watched[event.kind.index()]).any(is_heard)
    }

    /// A copy of a card as it is now.
    fn known(self, card: Card, batch: u32, left: bool) -> LastKnown {
        let state = *self.state.card(card);
        let env = self.table_env();
        // A card whose host left play keeps that last host until it leaves play itself.
        let fell_off = || fell_off(&self.state.last_known, card, state.stay)?.host;
        LastKnown {
            card,
            batch,
            left,
            state,
            seen_by: self.seen_by(card),
            controller: self.controller(card),
            name: self.name_of(card),
            types: self.types_of(card),
            host: self.state.host(card).or_else(fell_off),
            carried: self.state.carried(card).collect(),
            numbers: env.numbers_known(card),
            printed: env.copied_numbers(card),
            stored: env.stored_known(card),
            words: env.words_known(card),
            fulfilled: env.fulfilled_known(card),
            abilities: self.abilities_known(card),
            records: self.records_with(card),
        }
    }

    /// The abilities of a card, if they may differ from the printed ones.
    fn abilities_known(self, card: Card) -> Option<Vec<AbilityId>> {
        let may_differ =
            !self.state.abilities.is_empty() || !self.state.lost_abilities.is_empty() || self.layered(card).is_some();
        may_differ.then(|| {
            let mut found = Vec::new();
            self.each_ability(card, |id| found.push(id));
            found
        })
    }

    /// The lists of open records in which a card lies.
    fn records_with(self, card: Card) -> Vec<(RecId, Sym)> {
        let mut found = Vec::new();
        for record in &self.state.records {
            let fields = &self.rules.schema.records[record.kind.index()].fields;
            let holding = record.fields.iter().zip(fields).filter(|(value, _)| value.contains(&Value::Card(card)));
            found.extend(holding.map(|(_, (name, _))| (record.id, *name)));
        }
        found
    }
}

impl Env<'_> {
    /// The attributes of a card that are computed or may be changed.
    fn numbers_known(&self, card: Card) -> Vec<(AttrId, i64)> {
        let attrs = self.rules.schema.attrs.iter().enumerate().filter(|(_, attr)| attr.of == Class::Card);
        let may_differ = |at: AttrId, base: &AttrBase| {
            matches!(base, AttrBase::Amount(_)) || !self.state.modifiers.is_empty() || self.are_changed(at)
        };
        let found = attrs.map(|(at, attr)| (AttrId::of(at), attr)).filter(|(at, attr)| may_differ(*at, &attr.base));
        found.map(|(at, _)| (at, self.card_attr(card, at))).collect()
    }

    /// The definitions from which a card copies printed numbers.
    fn copied_numbers(&self, card: Card) -> Vec<(AttrId, DefId)> {
        let stay = self.state.card(card).stay;
        let copied = self.state.modifiers.iter().filter_map(|m| match (&m.on, &m.what) {
            (ModTarget::Card(of, at), Modification::PrintedOf(attr, _)) if *of == card && *at == stay => Some(*attr),
            _ => None,
        });
        copied.map(|attr| (attr, self.game().printed_source(card, attr))).collect()
    }

    fn stored_known(&self, card: Card) -> Vec<(AttrId, i64)> {
        if self.rules.schema.stored == 0 {
            return Vec::new();
        }
        let attrs = self.rules.schema.attrs.iter().enumerate();
        let stored = |(at, attr): (usize, &crate::kernel::model::schema::AttrDef)| match attr.base {
            AttrBase::Stored { slot, .. } => Some((AttrId::of(at), self.stored(card, slot))),
            _ => None,
        };
        attrs.filter_map(stored).collect()
    }

    /// The words of a card in fields to which effects may add words or from which they may remove some.
    fn words_known(&self, card: Card) -> Vec<(Sym, Vec<Sym>)> {
        let fields = self.rules.schema.words.iter().enumerate();
        let may_differ = |slot: &usize| {
            !self.state.modifiers.is_empty() || (self.rules.changed_words | self.rules.static_words) & 1 << slot != 0
        };
        let fields = fields.filter(|(slot, _)| may_differ(slot));
        fields.map(|(slot, field)| (field.name, self.words(card, slot as u8))).collect()
    }

    /// The fields of a card with a printed condition that holds.
    fn fulfilled_known(&self, card: Card) -> Vec<Sym> {
        let def = &self.rules.defs[self.state.card(card).def.index()];
        let slots = (0..).zip(&def.conds).filter(|(_, cond)| cond.is_some()).map(|(slot, _)| slot);
        let name = |slot: u8| {
            let names = self.rules.schema.names_of_cards();
            names.into_iter().find(|name| self.rules.schema.card_field(*name) == Some(CardField::Cond(slot)))
        };
        slots.filter(|slot| self.fulfils(card, *slot)).filter_map(name).collect()
    }
}
