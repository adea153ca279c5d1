//! Objects: the parts of a state: cards, uses, records, events, and lasting effects.

use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::lang::{CardTest, Test};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::origin::Origin;
use crate::kernel::model::permission::Permission;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;
use std::sync::Arc;
use thin_vec::ThinVec;

/// The running numbers of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ordinals {
    /// The number of uses declared so far.
    pub uses: u32,
    /// The number of records opened so far.
    pub records: u32,
    /// The number of batches applied so far.
    pub batches: u32,
    /// The number of stays of cards in zones that have begun so far.
    pub stays: u32,
    /// The number of times so far that an ability was given to something or taken from it.
    pub abilities: u32,
    /// The number of triggers since the last answer.
    pub triggers: u32,
    /// The number of checks that found something since the last answer.
    pub checks: u32,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub enum Outcome {
    /// A player won.
    Won(Seat),
    /// Several players won together: one bit a seat.
    Shared(u8),
    /// A draw.
    Draw,
    /// A loss of all remaining players without a winner: a game against a deck, or of one player.
    Lost,
    /// The game is over without a winner; scores count.
    Over,
    /// The game was aborted by a fault.
    Aborted,
}

impl Outcome {
    /// The outcome if these players win.
    pub fn won_by(seats: impl IntoIterator<Item = Seat>) -> Outcome {
        let bits = seats.into_iter().filter(|s| s.0 < 8).fold(0u8, |bits, s| bits | 1 << s.0);
        match bits.count_ones() {
            0 => Outcome::Draw,
            1 => Outcome::Won(Seat::of(bits.trailing_zeros())),
            _ => Outcome::Shared(bits),
        }
    }

    /// The winners.
    pub fn winners(self) -> Vec<Seat> {
        match self {
            Outcome::Won(seat) => vec![seat],
            Outcome::Shared(bits) => (0..8).filter(|n| bits & 1 << n != 0).map(Seat).collect(),
            Outcome::Draw | Outcome::Lost | Outcome::Over | Outcome::Aborted => Vec::new(),
        }
    }
}

/// The state of one card.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub struct CardState {
    /// The definition of the card.
    pub def: DefId,
    /// The definition that is printed on it, whatever it was made into.
    pub printed: DefId,
    /// The owner; [`Seat::NOBODY`] if the card belongs to the game.
    pub owner: Seat,
    /// The zone or space where it lies.
    pub zone: Zone,
    /// The zone of the card at the beginning of the game; `None` for a card that was made during the game.
    pub home: Option<Zone>,
    /// The value of each status group.
    pub statuses: [u8; 8],
    /// Seats that know its face although its zone hides it: one bit each.
    pub known: u8,
    /// The player whose zone it came from; `None` for a shared zone.
    pub put_by: Option<Seat>,
    /// The player whose effect made or transformed it; [`Seat::NOBODY`] for an unchanged card of a deck.
    pub made_by: Seat,
    /// The number of the effect or batch that transformed it; 0 for an untransformed card.
    pub turned: u32,
    /// The face of the card: up, down, or as its zone shows it.
    pub face: Face,
    /// The number of the card's present stay in a zone: entering another zone begins a stay with a greater number.
    pub stay: u32,
}

/// The face of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Visible as its zone says.
    #[default]
    Zone,
    /// Face down: only its controller sees the face.
    Down,
    /// Face down, and hidden even from its owner.
    Blind,
}

impl Face {
    /// The face that a value of an event's field names.
    pub fn of(value: &Value) -> Face {
        match value {
            Value::Int(1) => Face::Down,
            Value::Int(2) => Face::Blind,
            _ => Face::Zone,
        }
    }
}

/// A change of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// The objects that it changes.
    pub on: ModTarget,
    /// The change.
    pub what: Modification,
    /// The duration of the modifier.
    pub lasts: Lasts,
    /// The card whose effect made the entry; `None`: no card did.
    pub source: Option<Card>,
    /// The player whose effect made the entry.
    pub by: Seat,
    /// The players who must see a card before the filter may read its hidden fields: one bit each; 0: it may read every
    /// card.
    pub eyes: u8,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
    /// The name of the modifier, by which an effect can end it.
    pub called: Called,
}

/// The name of a timed effect, by which it can be ended, and the card that made it; `None`: it has no name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Called(pub Option<(Sym, Option<Card>)>);

/// The objects of a modifier.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum ModTarget {
    /// One card, as long as its stay in a zone has this number.
    Card(Card, u32),
    /// A player.
    Seat(Seat),
    /// All cards that match.
    Filter(Arc<Test<CardTest>>),
}

/// The change of a modifier.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Modification {
    /// Adds to an attribute.
    Add(AttrId, i64),
    /// Sets an attribute, before additions.
    Set(AttrId, i64),
    /// An attribute has the printed number of this definition.
    PrintedOf(AttrId, DefId),
    /// Adds a word to a field, by slot.
    Word(u8, Sym),
    /// Removes a word from a field, by slot, after all additions.
    Without(u8, Sym),
    /// Multiplies an attribute, after additions.
    Times(AttrId, i64),
    /// An attribute is at least this number.
    Least(AttrId, i64),
    /// An attribute is at most this number.
    Most(AttrId, i64),
}

