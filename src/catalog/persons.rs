//! Persons: which seats one person may hold together.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::keys::manifest::Person;
use crate::error::Problems;
use crate::kernel::Seat;
use crate::kernel::model::viewers::Eyes;
use crate::kernel::model::viewers::Holding;
use crate::kernel::parse::parser::Scope;

impl Builder {
    /// Compiles `persons: [{ if: condition, hold: [[1, 4], [2, 3]] }]`.
    pub(super) fn persons(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for node in manifest.persons {
            let said = Person::of(node);
            let when = said.r#if.map(|n| self.parser(Scope::default(), problems).cond(n));
            let Some(hold) = said.hold else {
                continue;
            };
            let most = self.rules.schema.players.most as i64;
            let mut taken = Eyes(0);
            let mut persons = Vec::new();
            for person in hold.items() {
                let mut seats = Eyes(0);
                for n in person.items() {
                    match n.as_int().filter(|n| (1..=most).contains(n)) {
                        Some(at) if !taken.has(Seat(at as u8 - 1)) => {
                            let seat = Eyes::from(Seat(at as u8 - 1));
                            (seats.0, taken.0) = (seats.0 | seat.0, taken.0 | seat.0);
                        }
                        Some(at) => {
                            problems.error("name_taken", &n.span, format!("two people hold seat {at}"));
                        }
                        None => {
                            let message = format!("a seat is a number from 1 to {most}");
                            problems.error("wrong_kind", &n.span, message);
                        }
                    }
                }
                if !seats.is_empty() {
                    persons.push(seats);
                }
            }
            // The held seats must be the first ones, without a gap.
            if taken.0 & taken.0.wrapping_add(1) != 0 {
                let message = "`hold` leaves out a seat: somebody must hold each seat up to the last";
                problems.error("missing", &hold.span, message);
                continue;
            }
            self.rules.persons.push(Holding { when, persons });
        }
    }
}
