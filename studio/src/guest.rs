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
use crate::parts::{self, part};
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
    /// How much of the table she is told.
    pub view: ViewTold,
}

/// How much of the table a guest is told.
#[derive(Clone, Default)]
pub enum ViewTold {
    /// All of it, each time.
    #[default]
    Whole,
    /// What differs from what she was told before; `None`: she was told nothing.
    Parts(Option<Arc<parts::Told>>),
}

impl ViewTold {
    /// How a guest who joins is told of the table.
    pub fn of(wants_parts: bool) -> ViewTold {
        if wants_parts { ViewTold::Parts(None) } else { ViewTold::Whole }
    }

    /// She is to be told the whole table once more.
    pub fn forget(&mut self) {
        if let ViewTold::Parts(told) = self {
            *told = None;
        }
    }

    /// What two guests have in common who are told the same next: the place of what they were told.
    fn place(&self) -> Option<usize> {
        match self {
            ViewTold::Whole => None,
            ViewTold::Parts(told) => Some(told.as_ref().map_or(0, |told| Arc::as_ptr(told) as usize)),
        }
    }
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
        if self.is_anew {
            self.view.forget();
        }
        let key = (self.seat, self.told, self.is_anew, self.view.place());
        if let Entry::Vacant(untold) = told.entry(key) {
            match table.standing(self.seat.map(Seat), self.told).await {
                Ok(standing) => drop(untold.insert(Said::now(standing, &self.view, key.2, hosting))),
                // A table whose process rests stands as it stood: she is told later.
                Err(error) => return self.say(&Message::Refused(Refused { question: None, why: why(&error) })),
            }
        }
        let Some(said) = told.get(&key) else { return false };
        (self.told, self.is_anew, self.view) = (table.log_len(), false, said.view.clone());
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

/// The messages about one moment, by seat, first new event, whether events start over, and what was told of the table.
pub type Telling = BTreeMap<(Option<u8>, u32, bool, Option<usize>), Said>;

/// A message that several guests receive.
pub struct Said {
    /// The ids of the cards in the message.
    cards: BTreeSet<String>,
    text: Arc<str>,
    view: ViewTold,
}

impl Said {
    fn now(standing: Standing, before: &ViewTold, is_anew: bool, hosting: &Hosting) -> Said {
        let Standing { text, asked, cards } = standing;
        let (text, view) = match before {
            ViewTold::Whole => (text, ViewTold::Whole),
            ViewTold::Parts(before) => {
                let (text, told) = part(&text, before.as_deref());
                (text, ViewTold::Parts(Some(Arc::new(told))))
            }
        };
        let left: Vec<_> = asked.iter().map(|seat| hosting.left(Seat(*seat), now())).collect();
        Said { cards, text: messages::table(&text, &left, is_anew), view }
    }
}
