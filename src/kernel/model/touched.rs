//! Touched: which parts of a state something reads or writes, so that who keeps what it found out knows when that may
//! be wrong.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::value::ZoneKind;

/// Parts of a state: one bit each. Those of cards are told apart by the kinds of zone that the cards lie in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    parts: u16,
    /// In which kinds of zone, as far as it is about cards.
    zones: IdSet<ZoneKind>,
}

impl Touched {
    /// Counters of players, spaces and the game; tallies.
    pub const NUMBERS: Touched = Touched::part(1);
    /// Modifiers, and abilities given or lost.
    pub const LASTING: Touched = Touched::part(2);
    /// Records.
    pub const RECORDS: Touched = Touched::part(4);
    /// Uses and triggers.
    pub const USES: Touched = Touched::part(8);
    /// Turns, phases, levels, results.
    pub const FLOW: Touched = Touched::part(16);
    /// Who knows a card, and how it lies.
    pub const SIGHT: Touched = Touched::part(32);
    /// Tasks, the log, chance: nothing that a rule reads but which windows are open.
    pub const CONTROL: Touched = Touched::part(64);
    /// Abilities that hold by themselves: one of them may have come into play or left it.
    pub const STATICS: Touched = Touched::part(128);
    /// What cards are and their statuses, in any zone.
    pub const CARDS: Touched = Touched { parts: 256, zones: IdSet::ALL };
    /// Which cards lie where, in any zone.
    pub const PLACES: Touched = Touched { parts: 512, zones: IdSet::ALL };
    /// Stored numbers of cards, in any zone.
    pub const CARD_NUMBERS: Touched = Touched { parts: 1024, zones: IdSet::ALL };
    /// Permissions that were given.
    pub const PERMISSIONS: Touched = Touched::part(2048);
    /// Abilities that listen to what happens to other cards: one of them may have come into play or left it.
    pub const LISTENERS: Touched = Touched::part(4096);
    /// Everything.
    pub const ALL: Touched = Touched { parts: 8191, zones: IdSet::ALL };

    const OF_CARDS: u16 = 256 | 512 | 1024;

    const fn part(parts: u16) -> Touched {
        Touched { parts, zones: IdSet::EMPTY }
    }

    /// The same, as far as it is about cards in these kinds of zone only.
    pub fn within(self, zones: IdSet<ZoneKind>) -> Touched {
        Touched { zones: self.zones & zones, ..self }
    }

    /// These and others.
    #[inline]
    pub fn and(self, other: Touched) -> Touched {
        Touched { parts: self.parts | other.parts, zones: self.zones | other.zones }
    }

    /// Whether some part is among both: one of cards only in a kind of zone that is among both.
    #[inline]
    pub fn meets(self, other: Touched) -> bool {
        let both = self.parts & other.parts;
        both & !Touched::OF_CARDS != 0 || both != 0 && !(self.zones & other.zones).is_empty()
    }
}

/// What the compiled rules of a game read.
#[derive(Clone, Debug, Default)]
pub struct RuleReads {
    /// What finding the objects of each check reads, in the order of the checks.
    pub checks: Vec<Touched>,
    /// What finding the numbers reads that every script must leave as they are.
    pub keeps: Touched,
    /// What the value of each attribute reads, by number. `None`: it depends on who asks for it, or is so plain that
    /// keeping it saves nothing.
    pub attrs: Vec<Option<Touched>>,
    /// Which abilities, by number, say the same from whichever card of a player: nothing they listen to, need or change
    /// depends on the card they stand on.
    pub alike: Vec<bool>,
    /// Which needs of each ability, by number, say the same for all cards of a player that it is for: one bit each, in
    /// their order. Those beyond 64 are asked for each card.
    pub shared_needs: Vec<u64>,
    /// The same for the needs of each kind of use.
    pub shared_needs_of_uses: Vec<u64>,
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
}