/// A card that is attached to another one. Attaching moves neither of them.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub struct Attached {
    /// The card.
    pub card: Card,
    /// The host.
    pub host: Card,
}

/// A card that an effect put under the control of a player.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Controlled {
    /// The card, and the number of its stay in a zone: the entry holds only for that stay.
    pub card: (Card, u32),
    /// The new controller.
    pub seat: Seat,
    /// The number of stays in zones that had begun by then: a static ability of a card that entered later counts as
    /// later.
    pub stays: u32,
    /// The duration of the control.
    pub lasts: Lasts,
    /// The card whose effect made the entry; `None`: no card did.
    pub source: Option<Card>,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
}

/// The duration of a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub enum Lasts {
    /// Until the level it began in ends.
    Level(LevelId),
    /// Until the phase ends.
    Phase,
    /// Until the record closes.
    Record(RecId),
    /// Until the use is settled.
    Use(UseId),
    /// As long as the card is in the stay with this number.
    Stay(Card, u32),
    /// Until its card enters a zone with `resets: true`, where stored numbers begin anew.
    Reset(Card),
    /// Until the next level of this kind with this player begins.
    Until(LevelId, Seat),
    /// Until the next level of this kind with this player ends.
    Through(LevelId, Seat),
    /// Until the game ends.
    Game,
}

/// A permission or prohibition that an effect made.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Granted {
    /// The permission.
    pub what: Permission,
    /// The card that the permission is about, during one stay in a zone.
    pub card: Option<(Card, u32)>,
    /// The duration of the permission.
    pub lasts: Lasts,
    /// The card whose effect made the entry; `None`: no card did.
    pub source: Option<Card>,
    /// The player whose effect made the entry.
    pub by: Seat,
    /// The players who must see a card before the filter may read its hidden fields: one bit each; 0: it may read every
    /// card.
    pub eyes: u8,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
    /// The name of the permission, by which an effect can end it.
    pub called: Called,
}

/// An ability that an effect gave to a card or a player.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct GrantedAbility {
    /// The granted ability.
    pub ability: AbilityId,
    /// The card or player that has it.
    pub on: Holder,
    /// The duration of the granted ability.
    pub lasts: Lasts,
    /// The remaining uses; `None` for no limit.
    pub uses: Option<u16>,
    /// The running number of the grant among all grants and losses of abilities: later ones have greater numbers.
    pub since: u32,
    /// The number of stays in zones that had begun by then: a static ability of a card that entered later counts as
    /// later.
    pub stays: u32,
    /// The player who brought it: the player of the granting effect.
    pub provider: Seat,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
    /// The name of the granted ability, by which an effect can end it.
    pub called: Called,
}

impl GrantedAbility {
    /// True if a player has the ability, not a card.
    pub fn is_a_players(&self) -> bool {
        matches!(self.on, Holder::Seat(..))
    }
}

/// The holder of a granted ability.
#[derive(Clone, Copy, Debug, PartialEq, Renumber)]
pub enum Holder {
    /// A card, as long as its stay in a zone has this number.
    Card(Card, u32),
    /// A player, and the card whose effect gave the ability.
    Seat(Seat, Option<Card>),
}

/// The loss of one ability of a card, or of all its abilities.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct LostAbility {
    /// The card, and the number of its stay in a zone: the entry holds only for that stay.
    pub card: (Card, u32),
    /// The lost ability; `None` for all abilities.
    pub ability: Option<AbilityId>,
    /// The running number of the loss among all grants and losses. Abilities granted later, with greater numbers,
    /// remain.
    pub since: u32,
    /// The number of stays in zones that had begun by then: a static ability of a card that entered later counts as
    /// later.
    pub stays: u32,
    /// The duration of the loss.
    pub lasts: Lasts,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
    /// The name of the loss, by which an effect can end it.
    pub called: Called,
}

/// A card that was shown for a time, and how it lay before.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Shown {
    /// The card, and the number of its stay in a zone: the entry holds only for that stay.
    pub card: (Card, u32),
    /// The players who knew it before, as one bit for each.
    pub known: u8,
    /// The face of the card before it was shown.
    pub face: Face,
    /// The duration of the showing.
    pub lasts: Lasts,
}

/// An open record.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Record {
    /// The number of the record.
    pub id: RecId,
    /// The kind of the record.
    pub kind: RecKind,
    /// The fields of the record.
    pub fields: Vec<Value>,
    /// The card definition whose effect made the entry; the entries of each definition have a limit.
    pub origin: Origin,
}

