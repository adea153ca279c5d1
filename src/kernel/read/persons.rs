//! Persons: the seats of each person. Rules know only seats; a game may restrict which seats one person may hold.

use crate::kernel::model::refusal::Unheld;
use crate::kernel::model::value::Seat;
use crate::kernel::model::viewers::{Eyes, Holding};
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// The seats of every person at the table, if some persons hold the given seats: one seat each, or a division of
    /// the seats that the manifest allows.
    ///
    /// # Errors
    ///
    /// The reason why the persons may not hold these seats.
    pub fn persons(self, given: &[Eyes]) -> Result<Vec<Eyes>, Unheld> {
        let seats = self.rules.schema.seats;
        let mut taken = Eyes(0);
        for person in given {
            if person.is_empty() {
                return Err(Unheld::NoneHeld);
            }
            if let Some(seat) = person.seats().find(|s| s.0 >= seats) {
                return Err(Unheld::NoSeat(seat, seats));
            }
            if let Some(seat) = person.seats().find(|s| taken.has(*s)) {
                return Err(Unheld::Twice(seat));
            }
            taken.0 |= person.0;
        }
        if given.iter().all(|p| p.len() == 1) {
            return Ok((0..seats).map(|s| Eyes::from(Seat(s))).collect());
        }
        let all = (0..seats).fold(0, |mask, s| mask | 1 << s);
        let fits = |h: &&Holding| {
            h.persons.iter().fold(0, |mask, p| mask | p.0) == all
                && h.when.as_ref().is_none_or(|c| self.table_env().holds(c))
        };
        let allowed: Vec<_> = self.rules.persons.iter().filter(fits).collect();
        let found = allowed.iter().find(|h| given.iter().all(|p| h.persons.contains(p)));
        match (found, allowed.as_slice()) {
            (Some(holding), _) => Ok(holding.persons.clone()),
            (None, []) => Err(Unheld::OneEach),
            (None, some) => Err(Unheld::Otherwise(some.iter().map(|h| h.persons.clone()).collect())),
        }
    }
}
