//! Schema: the names, fields and layout of a game.

use std::sync::Arc;

use super::filter::{Amount, CardField, Class, Filter, PlayerField, Selection};
use super::rules::Proposal;
use super::sym::{Sym, Symbols};
use super::value::*;

/// Names, fields and layout of a game.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// All words.
    pub symbols: Symbols,
    /// The id of the game.
    pub game: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// How many players a game may have.
    pub players: Players,
    /// How many seats there are at this table.
    pub seats: u8,
    /// Levels, the outermost first.
    pub levels: Vec<Sym>,
    /// Phases that the flow names.
    pub phases: Vec<Sym>,
    /// Card types.
    pub types: Vec<TypeDef>,
    /// Attributes.
    pub attrs: Vec<AttrDef>,
    /// How many printed numbers a card definition has.
    pub int_slots: usize,
    /// Fields of words.
    pub words: Vec<WordField>,
    /// Fields of costs.
    pub costs: Vec<Sym>,
    /// Fields of rules about sets.
    pub set_rules: Vec<Sym>,
    /// Fields of text.
    pub texts: Vec<Sym>,
    /// What a card's fields are called.
    pub card_fields: Vec<(Sym, CardField)>,
    /// What a player's fields are called.
    pub player_fields: Vec<(Sym, PlayerField)>,
    /// Counters of players: name and start.
    pub counters: Vec<(Sym, i64)>,
    /// Status groups and their values.
    pub statuses: Vec<(Sym, Vec<Sym>)>,
    /// Kinds of zone.
    pub zones: Vec<ZoneDef>,
    /// Kinds of record.
    pub records: Vec<RecordDef>,
    /// Named filters.
    pub filters: Vec<(Sym, Filter)>,
    /// Timings under which windows offer things.
    pub timings: Vec<Sym>,
    /// The kinds of pip of a cost: name and which cards pay it.
    pub pips: Vec<(Sym, Filter)>,
    /// Which cards pay pips.
    pub payers: Option<Selection>,
    /// What paying with a card does to it.
    pub paying: Vec<Proposal>,
}

/// How many players a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
    /// So many where nobody says how many.
    pub usual: u8,
}

impl Default for Players {
    fn default() -> Players {
        Players { least: 2, most: 2, usual: 2 }
    }
}

impl Players {
    /// Whether so many may play.
    pub fn allow(self, seats: usize) -> bool {
        (self.least as usize..=self.most as usize).contains(&seats)
    }
}

impl std::fmt::Display for Players {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.least == self.most {
            true => write!(f, "exactly {} players", self.least),
            false => write!(f, "{} to {} players", self.least, self.most),
        }
    }
}

/// A card type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// Its name.
    pub name: Sym,
    /// Where abilities of such cards live: one bit a kind of zone.
    pub live_in: u32,
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct AttrDef {
    /// Its name.
    pub name: Sym,
    /// Whose it is.
    pub of: Class,
    /// Where its value comes from before modifiers.
    pub base: AttrBase,
    /// The least value, applied when it is read.
    pub min: Option<i64>,
    /// The greatest value, applied when it is read.
    pub max: Option<i64>,
}

/// Where an attribute's value comes from.
#[derive(Clone, Debug)]
pub enum AttrBase {
    /// Printed on the card, by slot.
    Printed(u8),
    /// Computed.
    Amount(Amount),
}

/// A field of words.
#[derive(Clone, Debug)]
pub struct WordField {
    /// Its name.
    pub name: Sym,
    /// Whether the printed name is one of the words too.
    pub with_name: bool,
    /// All words the catalog knows for it, sorted by name.
    pub known: Vec<Sym>,
}

/// A kind of zone.
#[derive(Clone, Debug)]
pub struct ZoneDef {
    /// Its name.
    pub name: Sym,
    /// Whether each player has one.
    pub per_player: bool,
    /// Who sees the faces of cards here.
    pub seen_by: SeenBy,
    /// Statuses that a card takes on entering.
    pub enters: Vec<Status>,
    /// The only fields a card here has; `None`: all.
    pub only: Option<Vec<Sym>>,
    /// No two cards here have an equal name.
    pub distinct_names: bool,
    /// What happens when a card must be drawn from it and there is none.
    pub on_empty: Option<ListId>,
}

/// Who sees the faces of the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Nobody.
    Nobody,
    /// Its owner.
    Owner,
    /// Everybody.
    All,
}

/// A kind of record.
#[derive(Clone, Debug)]
pub struct RecordDef {
    /// Its name.
    pub name: Sym,
    /// Its fields: name, and for lists of cards the kind of zone that a card must stay in.
    pub fields: Vec<(Sym, RecordField)>,
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordField {
    /// A player.
    Player,
    /// A number.
    Int,
    /// Cards; one that leaves this kind of zone drops out.
    Cards(Option<ZoneKind>),
}

impl Schema {
    /// A card's field called `name`.
    pub fn card_field(&self, name: Sym) -> Option<CardField> {
        self.card_fields.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    /// A player's field called `name`.
    pub fn player_field(&self, name: Sym) -> Option<PlayerField> {
        self.player_fields.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    /// The kind of zone called `name`.
    pub fn zone_kind(&self, name: &str) -> Option<ZoneKind> {
        let sym = self.symbols.find(name)?;
        self.zones.iter().position(|z| z.name == sym).map(|i| ZoneKind(i as u8))
    }

    /// The status called `name`: its group is the first one that has it.
    pub fn status(&self, name: &str) -> Option<Status> {
        let sym = self.symbols.find(name)?;
        self.statuses
            .iter()
            .enumerate()
            .find_map(|(g, (_, values))| values.iter().position(|v| *v == sym).map(|v| Status::new(g as u8, v as u8)))
    }

    /// The attribute called `name` of a class.
    pub fn attr(&self, of: Class, name: &str) -> Option<AttrId> {
        let sym = self.symbols.find(name)?;
        self.attrs.iter().position(|a| a.of == of && a.name == sym).map(|i| AttrId(i as u8))
    }

    /// The kind of record called `name`.
    pub fn record(&self, name: &str) -> Option<RecKind> {
        let sym = self.symbols.find(name)?;
        self.records.iter().position(|r| r.name == sym).map(|i| RecKind(i as u8))
    }

    /// The zone of `kind` that belongs to `seat`, or the shared one.
    pub fn zone(&self, kind: ZoneKind, seat: Seat) -> Zone {
        Zone(kind.0 as u16 * self.seats as u16 + if self.zones[kind.index()].per_player { seat.0 as u16 } else { 0 })
    }

    /// The kind of a zone.
    pub fn kind_of(&self, zone: Zone) -> ZoneKind {
        ZoneKind((zone.0 / self.seats as u16) as u8)
    }

    /// Whose zone it is; `None` if it is shared.
    pub fn zone_owner(&self, zone: Zone) -> Option<Seat> {
        self.zones[self.kind_of(zone).index()].per_player.then_some(Seat((zone.0 % self.seats as u16) as u8))
    }
}
