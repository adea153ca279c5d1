//! Guest: a connection to a table, and the messages that were already sent to it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use intermezzo::Seat;
use intermezzo::hosting::Hosting;
use intermezzo::standing::Standing;
use tokio::sync::mpsc::Sender;

use crate::clock::now;
use crate::games::Loaded;
use crate::messages::{self, Message, Refused, why, written};
use crate::table_game::TableGame;

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

    /// Tells her how the table stands. Who sees the same and was told the same is told by one text: `told` keeps it.
    /// False: she is to go.
    pub async fn tell(
        &mut self,
        table: &mut TableGame,
        loaded: &Loaded,
        hosting: &Hosting,
        told: &mut Telling,
    ) -> bool {
        let key = (self.seat, self.told, self.is_anew);
        if let Entry::Vacant(untold) = told.entry(key) {
            match table.standing(self.seat.map(Seat), self.told).await {
                Ok(standing) => drop(untold.insert(Said::now(standing, key.2, hosting))),
                // A table whose process rests stands as it stood: she is told later.
                Err(error) => return self.say(&Message::Refused(Refused { question: None, why: why(&error) })),
            }
        }
        let Some(said) = told.get(&key) else { return false };
        (self.told, self.is_anew) = (table.log_len(), false);
        let new: Vec<&String> = said.cards.iter().filter(|id| !self.known.contains(*id)).collect();
        if !new.is_empty() {
            let faces = new.iter().filter_map(|id| loaded.printed(id)).collect();
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
    fn now(standing: Standing, is_anew: bool, hosting: &Hosting) -> Said {
        let Standing { text, asked, cards } = standing;
        let left: Vec<_> = asked.iter().map(|seat| hosting.left(Seat(*seat), now())).collect();
        Said { cards, text: messages::table(&text, &left, is_anew) }
    }
}
