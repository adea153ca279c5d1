//! Hidden cards: the cards that are hidden from the data of a pack. That data reads only the public fields of a hidden
//! card, such as its zone, owner and controller; the others count as missing.
//!
//! A script that reads a hidden card fails. Data cannot fail, because it is evaluated again and again. So for a pack's
//! data a card has all its fields only if both the player of the data and its provider see the card.

use crate::kernel::model::event;
use crate::kernel::model::lang::{CardTest, PlayerField, Test};
use crate::kernel::model::objects::{Event, Role, Use};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::rules::EventDef;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::value::{AbilityId, AttrId, Card, Seat, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// The players who must see what the data of an ability asks about: one bit each; 0: it may ask about everything.
    #[inline]
    pub(in crate::kernel) fn eyes(self, ability: AbilityId, card: Option<Card>, user: Seat) -> u8 {
        match self.rules.abilities[ability.index()].is_bounded {
            true => 1 << user.0 | 1 << self.provider(ability, card, user).0,
            false => 0,
        }
    }

    /// The players who must see what the ability of a use asks about: one bit each.
    #[inline]
    pub(in crate::kernel) fn eyes_of_use(self, use_: &Use) -> u8 {
        match self.rules.abilities[use_.ability.index()].is_bounded {
            // A draft (a use that is only judged) names its user as the provider.
            true => self.eyes(use_.ability, use_.card, use_.user) | 1 << use_.provider.0,
            false => 0,
        }
    }

    /// The players who must see the cards that the texts of an event read, as one bit each; 0: nobody. The rules of the
    /// game itself, and what a rule brings about, may read every card.
    #[inline]
    pub(in crate::kernel) fn eyes_of_event(self, event: &Event) -> u8 {
        if !self.rules.events[event.kind.index()].is_bounded || event.role == Role::Rule {
            return 0;
        }
        let owner = event.source.map(|source| self.state.card(source).owner);
        let players = [owner, event.by].into_iter().flatten().filter(|seat| *seat != Seat::NOBODY);
        players.fold(0, |eyes, seat| eyes | 1 << seat.0)
    }

    /// An environment in which the texts of a kind of event are read before the event is proposed.
    pub(super) fn env_of_event_texts<'e>(self, env: &Env<'e>, def: &EventDef) -> Env<'e> {
        let owner = env.card.map(|card| self.state.card(card).owner).filter(|seat| *seat != Seat::NOBODY);
        let eyes = owner.map_or(0, |seat| 1 << seat.0) | 1 << env.me.0;
        if def.is_bounded { Env { eyes, ..*env } } else { *env }
    }

    /// True if all these players see the face of a card, where it lies or because it is being used.
    pub(super) fn all_see(self, eyes: u8, card: Card) -> bool {
        eyes & !self.seen_by(card) == 0 || self.state.uses.iter().any(|use_| use_.card == Some(card))
    }

    /// The seats that learn the value of a field of an event, given by its place; one bit each.
    pub fn field_seen_by(self, e: &Event, at: usize) -> u8 {
        match (e.kind, at, e.fields.first()) {
            (event::CREATED, 1 | 4, _) | (event::TRANSFORMED, 1, _) => self.made_seen_by(e),
            // A number stops at its bounds, so its actual change reveals the number.
            (event::CHANGED | event::SET, 2, Some(Value::Card(card))) => self.seen_by(*card),
            (event::CHANGED | event::SET, 2, Some(Value::Seat(seat))) => match e.fields[1] {
                Value::Word(name) => self.rules.schema.number_seen_by(*seat, name),
                _ => u8::MAX,
            },
            _ => u8::MAX,
        }
    }

    /// The seats that see the definition of a created or transformed card, one bit each.
    fn made_seen_by(self, event: &Event) -> u8 {
        let schema = &self.rules.schema;
        match (&event.fields[0], event.fields.get(2)) {
            (Value::Card(card), _) => self.seen_by(*card),
            // A created card does not exist yet, so the zone to which it will come decides.
            (_, Some(Value::Zone(zone))) => match schema.zones[schema.kind_of(*zone).index()].seen_by {
                SeenBy::All => u8::MAX,
                SeenBy::Owner => schema.zone_owner(*zone).map_or(0, |seat| 1 << seat.0),
                SeenBy::Nobody => 0,
            },
            _ => u8::MAX,
        }
    }
}

impl<'a> Env<'a> {
    /// True if a card is hidden from the players of this environment.
    #[inline]
    pub(crate) fn is_blank(&self, card: Card) -> bool {
        self.eyes != 0 && self.is_unseen(card)
    }

    /// An attribute of a card; 0 if the card is hidden from the players of this environment.
    #[inline]
    pub(in crate::kernel) fn seen_attr(&self, card: Card, attr: AttrId) -> i64 {
        if self.is_blank(card) { 0 } else { self.card_attr(card, attr) }
    }

    // An ability always sees its own card.
    fn is_unseen(&self, card: Card) -> bool {
        self.card != Some(card) && self.known != Some(card) && !self.game().all_see(self.eyes, card)
    }

    /// True if a card matches a test of a permission. For the verb `use` the test may read a hidden card, because only
    /// the player of the card sees the answer; what other verbs permit is seen by everybody.
    pub(in crate::kernel) fn concerns(&self, permission: &Permission, test: &Test<CardTest>, card: Card) -> bool {
        let is_shown_to_its_player = self.rules.use_verb == Some(permission.verb);
        match is_shown_to_its_player && self.eyes != 0 {
            true => Env { known: Some(card), ..*self }.card_matches(test, card),
            false => self.card_matches(test, card),
        }
    }

    /// A value without those of its cards that are hidden from the players of this environment.
    pub(in crate::kernel) fn without_blanks(&self, value: Value) -> Value {
        if self.eyes == 0 {
            return value;
        }
        match value {
            Value::Card(card) if self.is_blank(card) => Value::Nil,
            Value::List(list) => {
                let is_seen = |v: &&Value| !matches!(v, Value::Card(card) if self.is_blank(*card));
                Value::List(list.iter().filter(is_seen).cloned().collect())
            }
            other => other,
        }
    }

    /// True if a field of an event, given by its place, is hidden from the players of this environment. An ability
    /// knows its own card.
    #[inline]
    pub(in crate::kernel) fn is_blank_in(&self, e: &Event, at: usize) -> bool {
        self.eyes != 0 && self.is_hidden_in(e, at)
    }

    #[cold]
    fn is_hidden_in(&self, e: &Event, at: usize) -> bool {
        let is_own = || self.card.is_some() && self.card == e.card();
        self.eyes & !self.game().field_seen_by(e, at) != 0 && !is_own()
    }

    /// True if a number of a player is hidden from the players of this environment.
    #[inline]
    pub(in crate::kernel) fn is_blank_number(&self, field: PlayerField, of: Seat) -> bool {
        self.eyes != 0
            && match self.rules.schema.seen_by(field) {
                SeenBy::All => false,
                SeenBy::Owner => self.eyes != 1 << of.0,
                SeenBy::Nobody => true,
            }
    }
}
