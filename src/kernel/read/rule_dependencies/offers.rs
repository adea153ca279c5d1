//! Reads of a player's offers in a window, and of their targets; reads within that player are kept apart.

use super::{ObjectScope, Reads};
use crate::kernel::model::ability::{Ability, AbilityForm, CostPart, Effect, Layer, Need, Static};
use crate::kernel::model::fixed_fields::{OfUse, of_use};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardField, CardSource, Class, Head, Ref, SeatTest, Selection, Source};
use crate::kernel::model::rules::{Rules, WindowDef};
use crate::kernel::model::schema::Schema;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::value::AttrId;

impl<'a> Reads<'a> {
    /// The reads of a window's offers to a player.
    pub(super) fn of_window(rules: &'a Rules, statics: &'a [&'a Ability], window: &WindowDef) -> ValueReads {
        let mut reads = Reads::new(rules, statics);
        // An offer depends on which abilities were given or lost for a time, and on what mutes abilities.
        reads.add(Touched::LASTING.and(Touched::GIVEN).and(Touched::FLOW));
        reads.statics(&|one| matches!(one, Static::Mute { .. }));
        // Layers may change who controls cards, and the abilities of cards.
        [Layer::Control, Layer::Abilities].into_iter().for_each(|layer| reads.layer(layer));
        let offered = |ability: &&Ability| matches!(ability.form, AbilityForm::Timing(t) if window.offers.contains(&t));
        rules.abilities.iter().filter(offered).for_each(|ability| reads.offer(ability));
        ValueReads { any: reads.found, own: reads.own }
    }

    /// The reads of a player's means to pay pips; `None` if they depend on the use.
    pub(super) fn of_purse(rules: &'a Rules, statics: &'a [&'a Ability]) -> Option<ValueReads> {
        let mut reads = Reads::new(rules, statics);
        for payers in &rules.schema.payers {
            reads.each_selected(&payers.cards);
            let here = match &payers.cards.source {
                Source::Cards(cards) if cards.lists.is_empty() => {
                    ObjectScope { zones: cards.looked_in(), is_own: true }
                }
                _ => ObjectScope::ANY,
            };
            reads.testing(here, |reads| {
                reads.at(Some(Class::Card), |reads| payers.gives.iter().for_each(|n| reads.amount(n)));
                rules.schema.pips.iter().for_each(|(_, pays)| reads.cards(pays));
            });
        }
        (!reads.names_card).then_some(ValueReads { any: reads.found, own: reads.own })
    }

    fn offer(&mut self, ability: &Ability) {
        self.asker = Some(ability.from);
        // The cards used with the ability belong to the player.
        self.testing(self.own_card(), |reads| {
            reads.add_here(Touched::PLACES.and(Touched::CARDS));
            ability.for_.iter().for_each(|test| reads.cards(test));
        });
        self.bounds(ability);
        ability.turn.iter().for_each(|test| self.seat(test));
        ability.replies_to.iter().for_each(|test| self.uses(test));
        if ability.once.is_some() || matches!(ability.effect, Effect::Script(_)) {
            self.add(Touched::USES);
        }
        let kind = ability.kind.map(|kind| &self.rules.uses[kind.index()]);
        let needs = |reads: &mut Self, needs: &[Need]| needs.iter().for_each(|(cond, _)| reads.cond(cond));
        needs(self, &ability.needs);
        kind.iter().for_each(|kind| needs(self, &kind.needs));
        self.rules.use_verb.iter().for_each(|verb| self.permission(*verb));
        for target in &ability.targets {
            self.selection(&target.what);
            self.amount(&target.what.min);
            target.what.max.iter().for_each(|most| self.amount(most));
        }
        kind.iter().flat_map(|kind| &kind.cost).chain(&ability.cost).for_each(|part| self.cost(part));
        self.asker = None;
    }

    fn cost(&mut self, part: &CostPart) {
        match part {
            CostPart::Counter { name, amount } => {
                self.amount(amount);
                self.statics(&|one| matches!(one, Static::CounterCost { .. }));
                self.follow((Some(Class::Player), self.own_player()), &[*name]);
            }
            // A payment may depend on anything.
            CostPart::Pips(_) | CostPart::Cards { .. } => self.add(Touched::ALL),
        }
    }

    /// The possible places of a selection's cards. Cards in a player's zones are this player's.
    pub(super) fn looked_at(&self, cards: &CardSource) -> ObjectScope {
        // Listed cards may lie anywhere.
        let is_own = cards.lists.is_empty() && cards.whose.as_ref().is_some_and(|test| self.is_own_seat(test));
        ObjectScope { zones: cards.looked_in(), is_own }
    }

    /// What is known about the objects of a selection: where its cards may lie; about other objects nothing.
    pub(super) fn looked_at_by(&self, sel: &Selection) -> ObjectScope {
        match &sel.source {
            Source::Cards(cards) => self.looked_at(cards),
            _ => ObjectScope::ANY,
        }
    }

    /// True if a test holds only for the player whose reads are collected apart.
    fn is_own_seat(&self, test: &SeatTest) -> bool {
        match test {
            SeatTest::Me => self.own_player().is_own,
            SeatTest::Ref(r) if r.path.is_empty() => match r.head {
                Head::It => self.it.0 == Some(Class::Player) && self.it.1.is_own,
                Head::Me => self.own_player().is_own,
                _ => false,
            },
            _ => false,
        }
    }

    /// What is known about the asking player when she is read: within an offer, her reads are collected apart.
    pub(super) fn own_player(&self) -> ObjectScope {
        ObjectScope { zones: IdSet::EMPTY, is_own: self.of_asker && self.asker.is_some() }
    }

    /// What is known about the asking card when it is read: within an offer, it lies in a zone from which the ability
    /// is used, and its reads are collected apart.
    pub(super) fn own_card(&self) -> ObjectScope {
        match self.asker {
            Some(zones) if self.of_asker => ObjectScope { zones, is_own: true },
            _ => ObjectScope::ANY,
        }
    }

    /// The kind of object at the beginning of a path that starts at the planned use, and the rest of the path. The
    /// planned use is no part of the state, so it has no reads. `None` for other paths.
    pub(super) fn of_draft<'p>(&self, head: &Head, path: &'p [Sym]) -> Option<(Option<Class>, ObjectScope, &'p [Sym])> {
        if !self.own_player().is_own {
            return None;
        }
        match (head, path) {
            (Head::Target(_), path) => Some((None, ObjectScope::ANY, path)),
            (Head::This, [field, rest @ ..]) => match of_use(*field) {
                Some(OfUse::Card) => Some((Some(Class::Card), self.own_card(), rest)),
                Some(OfUse::User) => Some((Some(Class::Player), self.own_player(), rest)),
                // The other choices of a use, and its protection from being cancelled, depend on anything.
                Some(OfUse::Choices | OfUse::Cancellable | OfUse::ReplyTo | OfUse::Paid) => None,
                _ => Some((None, ObjectScope::ANY, rest)),
            },
            _ => None,
        }
    }
}

/// The attribute of the use's own card to which a reference leads, if it leads to one.
pub(super) fn number_of_its_card(schema: &Schema, r: &Ref) -> Option<AttrId> {
    let (Head::This, [card, field]) = (&r.head, r.path.as_slice()) else { return None };
    match (of_use(*card)?, schema.card_field(*field)?) {
        (OfUse::Card, CardField::Attr(attr)) => Some(attr),
        _ => None,
    }
}
