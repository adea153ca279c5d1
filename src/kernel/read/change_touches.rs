//! Change touches: the parts of the state that a change concerns. They are computed before the change, while a moving
//! card still lies in its old zone.

use crate::kernel::model::change::{Change, Edit, NumberOf};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::objects::{GrantedAbility, Holder, ModTarget, Modifier};
use crate::kernel::model::touched::Touched;
use crate::kernel::model::touched_cards::AboutCards;
use crate::kernel::model::value::{Card, Zone};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The touches of a pending change.
    pub(in crate::kernel) fn touches(self, change: &Change) -> Touched {
        let schema = &self.rules.schema;
        // A card in the zone of one player may be controlled by another.
        let is_its_players = !self.may_be_taken();
        let within = |part: Touched, zone: Zone| {
            let part = part.within(IdSet::one(schema.kind_of(zone)));
            schema.zone_owner(zone).filter(|_| is_its_players).map_or(part, |seat| part.of_seat(seat))
        };
        let of = |part: Touched, card: Card| within(part, self.state.card(card).zone);
        let moved = |zone: Zone| within(Touched::PLACES, zone).and(Touched::SIGHT);
        let sees = |card: Card| {
            let is_host = self.state.attached.iter().any(|one| one.host == card);
            if is_host { Touched::SIGHT.and(Touched::ATTACHED) } else { Touched::SIGHT }
        };
        let leaves = |card: Card| moved(self.state.card(card).zone).and(sees(card));
        let touched = match change {
            Change::Make(made, _) => {
                let card = Touched::CARDS.and(Touched::STATUSES).and(Touched::CARD_NUMBERS);
                moved(made.zone).and(within(card, made.zone))
            }
            Change::Unmake => Touched::PLACES.and(Touched::SIGHT),
            Change::Place { card, to, .. } => leaves(*card).and(moved(*to)),
            Change::Trade(a, b) => leaves(*a).and(leaves(*b)),
            Change::Order(zone, _) => moved(*zone),
            Change::Def(card, _)
            | Change::Printed(card, _)
            | Change::Home(card, _)
            | Change::PutBy(card, _)
            | Change::MadeBy(card, _) => of(Touched::CARDS, *card),
            Change::Status(card, _) | Change::Statuses(card, _) => of(Touched::STATUSES, *card),
            Change::Attached(_) => Touched::ATTACHED,
            // Control of a card may be read by anything.
            Change::Controls(_) => Touched::ALL,
            Change::Known(card, _) => sees(*card),
            Change::Face(..) | Change::Shown(_) => Touched::SIGHT,
            Change::Number(NumberOf::Level(_) | NumberOf::Wins(_), _) => Touched::FLOW,
            Change::Number(NumberOf::Stored(card, _), _) => of(Touched::CARD_NUMBERS, *card),
            Change::Number(NumberOf::Counter(seat, _), _) => Touched::COUNTERS.of_seat(*seat),
            Change::Number(NumberOf::Tally(seat, _), _) => Touched::TALLIES.of_seat(*seat),
            Change::Number(..) => Touched::NUMBERS,
            Change::Permissions(_) => Touched::PERMISSIONS,
            Change::Modifiers(edit) => match self.modified_card(edit) {
                Some(card) => of(Touched::CARD_MODIFIERS, card),
                None => Touched::LASTING.and(Touched::CARD_MODIFIERS),
            },
            Change::Abilities(_) | Change::LostAbilities(_) => Touched::GIVEN,
            Change::Records(_) | Change::RecordField { .. } => Touched::RECORDS,
            Change::Uses(_)
            | Change::Cancelled(..)
            | Change::User(..)
            | Change::Targets(..)
            | Change::Dest(..)
            | Change::Moment(..)
            | Change::Spent(_)
            | Change::Pending(_)
            | Change::Waiting(..)
            | Change::LastKnown(_)
            | Change::Failures(_) => Touched::USES,
            Change::Active(_)
            | Change::First(_)
            | Change::Phase(_)
            | Change::Decided(_)
            | Change::Ended(_)
            | Change::Over(_)
            | Change::Extra(_)
            | Change::Usual(_) => Touched::FLOW,
            Change::Lost(_) => Touched::FLOW.and(Touched::OUT),
            Change::Turned(..)
            | Change::Agenda(_)
            | Change::Repeating(_)
            | Change::Triggered(_)
            | Change::LeftOut(_)
            | Change::CheckExemption(_)
            | Change::Taken(_)
            | Change::Tasks(_)
            | Change::Chance(_)
            | Change::Dictated(_)
            | Change::Lane(_) => Touched::CONTROL,
            Change::GivenUp(_) | Change::Whole(_) => Touched::ALL,
        };
        let touched = match change.may_move_abilities() {
            true if self.concerns_listeners(change) => {
                touched.and(self.touched_statics(change)).and(Touched::LISTENERS)
            }
            true => touched.and(self.touched_statics(change)),
            false => touched,
        };
        match self.concerns_layers(touched) {
            true => touched.and(Touched::STATICS).and(Touched::LISTENERS),
            false => touched,
        }
    }

    /// The cards that a pending change is about, for the caches that keep facts card by card. A change on which no such
    /// fact depends is about no card.
    #[inline]
    pub(in crate::kernel) fn touched_cards(self, change: &Change) -> AboutCards {
        match change {
            Change::Place { card, .. }
            | Change::Def(card, _)
            | Change::Printed(card, _)
            | Change::Home(card, _)
            | Change::Status(card, _)
            | Change::Statuses(card, _)
            | Change::PutBy(card, _)
            | Change::MadeBy(card, _)
            | Change::Number(NumberOf::Stored(card, _), _) => AboutCards::These(*card, *card),
            Change::Trade(a, b) => AboutCards::These(*a, *b),
            Change::Make(..) | Change::Unmake | Change::Order(..) => AboutCards::Any,
            Change::Modifiers(edit) => {
                self.modified_card(edit).map_or(AboutCards::Any, |card| AboutCards::These(card, card))
            }
            Change::Attached(Edit::Insert(_, one)) => AboutCards::These(one.card, one.host),
            Change::Attached(Edit::Remove(at)) => {
                self.state.attached.get(*at).map_or(AboutCards::Any, |one| AboutCards::These(one.card, one.host))
            }
            Change::Abilities(Edit::Insert(_, given)) => about_holder(given),
            Change::Abilities(Edit::Remove(at)) => self.state.abilities.get(*at).map_or(AboutCards::Any, about_holder),
            Change::Attached(_)
            | Change::Abilities(_)
            | Change::Controls(_)
            | Change::GivenUp(_)
            | Change::Whole(_) => AboutCards::Any,
            _ => AboutCards::None,
        }
    }

    /// The card of a modifier that is added or removed; `None` for a modifier of a player or of all cards that match a
    /// filter.
    fn modified_card(self, edit: &Edit<Modifier>) -> Option<Card> {
        let modifier = match edit {
            Edit::Insert(_, modifier) => modifier,
            Edit::Remove(at) => self.state.modifiers.get(*at)?,
            Edit::Replace(..) | Edit::All(_) => return None,
        };
        match modifier.on {
            ModTarget::Card(card, _) => Some(card),
            ModTarget::Seat(_) | ModTarget::Filter(_) => None,
        }
    }

    /// True if a touch may change the result of the layers.
    fn concerns_layers(self, touched: Touched) -> bool {
        let reads = &self.rules.reads;
        // Tests in timed effects may read anything.
        let may_change = || {
            touched.meets(Touched::STATICS)
                || touched.meets(reads.layers)
                || reads.layers.meets(self.state.tests_made_while_playing())
        };
        !self.rules.layered.is_empty()
            && (touched.meets(reads.layering) || !self.derived.layers_are_still() && may_change())
    }
}

/// The card that holds a granted ability, or whose ability granted it to a player.
fn about_holder(given: &GrantedAbility) -> AboutCards {
    match given.on {
        Holder::Card(card, _) | Holder::Seat(_, Some(card)) => AboutCards::These(card, card),
        Holder::Seat(_, None) => AboutCards::None,
    }
}
