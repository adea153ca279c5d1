//! View: what one person may see of a game, as an allow-list.
//!
//! A person plays one seat, several, or none and only watches. A fact that is not put into a view is not seen. A hidden
//! card is only counted: the view says neither its name nor its place nor its statuses. Of the decisions of others it
//! says only the seat that is asked and the window.

pub mod board;
mod cards;
mod changes;
mod conditions;
pub mod encoder;
mod ending;
mod viewer;

use crate::kernel::tell::transcript::transcript_entries;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Table;
use crate::error::Result;
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::Role;
use crate::kernel::model::rules::Protocol;
use crate::kernel::model::value::Zone;
use crate::kernel::model::viewers::Eyes;
use crate::kernel::tell::object_words::Reader;
use crate::kernel::{Card, Decision, Seat, Value, World};
use viewer::{Looking, outcome};

pub(crate) use conditions::as_printed;
pub use conditions::in_words;
pub use ending::EndView;
pub use viewer::cost_of;

/// A person's view of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The title of the game.
    pub title: String,
    /// Everybody at the table, in the order of seats.
    pub seats: Vec<SeatView>,
    /// The numbers of the game that the table shows.
    pub numbers: Vec<(String, i64)>,
    /// All zones, those of one kind together in the order of seats.
    pub zones: Vec<ZoneView>,
    /// Boards, as far as everybody may know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<board::BoardView>,
    /// Open records, the innermost last.
    pub records: Vec<RecordView>,
    /// Uses that are not finished, the latest last.
    pub uses: Vec<UseView>,
    /// Levels that were entered, with their number from 1: `turn` 5.
    pub levels: Vec<(String, u32)>,
    /// The phase.
    pub phase: Option<String>,
    /// The active player's seat, counted from 0.
    pub active: u8,
    /// The innermost open window.
    pub window: Option<WindowView>,
    /// The seats that are asked.
    pub asked: Vec<AskedView>,
    /// The person's own decisions, in full.
    pub decisions: Vec<DecisionView>,
    /// The outcome in words; `None` while the game goes on.
    pub outcome: Option<String>,
    /// The winners and the reason; `None` while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndView>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatView {
    /// The name of the player.
    pub name: String,
    /// True if the person who looks plays the seat.
    pub is_own: bool,
    /// True if the seat has lost while others play on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_out: bool,
    /// The number of games of the match that the seat has won.
    pub wins: u16,
    /// The roles of the seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// The numbers that the table shows beside the seat's name.
    pub shown: Vec<(String, i64)>,
    /// The counters and attributes of the seat, by name.
    pub fields: BTreeMap<String, Field>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneView {
    /// The kind of zone.
    pub name: String,
    /// The seat of its owner, counted from 0; `None` for a shared zone.
    pub seat: Option<u8>,
    /// The cards that the person sees: in order where all see the zone, else by name.
    pub cards: Vec<CardView>,
    /// The number of further cards.
    pub unknown: usize,
    /// The cards of which the person sees only the back: those in the slots of a shared table, and those that lie face
    /// down among visible faces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<HiddenView>,
}

/// The value of a field of a card or a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Field {
    /// A number.
    Number(i64),
    /// A text, as the symbols of a cost.
    Text(String),
    /// Words.
    Words(Vec<String>),
}

impl Field {
    /// The value as a number; `None` for text.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Field::Number(n) => Some(*n),
            _ => None,
        }
    }
}

/// The back of a card, with everything that is public about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HiddenView {
    /// The slot of the card, counted from 1; 0 in a zone without slots.
    pub slot: u16,
    /// The owner of the card, where the zone does not imply her.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The counters on the card, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Field>,
    /// The statuses of the card, in the order of groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<String>,
    /// The card to which this card is attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostView>,
}

/// The card on which another hangs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostView {
    /// The card's number, if the person sees the card.
    #[serde(default, with = "maybe_card", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u16>")]
    pub card: Option<Card>,
    /// The name of the card, if the person sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind of zone in which it lies.
    pub zone: String,
    /// The seat of the zone, counted from 0; `None` for a shared zone.
    pub seat: Option<u8>,
    /// The place of the card among the `hidden` of that zone, counted from 0, if the person sees only its back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
}

/// A card that the person sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardView {
    /// The number of the card in this game.
    #[serde(with = "card_number")]
    #[schemars(with = "u16")]
    pub card: Card,
    /// The id of the card's definition.
    pub id: String,
    /// The name of the card as what it is now, in the language of the game.
    pub name: String,
    /// The place of its space, from 1; 0 in a zone that is one pile.
    pub slot: u16,
    /// The name of the owner of a card in a zone that all share; `None` in a player's zone, and of a card that nobody owns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The current fields of the card, including costs, without those that its zone hides.
    pub fields: BTreeMap<String, Field>,
    /// The printed values of the fields that differ from print. Costs that other players pay appear as printed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub printed: BTreeMap<String, Field>,
    /// The statuses of the card, in the order of groups: the zone's, and others.
    pub statuses: Vec<String>,
    /// The card to which this card is attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostView>,
    /// Changes by other cards: controller, name, types, abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeView>,
}

