//! Filters: the one language that says which objects, how many, and what holds.
//!
//! Filters, conditions, amounts and selections are parsed once (on the floor `parse`) into the trees of this
//! file and evaluated against the state (on the floor `read`). The same trees serve targets, costs, triggers,
//! modifiers, permissions, deck rules and the tables that scripts hand over.

use crate::kernel::model::on_board::OnBoard;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::words::Words;
use std::sync::Arc;

/// What kind of object a filter looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Cards.
    Card,
    /// Players.
    Player,
    /// Uses.
    Use,
    /// Open records.
    Record,
    /// Zones, by their kind, or single spaces of them.
    Zone,
    /// Statuses.
    Status,
    /// Numbers.
    Int,
    /// Words.
    Word,
    /// Anything: compared as a value.
    Any,
}

/// A test of one object. Everything in it must hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// Always holds.
    True,
    /// All hold.
    All(Vec<Filter>),
    /// At least one holds.
    Any(Vec<Filter>),
    /// Does not hold.
    Not(Box<Filter>),
    /// A card (or zone value) in one of these kinds of zone: one bit a kind.
    Zone(u32),
    /// The place of a space, or of a card's space, from 1, compares so.
    Slot(Cmp, Amount),
    /// The card's space matches.
    Space(Box<Filter>),
    /// A space, or a card's space, faces the one of this card or space: the same place of the other player's zone.
    Opposite(Ref),
    /// A space that could hold one more card.
    Free,
    /// A space that holds such a card.
    Holds(Box<Filter>),
    /// A space's counter compares so.
    SpaceCounter(u8, Cmp, Amount),
    /// A space of a board, or a card's space, lies so.
    Board(Box<OnBoard>),
    /// The condition printed in that field of a card holds, by slot.
    Fulfils(u8),
    /// The card's owner.
    Owner(SeatTest),
    /// The card's controller.
    Controller(SeatTest),
    /// Whose zone the card came from.
    PutBy(SeatTest),
    /// The card's type: one bit a type.
    Type(u32),
    /// The printed name.
    Name(Ref),
    /// The card's definition.
    Def(Vec<DefId>),
    /// The words of a word field include one of these.
    Words(u8, Vec<Ref>),
    /// An attribute compares so.
    Attr(AttrId, Cmp, Amount),
    /// A printed number compares so, whatever modifies it.
    Printed(AttrId, Cmp, Amount),
    /// The number of pips of a cost field compares so.
    CostTotal(u8, Cmp, Amount),
    /// Has one of these statuses.
    Status(Vec<Status>),
    /// Is in one of these lists.
    Among(Vec<Ref>),
    /// Is this object (or one of this list).
    Is(Ref),
    /// Is not the card the ability stands on.
    Other,
    /// A permission permits the verb for it.
    Permitted(Sym),
    /// A player that the test holds for.
    Player(SeatTest),
    /// A player's attribute, counter or tally compares so.
    PlayerField(PlayerField, Cmp, Amount),
    /// A use of one of these kinds: one bit a kind.
    UseKind(u64),
    /// A use with one of these timings.
    Timing(Vec<Sym>),
    /// A use by such a player.
    User(SeatTest),
    /// A use of such a card.
    UseCard(Box<Filter>),
    /// A use whose first card target could have been another card.
    CanAimElsewhere,
    /// A use that may be cancelled.
    Cancellable,
    /// A record of one of these kinds: one bit a kind.
    RecordKind(u32),
    /// A record whose field matches.
    RecordField(Sym, Box<Filter>),
    /// Lies at this place of its pile, from 0; below 0: from its end.
    Position(i32),
    /// A condition about it holds.
    Where(Box<Cond>),
    /// Has an ability of one of these kinds; of any, if none is named.
    HasAbility(Vec<Sym>),
    /// A number that compares so.
    Int(Cmp, Amount),
    /// Equal to a value.
    Equal(Ref),
}

/// A test of a seat, relative to whoever asks.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatTest {
    /// The player herself.
    Me,
    /// Any other player.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// Any player whose turn it is not.
    Inactive,
    /// The player this leads to.
    Ref(Ref),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

/// Which part of what matches counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many from the beginning.
    First(usize),
    /// So many from the end.
    Last(usize),
}

impl Cut {
    /// The part of a list.
    pub fn of<T>(self, all: &[T]) -> &[T] {
        match self {
            Cut::First(n) => &all[..n.min(all.len())],
            Cut::Last(n) => &all[all.len() - n.min(all.len())..],
        }
    }
}

