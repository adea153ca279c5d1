//! Touched: the parts of a state that a rule reads or a change writes, so that caches know when they may be out of
//! date.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::Selection;
use crate::kernel::model::layer::Layer;
use crate::kernel::model::value::{AbilityId, AttrId, Seat, ZoneKind};

/// Parts of a state, one bit each. Parts of cards are distinguished by the zones of the cards and their players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    parts: u64,
    /// The players in whose zones cards are touched, or whose counters or tallies are: one bit each.
    seats: u8,
    /// The kinds of zone, for parts of cards.
    zones: IdSet<ZoneKind>,
    /// Touched zones that are shared, or whose player is unknown.
    shared: IdSet<ZoneKind>,
}

impl Touched {
    /// Counters of spaces and the game.
    pub const NUMBERS: Touched = Touched::part(1);
    /// Modifiers of more than one card.
    pub const LASTING: Touched = Touched::part(2);
    /// Records.
    pub const RECORDS: Touched = Touched::part(4);
    /// Uses and triggers.
    pub const USES: Touched = Touched::part(8);
    /// Turns, phases, levels, results.
    pub const FLOW: Touched = Touched::part(16);
    /// The players who know a card, and its face.
    pub const SIGHT: Touched = Touched::part(32);
    /// Tasks, the log, chance: the open windows are all that rules read of these parts.
    pub const CONTROL: Touched = Touched::part(64);
    /// Abilities given or lost.
    pub const GIVEN: Touched = Touched::part(128);
    /// Static abilities: any may have come into play or left it.
    pub const STATICS: Touched = Touched::part(u64::MAX << Touched::PARTS);
    /// Fields of cards, in any zone.
    pub const CARDS: Touched = Touched::of_cards(256);
    /// The places of cards, in any zone.
    pub const PLACES: Touched = Touched::of_cards(512);
    /// Stored numbers of cards, in any zone.
    pub const CARD_NUMBERS: Touched = Touched::of_cards(1024);
    /// Permissions that were given.
    pub const PERMISSIONS: Touched = Touched::part(2048);
    /// Listening abilities: one may have come into play or left it.
    pub const LISTENERS: Touched = Touched::part(4096);
    /// Counters of any player.
    pub const COUNTERS: Touched = Touched { seats: u8::MAX, ..Touched::part(8192) };
    /// Attachments, and the knowledge about cards that carry others.
    pub const ATTACHED: Touched = Touched::part(16384);
    /// Modifiers of one card, in any zone.
    pub const CARD_MODIFIERS: Touched = Touched::of_cards(32768);
    /// Statuses of cards, in any zone.
    pub const STATUSES: Touched = Touched::of_cards(65536);
    /// Tallies of any player.
    pub const TALLIES: Touched = Touched { seats: u8::MAX, ..Touched::part(131_072) };
    /// Players out of the game, and so the next player.
    pub const OUT: Touched = Touched::part(262_144);
    /// All parts, of all players.
    pub const ALL: Touched = Touched { seats: u8::MAX, ..Touched::of_cards(u64::MAX) };

    const OF_CARDS: u64 = 256 | 512 | 1024 | 32768 | 65536;
    const OF_PLAYERS: u64 = 8192 | 131_072;
    /// Bits for parts of the state; the others stand for static abilities.
    const PARTS: u32 = 32;

    const fn part(parts: u64) -> Touched {
        Touched { parts, seats: 0, zones: IdSet::EMPTY, shared: IdSet::EMPTY }
    }

    const fn of_cards(parts: u64) -> Touched {
        Touched { parts, seats: 0, zones: IdSet::ALL, shared: IdSet::ALL }
    }

    /// The touch of a static ability that may have come into play or left it; `ability` is the first one of its group
    /// ([`Ability::group`](crate::kernel::model::ability::Ability::group)). With many abilities, several share a bit.
    pub fn of_static(ability: AbilityId) -> Touched {
        Touched::part(1 << (Touched::PARTS + ability.index() as u32 % (u64::BITS - Touched::PARTS)))
    }

    /// These touches, those of cards limited to cards in these kinds of zone.
    #[inline]
    pub fn within(self, zones: IdSet<ZoneKind>) -> Touched {
        Touched { zones: self.zones & zones, shared: self.shared & zones, ..self }
    }

    /// These touches, those of counters, tallies and cards limited to this player and the player's zones.
    #[inline]
    pub fn of_seat(self, seat: Seat) -> Touched {
        if seat.0 >= 8 { self } else { Touched { seats: 1 << seat.0, shared: IdSet::EMPTY, ..self } }
    }

    /// The union of both.
    #[inline]
    pub fn and(self, other: Touched) -> Touched {
        Touched {
            parts: self.parts | other.parts,
            seats: self.seats | other.seats,
            zones: self.zones | other.zones,
            shared: self.shared | other.shared,
        }
    }

    /// These touches without those that concern single players: counters, tallies, and cards in zones of players.
    #[inline]
    pub fn of_all(self) -> Touched {
        Touched { parts: self.parts & !Touched::OF_PLAYERS, seats: 0, zones: self.shared, ..self }
    }

    /// The players in whose zones cards are touched, or whose counters or tallies are: one bit each.
    #[inline]
    pub fn seats(self) -> u8 {
        self.seats
    }

    /// True if all parts of `other` are among these. Players and zones are not compared.
    #[inline]
    pub fn holds(self, other: Touched) -> bool {
        self.parts & other.parts == other.parts
    }

