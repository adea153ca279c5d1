//! Fixed fields: what cards, players, uses, spaces, abilities and the game have in every game.
//!
//! Fixed fields are declared here once: filters, scripts, their checks, the stubs of editors and the pages of `docs/`
//! read these tables. `read/fields.rs` matches the variants without a wildcard, so a field that is declared can be
//! read.

use crate::kernel::model::symbols::{Sym, field};

/// A field that every object of a kind has.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<F: 'static> {
    /// The name of the field.
    pub name: Sym,
    /// The field as a variant of its enum.
    pub field: F,
    /// The type of its values.
    pub holds: Holds,
    /// True if the field may be nil.
    pub or_nil: bool,
    /// The text for the docs.
    pub doc: &'static str,
}

/// The type of a fixed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A card.
    Card,
    /// Cards.
    Cards,
    /// The choices of a use, of any type.
    Chosen,
    /// A player.
    Player,
    /// A use.
    Use,
    /// A space.
    Space,
    /// The name of a zone.
    Zone,
    /// A number.
    Int,
    /// True or false.
    Bool,
    /// A word that rules compare.
    Word,
    /// A text for people.
    Text,
    /// An ability.
    Ability,
}

impl Holds {
    /// True if the type is a word or a text.
    pub fn is_words(self) -> bool {
        matches!(self, Holds::Word | Holds::Text | Holds::Zone)
    }
}

/// Declares the fixed fields of a kind of object: an enum of them, a table, and, if named, a function that finds one by
/// its name.
macro_rules! fixed {
    (
        #[doc = $about:literal] $Of:ident, $TABLE:ident $(, $find:ident)?;
        $($Field:ident = $NAME:ident: $Holds:ident $(or $nil:ident)?, $doc:literal;)*
    ) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Of {
            $(#[doc = $doc] $Field,)*
        }

        /// All fixed fields, in the order of the docs.
        pub const $TABLE: &[Fixed<$Of>] = &[
            $(Fixed {
                name: field::$NAME,
                field: $Of::$Field,
                holds: Holds::$Holds,
                or_nil: { const NIL: &[&str] = &[$(stringify!($nil))?]; !NIL.is_empty() },
                doc: $doc,
            },)*
        ];

        fixed!(@find $Of $($find)?; $($Field = $NAME,)*);

        impl $Of {
            /// The declaration of this field.
            pub fn fixed(self) -> &'static Fixed<$Of> {
                &$TABLE[self as usize]
            }
        }
    };
    (@find $Of:ident; $($rest:tt)*) => {};
    (@find $Of:ident $find:ident; $($Field:ident = $NAME:ident,)*) => {
        /// The field of this name.
        pub fn $find(name: Sym) -> Option<$Of> {
            Some(match name {
                $(field::$NAME => $Of::$Field,)*
                _ => return None,
            })
        }
    };
}

fixed! {
    /// A field that every card has.
    OfCard, CARD_FIELDS;
    Name = NAME: Word, "The printed name.";
    Id = ID: Word, "The id of its definition.";
    Type = TYPE: Word, "Its type.";
    Zone = ZONE: Zone, "The name of the zone in which it lies.";
    Slot = SLOT: Int, "The number of its space in the zone, from 1; 0 if the zone is one pile.";
    Space = SPACE: Space, "The space on which it lies; in a script, the name of the zone if that is one pile.";
    Owner = OWNER: Player or nil, "The player whose deck it came from; nil for a card of the game itself.";
    Controller = CONTROLLER: Player, "The player who acts with it now.";
    PutBy = PUT_BY: Player or nil, "The player from whose zone it came; nil if it came from nobody's.";
    Host = HOST: Card or nil, "The card to which it is attached; nil if it is attached to none.";
    Carries = CARRIES: Cards, "The cards that are attached to it, in the order in which they were.";
    Now = NOW: Card, "The card as it is now: of one that left play all else is [as it last was](last-known.md).";
}

fixed! {
    /// A field that every player has.
    OfPlayer, PLAYER_FIELDS;
    Name = NAME: Text, "`player 1` and so on.";
    Seat = SEAT: Int, "The number of the seat, from 0.";
    Opponent = OPPONENT: Player, "The next player after this one.";
    Lost = LOST: Int, "1 if the player has lost this game, 0 otherwise.";
    Wins = WINS: Int, "How many games of the match the player has won.";
    Left = LEFT: Player, "The player on the left: the next one, as `opponent`.";
    Right = RIGHT: Player, "The player on the right: the one before.";
    Partner = PARTNER: Player or nil, "The next player whose `team` is equal, an attribute of players that a game declares; nil if there is none.";
}

fixed! {
    /// A field that every use has.
    OfUse, USE_FIELDS, of_use;
    Card = CARD: Card or nil, "The card that is used, or on which the ability stands.";
    User = USER: Player, "The player who uses it.";
    X = X: Int, "The number that `x` of the ability came to.";
    Targets = TARGETS: Chosen, "All that was chosen, in one list.";
    Choices = CHOICES: Chosen, "What else its first target that is a card could have been; if none is a card, its first target that is a player, a use or a space.";
    IsGroup = IS_GROUP: Bool, "Whether one of its targets is a list.";
    Paid = PAID: Cards, "The cards with which the player paid.";
    ReplyTo = REPLY_TO: Use or nil, "The use to which this one replies.";
    Cancelled = CANCELLED: Bool, "Whether something cancelled it.";
    Cancellable = CANCELLABLE: Bool, "Whether nothing forbids to cancel it.";
    IsCopy = IS_COPY: Bool, "Whether it is a copy that an effect made.";
    Kind = KIND: Word or nil, "The kind of use.";
    Timing = TIMING: Word or nil, "The timing under which a window offered it.";
    Mode = MODE: Word or nil, "The mode that the player chose.";
    Ability = ABILITY: Ability, "The ability that is used.";
}

fixed! {
    /// A field that every space has.
    OfSpace, SPACE_FIELDS, of_space;
    Zone = ZONE: Zone, "The name of its zone.";
    Slot = SLOT: Int, "Its number in the zone, from 1; 0 if the zone is one pile.";
    Column = COLUMN: Int or nil, "Its column on a board; nil elsewhere.";
    Row = ROW: Int or nil, "Its row on a board; nil elsewhere.";
    Owner = OWNER: Player or nil, "The player whose zone it is; nil if the zone is shared.";
    Card = CARD: Card or nil, "The first card on it.";
    Cards = CARDS: Cards, "The cards on it.";
}

fixed! {
    /// A field that every ability has.
    OfAbility, ABILITY_FIELDS, of_ability;
    Kind = KIND: Word or nil, "The kind of ability.";
    Id = ID: Word, "Its id.";
    Name = NAME: Text, "Its text.";
    Card = CARD: Word or nil, "The name of the card that prints it; nil for one of the manifest.";
}

fixed! {
    /// A field that the game has in every game.
    OfGame, GAME_FIELDS, of_game;
    Active = ACTIVE: Player, "The player whose turn it is.";
    First = FIRST: Player, "The first player of the game.";
    Phase = PHASE: Word or nil, "The phase; nil between phases.";
    Batch = BATCH: Int, "The number of the batch of events that happened last.";
    Players = PLAYERS: Int, "How many players there are.";
    LastWinner = LAST_WINNER: Player or nil, "The player who won the game of the match that ended last; nil if nobody did, or several.";
}

/// The names of the fields of a table.
pub fn names<F>(table: &'static [Fixed<F>]) -> impl Iterator<Item = &'static str> + Clone {
    table.iter().map(|f| field::text(f.name))
}
