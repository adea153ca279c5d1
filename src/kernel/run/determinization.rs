//! Determinization: redistributes the cards that a person does not see.

use crate::kernel::model::change::{Change, NumberOf};
use std::collections::BTreeMap;

use rand_chacha::rand_core::Rng;
use smallvec::SmallVec;

use crate::kernel::model::chance::{Chance, below};
use crate::kernel::model::context::Context;
use crate::kernel::model::decision::Kind;
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, DefId, Seat, Value, Zone};
use crate::kernel::model::viewers::Eyes;
use crate::kernel::run::change::World;

/// What a card is: its definition, its printed definition, and its stored numbers.
type Identity = (DefId, DefId, SmallVec<[i64; 4]>);

impl World {
    /// Redistributes the cards that none of the seats in `eyes` sees. Hidden cards of one owner from the same starting
    /// zone exchange identities and stay in place. Cards for which `stays` holds keep theirs, and so do cards of
    /// unfinished tasks, whose course may depend on them.
    pub fn deal_anew(&mut self, eyes: Eyes, rng: &mut impl Rng, mut stays: impl FnMut(Card) -> bool) {
        let named = self.named_by_the_unfinished(eyes);
        let mut groups: BTreeMap<(Seat, Zone), Vec<Card>> = BTreeMap::new();
        for card in (0..self.state().cards.len()).map(Card::of) {
            let state = self.state().card(card);
            // A card made during the game keeps its identity, because no other card could have it.
            let Some(home) = state.home else { continue };
            let masked = self.state().is_masked(&self.rules, card);
            let is_known = match masked {
                true => eyes.seats().any(|seat| self.state().knows_face(&self.rules, seat, card)),
                false => eyes.see(self.state(), &self.rules, card),
            };
            if !named.contains(&card) && !is_known && (masked || !stays(card)) {
                groups.entry((state.owner, home)).or_default().push(card);
            }
        }
        for cards in groups.values() {
            // The identities are sorted before the shuffle, so that the result does not depend on the true order.
            let mut are: Vec<Identity> = cards.iter().map(|card| self.identity(*card)).collect();
            are.sort_unstable();
            for i in (1..are.len()).rev() {
                are.swap(i, below(rng, i as u64 + 1) as usize);
            }
            self.keep_types(cards, &mut are);
            cards.iter().zip(are).for_each(|(card, is)| self.becomes(*card, is));
        }
    }

    /// Gives each face-down card the identity of a card of the same printed type, because cards of other types never
    /// lie face down there.
    fn keep_types(&self, cards: &[Card], are: &mut [Identity]) {
        let ty = |def: DefId| self.rules.defs[def.index()].ty;
        let mut is_set = vec![false; cards.len()];
        for (at, card) in cards.iter().enumerate().filter(|(_, card)| self.state().is_masked(&self.rules, **card)) {
            let own = ty(self.state().card(*card).printed);
            if let Some(from) = (0..are.len()).find(|from| !is_set[*from] && ty(are[*from].1) == own) {
                are.swap(at, from);
                is_set[at] = true;
            }
        }
    }

    /// What a card is, to be exchanged with others. A card that lies face down as another card has no stored numbers in
    /// it.
    fn identity(&self, card: Card) -> Identity {
        let (is, slots) = (self.state().card(card), self.rules.schema.stored);
        if self.state().is_masked(&self.rules, card) {
            // Stored values stay with the place of a face-down card; the card that is put there begins with its printed
            // values.
            return (is.printed, is.printed, SmallVec::new());
        }
        let stored = &self.state().stored[card.index() * slots..(card.index() + 1) * slots];
        (is.def, is.printed, stored.into())
    }

    /// Gives a card another identity at the same place.
    fn becomes(&mut self, card: Card, (def, printed, stored): Identity) {
        self.change(Change::Printed(card, printed));
        if self.state().is_masked(&self.rules, card) {
            return;
        }
        self.change(Change::Def(card, def));
        if stored.is_empty() {
            self.reset_stored(card);
        }
        for (slot, n) in stored.into_iter().enumerate() {
            self.change(Change::Number(NumberOf::Stored(card, slot), n));
        }
    }

