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
use crate::view_parts::{self, part};

/// A connection to a table.
pub struct Guest {
    /// The number of the guest at this table.
    pub id: u64,
    /// The seat; `None` for a watcher.
    pub seat: Option<u8>,
    /// The channel to the guest.
    pub mail: Sender<Arc<str>>,
    /// The number of the first event that was not sent yet.
    pub next_event: u32,
    /// True if the guest must receive all events again.
    pub is_anew: bool,
    /// The ids of the printed cards that were sent.
    pub known: BTreeSet<String>,
    /// The form in which she gets views of the table.
    pub view: ViewForm,
}

/// The form in which a guest gets views of the table.
#[derive(Clone, Default)]
pub enum ViewForm {
    /// The whole view, each time.
    #[default]
    Whole,
    /// The differences from the parts that were sent before; `None`: nothing was sent.
    Parts(Option<Arc<view_parts::SentParts>>),
}

impl ViewForm {
    /// The form for a guest who joins.
    pub fn of(wants_parts: bool) -> ViewForm {
        if wants_parts { ViewForm::Parts(None) } else { ViewForm::Whole }
    }

    /// Makes the next view a whole one.
    pub fn forget(&mut self) {
        if let ViewForm::Parts(sent) = self {
            *sent = None;
        }
    }

    /// A key that two guests share if the same parts were sent to both, so that the same message fits both.
    fn key(&self) -> Option<usize> {
        match self {
            ViewForm::Whole => None,
            ViewForm::Parts(sent) => Some(sent.as_ref().map_or(0, |sent| Arc::as_ptr(sent) as usize)),
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

    /// Sends the guest the standing of the table. Guests who see the same and got the same before share one message of
    /// `messages`. False: the connection must be closed.
    pub async fn tell(
        &mut self,
        table: &mut TableGame,
        loaded: &Loaded,
        hosting: &Hosting,
        messages: &mut MessagesOfMoment,
    ) -> bool {
        if self.is_anew {
            self.view.forget();
        }
        let key = (self.seat, self.next_event, self.is_anew, self.view.key());
        if let Entry::Vacant(missing) = messages.entry(key) {
            match table.standing(self.seat.map(Seat), self.next_event).await {
                Ok(standing) => drop(missing.insert(SharedMessage::now(standing, &self.view, key.2, hosting))),
                // While the process of the table rests, the guest gets this refusal, and the standing later.
                Err(error) => return self.say(&Message::Refused(Refused { question: None, why: why(&error) })),
            }
        }
        let Some(said) = messages.get(&key) else { return false };
        (self.next_event, self.is_anew, self.view) = (table.log_len(), false, said.view.clone());
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

/// The messages about one moment, by seat, first new event, whether events start over, and the parts that were sent.
pub type MessagesOfMoment = BTreeMap<(Option<u8>, u32, bool, Option<usize>), SharedMessage>;

/// A message that several guests receive.
pub struct SharedMessage {
    /// The ids of the cards in the message.
    cards: BTreeSet<String>,
    text: Arc<str>,
    view: ViewForm,
}

impl SharedMessage {
    fn now(standing: Standing, before: &ViewForm, is_anew: bool, hosting: &Hosting) -> SharedMessage {
        let Standing { text, asked, cards } = standing;
        let (text, view) = match before {
            ViewForm::Whole => (text, ViewForm::Whole),
            ViewForm::Parts(before) => {
                let (text, sent) = part(&text, before.as_deref());
                (text, ViewForm::Parts(Some(Arc::new(sent))))
            }
        };
        let left: Vec<_> = asked.iter().map(|seat| hosting.left(Seat(*seat), now())).collect();
        SharedMessage { cards, text: messages::table(&text, &left, is_anew), view }
    }
}
