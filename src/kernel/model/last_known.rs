//! Last known information: cards as they were when they left play, for rules and scripts that still speak of them.

use intermezzo_derive::Renumber;
use std::sync::Arc;

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::objects::CardState;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, AttrId, Card, DefId, RecId, Seat, TypeId, Value};

/// The moment at which a rule or script named a card, as a number of batches. A card that leaves play after that moment
/// is read in its last known state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Since(pub u32);

impl Since {
    /// No moment: cards are read as they are now.
    pub const NOW: Since = Since(u32::MAX);
}

impl Default for Since {
    fn default() -> Since {
        Since::NOW
    }
}

/// The moment at which a card is read, which may be before it left play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsOf {
    /// The moment. A card that left play after it is read as it was when it left.
    pub since: Since,
    /// The batch of the event that names the card; 0 for no event. If the card left in this batch, its zone is the one
    /// before the batch, too.
    pub event: u32,
}

impl AsOf {
    /// The present.
    pub const NOW: AsOf = AsOf { since: Since::NOW, event: 0 };

    /// The state at a moment: the last known one if the card left play after it.
    pub fn since(since: Since) -> AsOf {
        AsOf { since, event: 0 }
    }
}

/// The state of a card just before a batch in which it left play.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct LastKnown {
    /// The card.
    pub card: Card,
    /// The number of the batch in which the card, or its host, left play.
    pub batch: u32,
    /// True for a card that left; false for one that stayed in play when its host left.
    pub left: bool,
    /// The state of the card.
    pub state: CardState,
    /// The seats whose players saw the face of the card: bit n for seat n.
    pub seen_by: u8,
    /// The controller of the card.
    pub controller: Seat,
    /// The name of the card.
    pub name: Sym,
    /// The types of the card.
    pub types: IdSet<TypeId>,
    /// The card to which it was attached.
    pub host: Option<Card>,
    /// The cards that were attached to it.
    pub carried: Vec<Card>,
    /// The values of attributes that are computed, or that some effect may have changed.
    pub numbers: Vec<(AttrId, i64)>,
    /// The definitions from which it copied printed numbers.
    pub printed: Vec<(AttrId, DefId)>,
    /// The stored numbers of the card, by attribute.
    pub stored: Vec<(AttrId, i64)>,
    /// The words of the card in fields where they may differ from the printed ones.
    pub words: Vec<(Sym, Vec<Sym>)>,
    /// The fields with a printed condition that held.
    pub fulfilled: Vec<Sym>,
    /// The abilities of the card; `None`: the printed ones.
    pub abilities: Option<Vec<AbilityId>>,
    /// The fields of open records that listed the card.
    pub records: Vec<(RecId, Sym)>,
}

/// The entries of one card, the earliest first. `known` is sorted by [`LastKnown::place`].
pub fn of_card(known: &[Arc<LastKnown>], card: Card) -> &[Arc<LastKnown>] {
    let from = known.partition_point(|one| one.card < card);
    let count = known[from..].partition_point(|one| one.card == card);
    &known[from..from + count]
}

/// The state in which a card was kept when its host left play, during the card's stay numbered `stay`.
pub fn fell_off(known: &[Arc<LastKnown>], card: Card, stay: u32) -> Option<&LastKnown> {
    let it = |known: &&Arc<LastKnown>| !known.left && known.state.stay == stay;
    of_card(known, card).iter().rev().find(it).map(|known| &**known)
}

impl LastKnown {
    /// The sort key: entries of one card stand together, the earliest first.
    pub fn place(&self) -> (Card, u32) {
        (self.card, self.batch)
    }

    /// True if a field of a record listed the card.
    pub fn lay_in(&self, record: RecId, field: Sym) -> bool {
        self.records.contains(&(record, field))
    }

    /// The definition whose printed number the card had: its own, or the definition of the card that it copied.
    pub fn printed_source(&self, attr: AttrId) -> DefId {
        self.printed.iter().find(|(of, _)| *of == attr).map_or(self.state.def, |(_, def)| *def)
    }

    /// The attached cards as a list value.
    pub fn carries(&self) -> Value {
        Value::List(self.carried.iter().map(|card| Value::Card(*card)).collect())
    }
}