    /// Sets a new seed for all later draws.
    pub fn reseed(&mut self, seed: u64) {
        let epoch = self.state().chance.epoch;
        self.change(Change::Chance(Box::new(Chance { epoch, ..Chance::new(seed) })));
    }

    /// The cards that uses, waiting triggers, records, tasks and questions to other players name.
    fn named_by_the_unfinished(&self, eyes: Eyes) -> Vec<Card> {
        let mut cards = Vec::new();
        let state = &self.state();
        state.uses.iter().chain(state.pending.iter().flatten()).for_each(|u| of_use(u, &mut cards));
        state.records.iter().flat_map(|r| &r.fields).for_each(|v| of_value(v, &mut cards));
        for task in state.tasks.iter().chain(state.agenda.iter().map(|(_, task, _)| task)) {
            of_task(task, eyes, &mut cards);
        }
        cards
    }
}

fn of_value(value: &Value, cards: &mut Vec<Card>) {
    value.each_card(&mut |card| cards.push(card));
}

fn of_event(event: &Event, cards: &mut Vec<Card>) {
    event.fields.iter().for_each(|v| of_value(v, cards));
    cards.extend(event.source);
}

fn of_use(use_: &Use, cards: &mut Vec<Card>) {
    cards.extend(use_.card);
    use_.targets.iter().for_each(|v| of_value(v, cards));
    use_.event.iter().for_each(|event| of_event(event, cards));
    use_.asked.iter().for_each(|asked| of_context(&asked.list, cards));
}

fn of_context(context: &Context, cards: &mut Vec<Card>) {
    cards.extend(context.card);
    context.event.iter().for_each(|event| of_event(event, cards));
    context.vars.iter().for_each(|var| of_value(&var.value, cards));
}

fn of_task(task: &Task, eyes: Eyes, cards: &mut Vec<Card>) {
    match task {
        Task::List(_, _, context) | Task::Repeat(_, _, _, context) => of_context(context, cards),
        Task::Chosen(chosen) => {
            chosen.sealed.iter().filter_map(|(_, v)| v.as_ref()).for_each(|v| of_value(v, cards));
            of_context(&chosen.context, cards);
        }
        Task::Later(later) => of_context(&later.context, cards),
        Task::Divide(dividing) => {
            dividing.things.iter().for_each(|v| of_value(v, cards));
            of_context(&dividing.context, cards);
        }
        Task::Each { items, context, .. } => {
            items.iter().for_each(|v| of_value(v, cards));
            of_context(context, cards);
        }
        Task::Window(window) => {
            let declared = window.lanes.iter().filter_map(|lane| lane.declare.as_deref());
            declared.for_each(|declare| of_use(&declare.use_, cards));
            cards.extend(window.list.iter().filter_map(|(_, choice, _)| choice.card));
        }
        Task::Declare(declare) | Task::Begin(declare) => of_use(&declare.use_, cards),
        Task::Batch(batch) => {
            let events = batch.level.iter().chain(&batch.stand).chain(&batch.behind);
            events.for_each(|event| of_event(event, cards));
            batch.instead.iter().for_each(|u| of_use(u, cards));
            batch.begins.iter().for_each(|begun| begun.each_card(&mut |card| cards.push(card)));
            batch.happened.iter().for_each(|v| of_value(v, cards));
        }
        Task::Script(call) => {
            of_context(&call.context, cards);
            call.args.iter().for_each(|(_, v)| of_value(v, cards));
        }
        Task::Ask(asking) => {
            for decision in asking.decisions.iter().filter(|d| !eyes.has(d.seat)) {
                cards.extend(decision.card);
                match &decision.kind {
                    Kind::Pick { options, .. } | Kind::Order(options) => {
                        options.iter().for_each(|v| of_value(v, cards))
                    }
                    Kind::Assign(pairs) => pairs.from.iter().chain(&pairs.to).for_each(|v| of_value(v, cards)),
                    Kind::Act { options, .. } => cards.extend(options.iter().filter_map(|choice| choice.card)),
                    Kind::Number(..) => {}
                }
            }
            asking.answers.iter().flatten().for_each(|v| of_value(v, cards));
        }
        Task::LeavePhase
        | Task::LeftList
        | Task::OpenWindow(_)
        | Task::Draw(..)
        | Task::Use(..)
        | Task::Triggers(_)
        | Task::ChecksAndTriggers(_) => {}
    }
}