/// Something that another card, or an effect, made of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeView {
    /// The change in words: `amy controls it`, `also beast`, `has lost 1 of Wolf`.
    pub what: String,
    /// The name of the card that it comes from, if it comes from one that the person sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A record of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordView {
    /// The kind of the record.
    pub name: String,
    /// The fields of the record in words.
    pub fields: Vec<(String, String)>,
}

/// A use that is not finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UseView {
    /// The seat of the use's player, counted from 0.
    pub user: u8,
    /// The use in words: the ability, its targets, and the use that it replies to.
    pub text: String,
    /// True if the use was cancelled.
    pub is_cancelled: bool,
    /// True if nobody declared the use: it triggered.
    pub is_trigger: bool,
}

/// An open window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowView {
    /// The name of the window.
    pub name: String,
    /// The question of the window, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The protocol of the window.
    #[serde(with = "protocol_name")]
    #[schemars(with = "String")]
    pub protocol: Protocol,
    /// The use that the window is about.
    pub about: Option<UseView>,
    /// Passes in a row.
    pub passes: u8,
    /// The number of passes in a row that close the window.
    pub closes_after: u8,
}

/// A question to a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AskedView {
    /// The seat, counted from 0.
    pub seat: u8,
    /// The window in which the seat is asked; `None`: by an effect.
    pub window: Option<String>,
}

/// A decision of the person who looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecisionView {
    /// The seat that is asked, from 0.
    pub seat: u8,
    /// The window in which the seat is asked; `None`: an effect asks.
    pub window: Option<String>,
    /// The question in words, with its subject.
    pub prompt: String,
    /// The kind of answer.
    pub kind: DecisionKind,
    /// The least number, or how many must be chosen.
    pub least: i64,
    /// The greatest number, or how many may be chosen.
    pub most: i64,
    /// True if the person may pass.
    pub may_pass: bool,
    /// The condition on the chosen set, in words; empty without one.
    pub rule: String,
    /// The options. An answer names them by their places in this list.
    pub options: Vec<OptionView>,
    /// If not all options can be chosen together: sets of places that can, at most 32 sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<Vec<usize>>,
    /// True if the chosen options pay for something.
    pub is_payment: bool,
    /// The trigger, or the replacement, of which is asked whether it is used: `card/ability`. The same for each card with
    /// that ability; `None`: something else is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// The seconds until the deadline of the decision; `None`: no deadline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u32>,
}

/// The kinds of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    /// A use of one of the options, or a pass.
    Act,
    /// A choice of some of the options.
    Pick,
    /// All options are put into an order, the first on top.
    Order,
    /// A number is named.
    Number,
    /// Options are chosen that are pairs, each thing in one pair only.
    Assign,
}

/// Something that may be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OptionView {
    /// In words.
    pub text: String,
    /// The card of the option, if the person sees it.
    #[serde(default, with = "maybe_card", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u16>")]
    pub card: Option<Card>,
    /// The cost of the option in words; empty without one.
    pub cost: String,
    /// The type of that card, if the person sees it.
    #[serde(default, rename = "type", skip_serializing_if = "String::is_empty")]
    pub ty: String,
    /// Of a pair: the receiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_to: Option<GivenTo>,
    /// The zone or the space, for an option of that kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<SpaceOf>,
}

/// A zone, or a space of a zone that has several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceOf {
    /// The kind of zone.
    pub zone: String,
    /// The seat of its owner, counted from 0; `None` for a shared zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The place of the space, from 1, as the spaces of a board are listed; 0: the zone is one pile.
    pub slot: u16,
}

/// The receiver in an assignment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GivenTo {
    /// The place of the option among those that get something, counted from 1.
    pub place: usize,
    /// In words.
    pub text: String,
    /// The card at the place, if the person sees it.
    #[serde(default, with = "maybe_card", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u16>")]
    pub card: Option<Card>,
}

mod card_number {
    //! A card by its number.

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::kernel::Card;