/// A use of a card or an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// The number of the use; 0 while it is being declared.
    pub id: UseId,
    /// The ability used.
    pub ability: AbilityId,
    /// The kind of use; `None`: a trigger or a replacement.
    pub kind: Option<UseKindId>,
    /// The card it is printed on or used with.
    pub card: Option<Card>,
    /// The player of the use.
    pub user: Seat,
    /// Chosen targets, in the order of the ability's targets.
    pub targets: Vec<Value>,
    /// Cards that paid.
    pub paid: ThinVec<Card>,
    /// The number X, computed when the use was declared.
    pub x: i64,
    /// The use it replies to.
    pub reply_to: Option<UseId>,
    /// The destination of the used card; `None`: the one that its kind of use gives.
    pub dest: Option<(Zone, bool)>,
    /// True if the use was cancelled.
    pub cancelled: bool,
    /// The price to pay.
    pub price: Price,
    /// The player who brought the ability to the game: the user, except for abilities of packs.
    pub provider: Seat,
    /// The number of the first batch of its effect; 0 before that.
    pub moment: u32,
    /// The event that triggered it.
    pub event: Option<Box<Event>>,
    /// True for a trigger that waits to be declared: nothing of it is chosen yet.
    pub waits: bool,
    /// The card definition whose effect makes the use, if a card's effect does.
    pub origin: Origin,
    /// The moment at which its card and event are read: its declaration, or just before the event that triggered it.
    pub since: Since,
    /// The moment at which the targets and the payment of the use are read: when they were chosen.
    pub declared: Since,
    /// The replacements already applied to the event in whose place an effect makes this use.
    pub replaced_by: ThinVec<(AbilityId, Option<Card>)>,
    /// The item of a list that asks for a payment, if this use stands for the payment. Such a use is declared and has
    /// no effect of its own.
    pub asked: Option<Arc<Asked>>,
}

/// A payment that an item of a list asks a player for.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Asked {
    /// The list, and the index of the item, counted from 0.
    pub item: (ListId, u16),
    /// The context of the list.
    pub list: Arc<Context>,
    /// The context of the list with the paying player as `me`.
    pub payer: Context,
}

/// The price of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Renumber)]
pub enum Price {
    /// The cost of its kind of use and of the ability itself.
    Whole,
    /// The cost of the ability itself: an effect uses it.
    Own,
    /// No price: it is a copy.
    Nothing,
}

impl Price {
    /// True if an effect makes the use, so that the used card stays where it is.
    pub fn is_by_effect(self) -> bool {
        self != Price::Whole
    }
}

impl Use {
    /// A use of an ability with nothing chosen, in no window, by no kind of use.
    pub fn new(ability: AbilityId, card: Option<Card>, user: Seat) -> Use {
        Use {
            id: UseId(0),
            ability,
            kind: None,
            card,
            user,
            targets: Vec::new(),
            paid: ThinVec::new(),
            x: 0,
            reply_to: None,
            dest: None,
            cancelled: false,
            price: Price::Whole,
            provider: user,
            moment: 0,
            event: None,
            waits: false,
            origin: Origin::default(),
            since: Since::NOW,
            declared: Since::NOW,
            replaced_by: ThinVec::new(),
            asked: None,
        }
    }
}

/// An event: a change of the game that is proposed or has happened.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Event {
    /// The kind of the event.
    pub kind: EventId,
    /// The fields of the event.
    pub fields: Vec<Value>,
    /// The card that caused it.
    pub source: Option<Card>,
    /// The player who caused it.
    pub by: Option<Seat>,
    /// The role of the event: effect, cost, or part of the rules.
    pub role: Role,
    /// Replacements that were applied to it or to the event that it replaced.
    #[keep_known]
    pub replaced_by: ThinVec<(AbilityId, Option<Card>)>,
    /// The number of the batch it happened in.
    pub batch: u32,
    /// The number of the effect or batch that the event came from. All events of one effect have the same moment.
    pub moment: u32,
    /// The kind of the larger event of which this one is a part: an event about the same card, or a draw.
    pub part_of: Option<EventId>,
    /// The earlier definition of a card that moves or changes, and the seats that saw it: one bit each.
    pub before: Option<(DefId, u8)>,
    /// The moment at which the cards of the event other than its subject are read. The log omits it.
    pub since: Since,
}

/// The role of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The game's own procedure.
    Rule,
    /// A cost.
    Cost,
    /// The events of cards that pay pips.
    Pips,
    /// An effect.
    Effect,
}

impl Event {
    /// An event with its kind, fields and role, and with no card, player or batch yet.
    pub fn new(kind: EventId, fields: Vec<Value>, role: Role) -> Event {
        Event {
            kind,
            fields,
            source: None,
            by: None,
            role,
            replaced_by: ThinVec::new(),
            batch: 0,
            moment: 0,
            part_of: None,
            before: None,
            since: Since::NOW,
        }
    }

    /// The card that the event is about: its first field, if that is a card.
    #[inline]
    pub fn card(&self) -> Option<Card> {
        match self.kind {
            event::USED => None,
            _ => self.fields.first().and_then(|v| if let Value::Card(c) = v { Some(*c) } else { None }),
        }
    }
}
