//! Guest: a connection to a table, and what was already sent to it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use intermezzo::error::Result;
use intermezzo::sitting::Sitting;
use intermezzo::wire::Over;
use intermezzo::{Outcome, Seat, Table, View};
use tokio::sync::mpsc::Sender;

use crate::games::Loaded;
use crate::messages::{Message, Now, written};

/// A connection to a table.
pub struct Guest {
    /// The number of the guest at this table.
    pub id: u64,
    /// The seat; `None` for a watcher.
    pub seat: Option<u8>,
    /// The channel to the guest.
    pub mail: Sender<Arc<str>>,
    /// The number of the first event that was not sent yet.
    pub told: u32,
    /// True if the guest must receive all events again.
    pub is_anew: bool,
    /// The ids of the printed cards that were sent.
    pub known: BTreeSet<String>,
}

impl Guest {
    /// Sends a message. False: the guest left, or has too many unread messages.
    pub fn say(&self, message: &Message) -> bool {
        self.send(written(message))
    }

    /// Sends a message that is already JSON. False as for [`Guest::say`].
    pub fn send(&self, text: Arc<str>) -> bool {
        self.mail.try_send(text).is_ok()
    }

    /// Sends the state of the table. Guests who would receive the same text share it through `told`. False as for
    /// [`Guest::say`].
    pub fn tell(&mut self, table: &Table, loaded: &Loaded, sitting: &Sitting, told: &mut Telling) -> bool {
        let key = (self.seat, self.told, std::mem::take(&mut self.is_anew));
        let said = match told.entry(key) {
            Entry::Occupied(said) => said.into_mut(),
            Entry::Vacant(none) => match Said::now(key, table, sitting) {
                Ok(said) => none.insert(said),
                Err(_) => return false,
            },
        };
        self.told = table.log_len();
        let new: Vec<&String> = said.cards.iter().filter(|id| !self.known.contains(*id)).collect();
        if !new.is_empty() {
            let faces = new.iter().filter_map(|id| loaded.game.printed(id)).collect();
            self.known.extend(new.into_iter().cloned());
            if !self.say(&Message::Faces(faces)) {
                return false;
            }
        }
        self.send(said.text.clone())
    }
}

/// The messages about one moment, by seat, first new event, and whether events start over.
pub type Telling = BTreeMap<(Option<u8>, u32, bool), Said>;

/// A message that several guests receive.
pub struct Said {
    /// The ids of the cards in the message.
    cards: BTreeSet<String>,
    text: Arc<str>,
}

impl Said {
    fn now((seat, from, is_anew): (Option<u8>, u32, bool), table: &Table, sitting: &Sitting) -> Result<Said> {
        let (view, events) = match seat {
            Some(seat) => (View::of_person(table, Seat(seat))?, table.events(Seat(seat), from)?),
            None => (View::new(table, &[])?, table.public_events(from)),
        };
        let now = Now {
            questions: view.decisions.iter().map(|decision| table.question(Seat(decision.seat))).collect(),
            left: view.decisions.iter().map(|decision| sitting.left(Seat(decision.seat), Instant::now())).collect(),
            is_anew,
            events,
            over: table.is_over().then(|| over(table, &view)),
            view: &view,
        };
        let text = written(&Message::Table(Box::new(now)));
        let cards = view.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.id.clone()).collect();
        Ok(Said { cards, text })
    }
}

fn over(table: &Table, view: &View) -> Over {
    let winner = match table.outcome() {
        Some(Outcome::Won(seat)) => Some(seat.0),
        _ => None,
    };
    Over {
        outcome: view.outcome.clone().unwrap_or_default(),
        winner,
        log_hash: table.log_hash(),
        seen: Vec::new(),
        watched: None,
    }
}
