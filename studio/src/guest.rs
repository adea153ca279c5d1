//! Guest: somebody connected to a table, and what she was told.

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

/// Somebody connected.
pub struct Guest {
    /// Her number at this table.
    pub id: u64,
    /// Her seat; `None`: she watches.
    pub seat: Option<u8>,
    /// The way of her messages.
    pub mail: Sender<Arc<str>>,
    /// The number of the first event that she was not told.
    pub told: u32,
    /// True if her events begin anew.
    pub is_anew: bool,
    /// The cards that she was shown as they are printed.
    pub known: BTreeSet<String>,
}

impl Guest {
    /// Sends a message. False: she does not read, or is gone.
    pub fn say(&self, message: &Message) -> bool {
        self.send(written(message))
    }

    /// The same with one that is written.
    pub fn send(&self, text: Arc<str>) -> bool {
        self.mail.try_send(text).is_ok()
    }

    /// Tells her how the table stands. Who sees the same and was told the same is told by one text: `told` keeps it.
    /// False: she is to go.
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

/// The messages about one moment: by seat, by the first event that is new, and by whether events begin anew.
pub type Telling = BTreeMap<(Option<u8>, u32, bool), Said>;

/// The message to all who see the same.
pub struct Said {
    /// The ids of the cards in it.
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
