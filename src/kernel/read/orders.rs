//! Orders of players that a manifest declares.

use crate::kernel::model::lang::OrderDef;
use crate::kernel::model::value::{Seat, Seats};
use crate::kernel::read::evaluation_env::{Env, Obj};

impl Env<'_> {
    /// The seats in a named order: by a number of each player, ties by seat; and then backwards again, if the order
    /// says so.
    pub(in crate::kernel) fn named_order(&self, order: &OrderDef) -> Seats {
        let mut seats: Seats = (0..self.rules.schema.seats).map(Seat).collect();
        if let (Some(by), Some(env)) = (&order.by, self.deeper()) {
            seats.sort_by_key(|s| Env { me: *s, ..env }.at(Obj::Seat(*s)).amount(by));
        }
        if order.back {
            let there = seats.clone();
            seats.extend(there.into_iter().rev());
        }
        seats
    }
}