    pub fn serialize<S: Serializer>(card: &Card, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u16(card.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Card, D::Error> {
        u16::deserialize(d).map(Card)
    }
}

mod maybe_card {
    //! A card by its number, or none.

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::kernel::Card;

    pub fn serialize<S: Serializer>(card: &Option<Card>, s: S) -> Result<S::Ok, S::Error> {
        card.map(|card| card.0).serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Card>, D::Error> {
        Ok(Option::<u16>::deserialize(d)?.map(Card))
    }
}

mod protocol_name {
    //! A protocol by its word.

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::{Protocol, protocol_word};

    const ALL: [Protocol; 8] = [
        Protocol::Free,
        Protocol::Alternate,
        Protocol::Interrupt,
        Protocol::Priority,
        Protocol::Each,
        Protocol::Sealed,
        Protocol::Reaction,
        Protocol::Auto,
    ];

    pub fn serialize<S: Serializer>(protocol: &Protocol, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(protocol_word(protocol))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Protocol, D::Error> {
        let word = String::deserialize(d)?;
        let known = ALL.into_iter().find(|protocol| protocol_word(protocol) == word);
        known.ok_or_else(|| D::Error::custom("an unknown protocol"))
    }
}

/// The word for a protocol, as manifests write it.
pub fn protocol_word(protocol: &Protocol) -> &'static str {
    match protocol {
        Protocol::Free => "free",
        Protocol::Alternate => "alternate",
        Protocol::Interrupt => "interrupt",
        Protocol::Priority => "priority",
        Protocol::Each => "each",
        Protocol::Sealed => "sealed",
        Protocol::Reaction => "reaction",
        Protocol::Auto => "auto",
    }
}

/// A line of the transcript as a seat may read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TranscriptLine {
    /// The text of the line, indented by its depth.
    pub text: String,
    /// True for a line that repeats its neighbours or shows what can be seen on the table: passes, phases, costs, cards
    /// that pass through a shared zone, statuses that the rules change.
    pub is_minor: bool,
}

/// The transcript as a seat, or a person with several, may read it.
pub fn transcript_for(table: &Table, eyes: impl Into<Eyes>) -> Vec<TranscriptLine> {
    let world = table.world();
    let entries =
        transcript_entries(world.game(), &world.log, Reader { names: table.names(), eyes: Some(eyes.into()) });
    let is_minor = |at: usize| is_minor(world, &world.log.lines.get(at).line);
    entries.into_iter().map(|line| TranscriptLine { text: line.text, is_minor: is_minor(line.at) }).collect()
}

pub(super) fn is_minor(world: &World, line: &Line) -> bool {
    match line {
        Line::Passed(..) | Line::NotAsked(..) | Line::Phase(_) | Line::Paid(..) => true,
        Line::Event(e) if e.role == Role::Cost || e.kind == event::ARRANGED => true,
        Line::Event(e) if e.kind == event::STATUS => e.role == Role::Rule,
        Line::Event(e) if e.kind == event::MOVED => {
            let is_shared = |v: &Value| matches!(v, Value::Zone(z) if world.rules.schema.zone_owner(*z).is_none());
            e.fields[1..3].iter().any(is_shared)
        }
        _ => false,
    }
}

impl View {
    /// The view of the person who holds a seat; it covers all her seats.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn of_person(table: &Table, seat: Seat) -> Result<View> {
        table.has_seats(&[seat])?;
        View::new(table, &table.person(seat).seats().collect::<Vec<_>>())
    }

    /// The view of the person who plays these seats; without seats, the public view.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn new(table: &Table, seats: &[Seat]) -> Result<View> {
        table.has_seats(seats)?;
        let looking = Looking { table, world: table.world(), seats };
        let (state, rules) = (&looking.world.state(), &looking.world.rules);
        let asked = |d: &Decision| AskedView { seat: d.seat.0, window: looking.window_name(d) };
        let own = |d: &&Decision| seats.contains(&d.seat);
        let ended = state.outcome.filter(|_| state.over);
        let levels = rules.schema.levels.iter().zip(&state.level_numbers).filter(|(_, n)| **n > 0);
        Ok(View {
            title: rules.schema.title.to_string(),
            seats: (0..rules.schema.seats).map(|s| looking.seat(Seat(s))).collect(),
            numbers: looking.numbers(),
            zones: (0..state.zones.spaces()).map(Zone::of).filter_map(|z| looking.zone(z)).collect(),
            boards: looking.boards(),
            records: state.records.iter().map(|r| looking.record(r)).collect(),
            uses: state.uses.iter().map(|u| looking.use_(u)).collect(),
            levels: levels.map(|(name, n)| (rules.name(*name).to_string(), *n)).collect(),
            phase: state.phase.map(|p| rules.name(p).to_string()),
            active: state.active.0,
            window: state.window().map(|w| looking.window(w)),
            asked: table.decisions().iter().map(asked).collect(),
            decisions: table.decisions().iter().filter(own).map(|d| looking.decision(d)).collect(),
            outcome: ended.map(|o| outcome(table, o)),
            ended: ended.map(|o| ending::ending(table, o, seats.into())),
        })
    }

    /// A zone by its name; `seat`, from 0, counts for zones that each player has.
    pub fn zone(&self, seat: Seat, name: &str) -> Option<&ZoneView> {
        self.zones.iter().find(|z| z.name == name && z.seat.is_none_or(|s| s == seat.0))
    }

    /// A card that the person sees.
    pub fn card(&self, card: Card) -> Option<(&ZoneView, &CardView)> {
        self.zones.iter().find_map(|z| z.cards.iter().find(|c| c.card == card).map(|c| (z, c)))
    }
}