impl Cmp {
    /// Whether `a` compares so with `b`.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Cmp::Eq => "exactly",
            Cmp::Ne => "not",
            Cmp::Lt => "less than",
            Cmp::Le => "at most",
            Cmp::Gt => "more than",
            Cmp::Ge => "at least",
        }
    }
}

/// Something a rule points at: where to begin and which fields to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Ref {
    /// Where to begin.
    pub head: Head,
    /// Fields to follow from there.
    pub path: Vec<Sym>,
}

/// Where a reference begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Head {
    /// A fixed value.
    Value(Value),
    /// The card the ability stands on.
    SelfCard,
    /// The use.
    This,
    /// A target of the use, by name.
    Target(Sym),
    /// The cards paid so far.
    Paid,
    /// The player.
    Me,
    /// The next other player.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// The next other player of the one whose turn it is.
    Inactive,
    /// The event.
    Event,
    /// The use that this one replies to.
    ReplyTo,
    /// What the window is about.
    Subject,
    /// The object looked at.
    It,
    /// The open record of a kind.
    Record(RecKind),
    /// A named area, by number.
    Area(u8),
    /// A name bound by the flow.
    Var(Sym),
    /// An option of the game.
    Option(Sym),
    /// The game.
    Game,
}

impl Ref {
    /// A reference to a fixed value.
    pub fn value(value: Value) -> Ref {
        Ref { head: Head::Value(value), path: Vec::new() }
    }
    /// A reference without fields to follow.
    pub fn head(head: Head) -> Ref {
        Ref { head, path: Vec::new() }
    }
}

/// A number computed from the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A fixed number.
    Int(i64),
    /// What a reference leads to.
    Ref(Ref),
    /// a + b
    Add(Box<Amount>, Box<Amount>),
    /// a - b
    Sub(Box<Amount>, Box<Amount>),
    /// a * b
    Mul(Box<Amount>, Box<Amount>),
    /// The smaller one.
    Min(Box<Amount>, Box<Amount>),
    /// The larger one.
    Max(Box<Amount>, Box<Amount>),
    /// Without its sign.
    Abs(Box<Amount>),
    /// Half, rounded up.
    HalfUp(Box<Amount>),
    /// Half, rounded down.
    HalfDown(Box<Amount>),
    /// How many a reference leads to.
    CountOf(Ref),
    /// How often the second is in the first.
    TimesIn(Ref, Ref),
    /// How many objects match.
    Count(Box<Selection>),
    /// The sum of an attribute over the cards a reference leads to.
    SumOf(AttrId, Ref),
    /// The sum of an attribute over the cards that match.
    Sum(AttrId, Box<Selection>),
    /// Disjoint sets of like cards: how many, or what they are worth.
    Groups(Box<Groups>),
}

/// The least number of a selection that takes all there are: `pick: every`.
pub const EVERY: i64 = i64::MAX;

/// A test of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// Always, or never.
    Const(bool),
    /// All hold.
    All(Vec<Cond>),
    /// At least one holds.
    Any(Vec<Cond>),
    /// Does not hold.
    Not(Box<Cond>),
    /// Something matches.
    Exists(Selection),
    /// The number that match compares so.
    Count(Selection, Cmp, Amount),
    /// An amount compares so.
    Amount(Amount, Cmp, Amount),
    /// The phase is one of these.
    Phase(Vec<Sym>),
    /// It is the turn of such a player.
    Turn(SeatTest),
    /// A record of the kind is open.
    Record(RecKind),
    /// An option has this value.
    Option(Sym, Value),
    /// This window is the innermost open one.
    Window(WindowId),
    /// An object matches a filter.
    Matches(Ref, Filter),
}

/// Which objects, and how many of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// What is selected.
    pub class: Class,
    /// Which ones.
    pub filter: Filter,
    /// What is left of the filter besides what `zones`, `whose` and `owner` say.
    pub rest: Filter,
    /// Kinds of zone to look in, one bit each; all bits if the filter names none.
    pub zones: u32,
    /// Who controls what is looked for: whose zones to look in.
    pub whose: Option<SeatTest>,
    /// Who owns what is looked for.
    pub owner: Option<SeatTest>,
    /// Lists to look in instead of zones.
    pub lists: Vec<Ref>,
    /// At least so many.
    pub min: Amount,
    /// At most so many; `None`: all there are.
    pub max: Option<Amount>,
    /// What must hold for the set.
    pub rules: Option<Arc<SetRules>>,
    /// Whether chance chooses.
    pub random: bool,
    /// What must hold for each of them, and the words for one that it does not hold for.
    pub needs: Vec<(Cond, Option<Arc<Words>>)>,
    /// The verb that every one must be permitted for.
    pub verb: Option<Sym>,
    /// Only so many of those that match, in their order.
    pub cut: Option<Cut>,
    /// What else than objects of the game may be chosen.
    pub source: Source,
}

