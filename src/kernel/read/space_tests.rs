//! Evaluation of tests of zones and spaces.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Cmp, Ref, SeatTest, SpaceTest, Test};
use crate::kernel::model::value::{Value, Zone, ZoneKind};
use crate::kernel::read::evaluation_env::{Env, Obj};

impl Env<'_> {
    /// True if a space matches.
    pub fn space_matches(&self, test: &Test<SpaceTest>, space: Zone) -> bool {
        self.look() && self.test(test, Obj::Space(space), &|one| self.space_is(one, space))
    }

    fn space_is(&self, test: &SpaceTest, space: Zone) -> bool {
        match test {
            SpaceTest::Zone(kinds) => self.lies_in(space, *kinds),
            SpaceTest::Owner(test) => self.is_owned(space, test),
            SpaceTest::Slot(cmp, amount) => self.has_slot(space, *cmp, amount),
            SpaceTest::Opposite(r) => self.is_opposite(space, r),
            SpaceTest::Free => !self.state.is_full(self.rules, space),
            SpaceTest::Board(test) => self.board_matches(test, space),
            SpaceTest::Holds(test) => self.state.zone(space).iter().any(|c| self.card_matches(test, *c)),
            SpaceTest::SpaceCounter(i, cmp, amount) => {
                let counters = self.rules.schema.space_counters.len();
                let n = self.state.space_counters[space.index() * counters + *i as usize];
                cmp.holds(n, self.at(Obj::Space(space)).amount(amount))
            }
        }
    }

    /// True if a space is of one of these kinds of zone.
    pub(super) fn lies_in(&self, space: Zone, kinds: IdSet<ZoneKind>) -> bool {
        kinds.contains(self.rules.schema.kind_of(space))
    }

    /// True if a space belongs to a player who matches.
    pub(super) fn is_owned(&self, space: Zone, test: &SeatTest) -> bool {
        self.rules.schema.zone_owner(space).is_some_and(|s| self.seat_is(test, s))
    }

    /// True if the place of a space in its zone, counted from 1, meets a comparison with an amount.
    pub(super) fn has_slot(&self, space: Zone, cmp: Cmp, amount: &Amount) -> bool {
        cmp.holds(self.rules.schema.slot_of(space), self.amount(amount))
    }

    /// True if a space lies opposite to the space or card of a reference: at the same place of the other player's zone.
    pub(super) fn is_opposite(&self, space: Zone, r: &Ref) -> bool {
        let layout = &self.rules.schema.layout;
        self.lookup(r).items().iter().any(|v| {
            let other = match v {
                Value::Card(card) => self.state.card(*card).zone,
                Value::Zone(zone) => *zone,
                _ => return false,
            };
            let (a, b) = (layout[space.index()], layout[other.index()]);
            a.kind == b.kind && a.place == b.place && a.seat == self.next_seat(b.seat)
        })
    }
}
