//! Persons: who holds which seats. Rules know seats only; a game says which of them one person may hold.

use crate::kernel::model::eyes::{Eyes, Holding};
use crate::kernel::model::value::Seat;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// Who holds which seats, all of them, where these people were given; who is not given holds one seat, or those
    /// that the game leaves.
    ///
    /// # Errors
    ///
    /// Why they may not hold them so.
    pub fn persons(self, given: &[Eyes]) -> Result<Vec<Eyes>, String> {
        let seats = self.rules.schema.seats;
        let mut taken = Eyes(0);
        for person in given {
            if person.is_empty() {
                return Err("a person holds at least one seat".into());
            }
            if let Some(seat) = person.seats().find(|s| s.0 >= seats) {
                return Err(format!("there is no seat {}: the game has {seats}", seat.0 + 1));
            }
            if let Some(seat) = person.seats().find(|s| taken.has(*s)) {
                return Err(format!("two people hold seat {}", seat.0 + 1));
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
            (None, []) => Err("here everybody holds one seat".into()),
            (None, some) => {
                let ways = some.iter().map(|h| h.persons.iter().map(|p| p.text()).collect::<Vec<_>>().join(", "));
                Err(format!("who holds several seats holds these: {}", ways.collect::<Vec<_>>().join("; or: ")))
            }
        }
    }
}