/// Where the options of a selection come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Objects of the game.
    Objects,
    /// Any word the catalog knows for a word field.
    Words(u8),
    /// Any card definition that matches.
    Defs,
    /// A number of a range.
    Number(Amount, Amount),
}

/// Rules about a set of cards.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SetRules {
    /// All of them must hold.
    pub rules: Vec<SetRule>,
}

/// One rule about a set of cards.
#[derive(Clone, Debug, PartialEq)]
pub enum SetRule {
    /// How many there are.
    Count(Cmp, Amount),
    /// The sum of an attribute.
    Sum(AttrId, Cmp, Amount),
    /// How many different words of a field there are.
    Distinct(u8, Cmp, Amount),
    /// Different cards fill these roles, so many each.
    Roles(Arc<Vec<(Filter, u8)>>),
    /// The rules printed on these cards hold too.
    Meets(Ref, u8),
    /// One of these holds.
    AnyOf(Vec<SetRules>),
}

/// A field of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardField {
    /// A number that modifiers may change.
    Attr(AttrId),
    /// One word or several, by slot.
    Words(u8),
    /// A cost, by slot.
    Cost(u8),
    /// Rules about a set, by slot.
    Rules(u8),
    /// A text, by slot.
    Text(u8),
    /// Cells, by slot.
    Cells(u8),
    /// A condition, by slot.
    Cond(u8),
    /// The value of a status group.
    Status(u8),
    /// The printed name.
    Name,
    /// The id of its definition.
    Id,
    /// The type.
    Type,
    /// The kind of zone it is in.
    Zone,
    /// The place of its space, from 1; 0 in a zone that is one pile.
    Slot,
    /// The space it is in.
    Space,
    /// Whose it is.
    Owner,
    /// Who acts with it.
    Controller,
    /// Whose zone it came from.
    PutBy,
}

/// A field of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerField {
    /// A number that modifiers may change.
    Attr(AttrId),
    /// A stored number.
    Counter(u8),
    /// A count of events.
    Tally(u8),
    /// Her name.
    Name,
    /// Her number, from 0.
    Seat,
    /// Whether she has lost this game: 1 or 0.
    Lost,
    /// Games that she has won in the match.
    Wins,
}

/// A value that a verb, a step or an event is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// What a reference leads to.
    Ref(Ref),
    /// A number.
    Amount(Amount),
    /// All that match.
    Select(Box<Selection>),
    /// A zone, seen from the card that goes there.
    Dest(Dest),
    /// Several seats.
    Seats(Order),
}

/// Where a card goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Dest {
    /// The kind of zone.
    pub kind: ZoneKind,
    /// Whose; `None`: the owner of the card (or shared).
    pub whose: Option<Ref>,
    /// The place of the space, from 1; `None`: the first that is free.
    pub slot: Option<Box<Amount>>,
}

/// A sequence of seats.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From the first player of the game on.
    First,
    /// From the player whose turn it is on.
    Active,
    /// From the next player on, the one whose turn it is last.
    ActiveLast,
    /// Only these.
    Only(Ref),
    /// Everyone but the player whose turn it is, from her on.
    Others,
    /// An order of the manifest, by number.
    Named(u8),
}

/// An order of players that the manifest declares.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OrderDef {
    /// By this number of each, the least first; `None`: by seats.
    pub by: Option<Amount>,
    /// There and back again.
    pub back: bool,
}

/// Disjoint sets of like cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Groups {
    /// Among which cards.
    pub what: Selection,
    /// The word field that the cards of a set share, by slot; of several words the first counts.
    pub by: u8,
    /// How many cards a set has.
    pub size: Amount,
    /// Which cards stand in for any.
    pub joker: Option<Filter>,
    /// What a set is worth, `it` being one of its cards; `None`: each is worth 1.
    pub worth: Option<Amount>,
}