    /// True if some part is in both: for cards, in a kind of zone that is in both.
    #[inline]
    pub fn meets(self, other: Touched) -> bool {
        let both = self.parts & other.parts;
        both & !Touched::OF_CARDS != 0 || both != 0 && !(self.zones & other.zones).is_empty()
    }
}

/// The parts of a state that the compiled rules of a game read, so that caches know which changes concern them.
#[derive(Clone, Debug, Default)]
pub struct RuleReads {
    /// For each check, in manifest order, the parts of a state that it reads.
    pub checks: Vec<CheckReads>,
    /// For each condition printed on a card, the parts of a state that it reads: first by the slot of its field, then
    /// by card definition. The list of a slot is empty if no check asks for its conditions.
    pub conditions: Vec<Vec<Touched>>,
    /// The parts of a state that the protected numbers read, which every script must leave unchanged.
    pub protected_numbers: Touched,
    /// For each attribute, by number, the parts of a state that its value reads. `None`: it depends on the asking
    /// player, or is so simple that caching it saves nothing.
    pub attrs: Vec<Option<ValueReads>>,
    /// For each sealed window, by number, the parts of a state that a seat's decision in its lane reads; `None` for all
    /// other windows.
    pub lanes: Vec<Option<ValueReads>>,
    /// The parts of a state on which it depends what pips a player can pay; `None`: it depends on the thing paid for,
    /// too.
    pub purse: Option<ValueReads>,
    /// The parts of a state that static abilities read to change cards in layers.
    pub layers: Touched,
    /// True for each ability, by number, that changes only its own card or that card's host.
    pub names_its_card: Vec<bool>,
    /// What every rule that reads a layer reads, too: whether static abilities that change cards in layers are in play.
    pub layering: Touched,
    /// The layers that each ability, by number, reads to find its own changes in layers.
    pub in_layers: Vec<IdSet<Layer>>,
    /// True for abilities, by number, that are the same on every card of a player: nothing they listen to, need or
    /// change depends on their card.
    pub alike: Vec<bool>,
    /// For each ability, by number, what in each of its needs is equal for all cards of a player.
    pub shared_needs: Vec<Vec<SharedNeed>>,
    /// For each kind of use, by number, what in each of its needs is equal for all cards of a player.
    pub shared_needs_of_uses: Vec<Vec<SharedNeed>>,
}

/// The part of a need that is equal for all cards of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SharedNeed {
    /// True if the whole need is equal for all cards of the player.
    pub whole: bool,
    /// If the need is a list of alternative conditions, those that are equal for all cards: one bit each, in their
    /// order.
    pub parts: u64,
    /// If the need compares the sum of a number of the card and an amount that is equal for all cards: the attribute of
    /// the number, and true if it is the first term.
    pub adds: Option<(AttrId, bool)>,
}

/// The parts of a state that a cached value of a player, or of a card, reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueReads {
    /// The parts that are read for every player or card alike.
    pub any: Touched,
    /// The parts that are read of this player alone: counters, and cards in the player's zones. For a value of a card:
    /// those that are read of this card alone.
    pub own: Touched,
}

impl ValueReads {
    /// True if the value is out of date for all players after this touch.
    #[inline]
    pub fn meets_for_all(self, touched: Touched) -> bool {
        self.any.meets(touched) || self.own.meets(touched.of_all())
    }
}

/// The reads of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckReads {
    /// The parts of a state that the condition reads that switches the check on.
    pub condition: Touched,
    /// The parts of a state that the condition and the selection read, without the printed conditions listed under
    /// `printed`. `own` holds what is read of the candidate card itself.
    pub all: ValueReads,
    /// The cards of which a printed condition is asked, with the slot of the field that prints it; `None`: it asks for
    /// none.
    pub printed: Option<(u8, Selection)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_other_zones_do_not_meet() {
        let [a, b] = [0, 1].map(|kind| IdSet::one(ZoneKind::of(kind)));
        let (here, there) = (Touched::PLACES.within(a), Touched::PLACES.within(b));
        assert!(here.meets(Touched::PLACES) && here.meets(here) && !here.meets(there));
        assert!(!here.meets(Touched::CARDS), "what a card is does not meet where it lies");
        assert!(here.and(Touched::FLOW).meets(there.and(Touched::FLOW)));
        assert!(!here.meets(Touched::default()) && !Touched::FLOW.meets(Touched::USES));
    }

    #[test]
    fn abilities_that_hold_are_told_apart() {
        let [a, b] = [3, 40].map(|ability| Touched::of_static(AbilityId::of(ability)));
        assert!(a.meets(a) && !a.meets(b) && a.meets(Touched::STATICS) && b.meets(Touched::STATICS));
        assert!(!Touched::STATICS.meets(Touched::GIVEN.and(Touched::LISTENERS).and(Touched::STATUSES)));
        assert!(Touched::ALL.meets(a) && !a.of_all().meets(b), "what holds is no player's");
    }

    #[test]
    fn cards_of_one_player_are_not_those_of_all() {
        let [a, b] = [0, 1].map(|kind| IdSet::one(ZoneKind::of(kind)));
        let drawn = Touched::PLACES.within(a).and(Touched::PLACES.within(b).of_seat(Seat(2)));
        assert!(drawn.meets(Touched::PLACES.within(a)) && drawn.meets(Touched::PLACES.within(b)));
        assert!(drawn.of_all().meets(Touched::PLACES.within(a)) && !drawn.of_all().meets(Touched::PLACES.within(b)));
        assert_eq!(drawn.seats(), 1 << 2);
    }
}
