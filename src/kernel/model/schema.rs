//! Schema: the names, fields and layout of a game.

use crate::kernel::model::board_filters::{AreaDef, BoardDef};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, CardField, CardTest, Class, OrderDef, PlayerField, Selection, Test, UseTest};
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::symbols::{Sym, Symbols};
use crate::kernel::model::value::*;
use std::sync::Arc;

/// Names, fields and layout of a game.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// All words.
    pub symbols: Symbols,
    /// The id of the game.
    pub game: Arc<str>,
    /// The title of the game.
    pub title: Arc<str>,
    /// The oldest version of the language in which the game or a pack in play is written.
    pub language: u8,
    /// The permitted numbers of players.
    pub players: Players,
    /// The number of seats at this table.
    pub seats: u8,
    /// Names for some of the seats.
    pub roles: Vec<RoleDef>,
    /// Levels, the outermost first.
    pub levels: Vec<Sym>,
    /// Phases that the flow names.
    pub phases: Vec<Sym>,
    /// Card types.
    pub types: Vec<TypeDef>,
    /// Attributes.
    pub attrs: Vec<AttrDef>,
    /// The number of printed numbers of a card definition.
    pub int_slots: usize,
    /// Fields of words.
    pub words: Vec<WordField>,
    /// Fields of costs.
    pub costs: Vec<Sym>,
    /// Fields of rules about sets.
    pub set_rules: Vec<Sym>,
    /// Fields of text.
    pub texts: Vec<Sym>,
    /// Fields of cells.
    pub cells: Vec<Sym>,
    /// Fields of conditions.
    pub conds: Vec<Sym>,
    /// The names of card fields.
    pub card_fields: Vec<(Sym, CardField)>,
    /// The names of player fields.
    pub player_fields: Vec<(Sym, PlayerField)>,
    /// The card field and the player field of each name, by the number of the name. Empty until
    /// [`Schema::index_fields`] is called.
    by_name: Vec<(Option<CardField>, Option<PlayerField>)>,
    /// Counters of players.
    pub counters: Vec<CounterDef>,
    /// Counters of the game.
    pub game_counters: Vec<CounterDef>,
    /// Counters of spaces.
    pub space_counters: Vec<CounterDef>,
    /// The number of stored numbers of a card.
    pub stored: usize,
    /// Status groups and their values.
    pub statuses: Vec<(Sym, Vec<Sym>)>,
    /// The groups whose changes have no line in the transcript: one bit each.
    pub quiet_statuses: u8,
    /// Kinds of zone.
    pub zones: Vec<ZoneDef>,
    /// Every space of every zone, by its number; see [`Schema::lay_out`].
    pub layout: Vec<Space>,
    /// The first space of each kind of zone.
    pub bases: Vec<u16>,
    /// Zones whose spaces have rows and columns.
    pub boards: Vec<BoardDef>,
    /// Named sets of spaces.
    pub areas: Vec<AreaDef>,
    /// Orders of players.
    pub orders: Vec<(Sym, OrderDef)>,
    /// Kinds of record.
    pub records: Vec<RecordDef>,
    /// Named filters.
    pub filters: Vec<NamedFilter>,
    /// Kinds of ability.
    pub ability_kinds: Vec<Sym>,
    /// The kinds of pip of a cost: for each its name, and the test of the cards that pay it.
    pub pips: Vec<(Sym, Test<CardTest>)>,
    /// Cards that pay pips; a card that several of these filters find pays by the first.
    pub payers: Vec<Payers>,
    /// Counters of players that pay pips before any card does: the name of each, and the kinds that it pays.
    pub pools: Vec<(Sym, Vec<u8>)>,
}

/// Cards that pay pips.
#[derive(Clone, Debug)]
pub struct Payers {
    /// The cards that may pay.
    pub cards: Selection,
    /// The uses that the cards help to pay; `None`: all uses.
    pub uses: Option<Test<UseTest>>,
    /// Events of a card that pays: `it` is the card.
    pub does: Vec<Proposal>,
    /// The number of pips that a card pays; `None`: one pip.
    pub gives: Option<Amount>,
}

/// A role: a name for some of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleDef {
    /// The name of the role.
    pub name: Sym,
    /// The seats that have it, one bit each; a table may have fewer.
    pub seats: u8,
}

/// All seats, one bit each.
pub const ALL_SEATS: u8 = u8::MAX;

/// The permitted numbers of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// The least number.
    pub least: u8,
    /// The greatest number.
    pub most: u8,
    /// The default number.
    pub usual: u8,
}

impl Default for Players {
    fn default() -> Players {
        Players { least: 2, most: 2, usual: 2 }
    }
}

impl Players {
    /// True if this number of players may play.
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
    /// The name of the card type.
    pub name: Sym,
    /// The kinds of zone in which the abilities of cards of this type work.
    pub live_in: IdSet<ZoneKind>,
    /// The attributes printed on cards of this type.
    pub prints: IdSet<AttrId>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct AttrDef {
    /// The name of the attribute.
    pub name: Sym,
    /// The class of objects that have it.
    pub of: Class,
    /// The source of the value before modifiers.
    pub base: AttrBase,
    /// The least value, applied when it is read.
    pub min: Option<i64>,
    /// The greatest value, applied when it is read.
    pub max: Option<i64>,
    /// For some kinds of zone, the least value that a change can reach while the card lies there.
    pub min_in: Vec<(ZoneKind, i64)>,
    /// The players who see the number of a player; attributes of cards hold `All`.
    pub seen_by: SeenBy,
    /// True if the transcript omits its changes.
    pub quiet: bool,
}

/// The source of an attribute's value.
#[derive(Clone, Debug)]
pub enum AttrBase {
    /// Printed on the card, by slot.
    Printed(u8),
    /// Stored on each card.
    Stored {
        /// The place among a card's stored numbers.
        slot: u8,
        /// The first value of the number.
        start: StoredStart,
    },
    /// Computed from this amount.
    Amount(Amount),
}

impl AttrDef {
    /// The least and the greatest value that a change can reach while the card lies in a zone of this kind.
    pub fn bounds_in(&self, kind: ZoneKind) -> (Option<i64>, Option<i64>) {
        let here = self.min_in.iter().filter(|(k, _)| *k == kind).map(|(_, n)| *n);
        (here.chain(self.min).max(), self.max)
    }
}

impl AttrBase {
    /// The slot of the printed number, also for a stored attribute that prints one; `None`: no card prints it.
    pub fn printed(&self) -> Option<u8> {
        match self {
            AttrBase::Printed(slot)
            | AttrBase::Stored { start: StoredStart::Printed(slot) | StoredStart::At(_, Some(slot)), .. } => {
                Some(*slot)
            }
            _ => None,
        }
    }
}

/// The value with which a stored number of a card begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredStart {
    /// It begins with the printed number in this slot.
    Printed(u8),
    /// It begins with this number, whatever the card prints. The slot is where cards print a number of the same attribute;
    /// `None`: no card prints one.
    At(i64, Option<u8>),
}

/// A counter: a whole number that events change.
#[derive(Clone, Debug)]
pub struct CounterDef {
    /// The name of the counter.
    pub name: Sym,
    /// The first value.
    pub start: i64,
    /// The least it can be.
    pub min: Option<i64>,
    /// The most it can be.
    pub max: Option<i64>,
    /// The level at whose beginning the counter returns to `start`; `None`: only a new game resets it.
    pub level: Option<LevelId>,
    /// True if the transcript leaves its changes out: the game counts something that players do not.
    pub quiet: bool,
    /// The viewers of a player's counter.
    pub seen_by: SeenBy,
    /// The seats that have it, one bit each.
    pub seats: u8,
}

impl Schema {
    /// The viewers of a number of a player.
    pub fn seen_by(&self, field: PlayerField) -> SeenBy {
        match field {
            PlayerField::Attr(attr) => self.attrs[attr.index()].seen_by,
            PlayerField::Counter(counter) => self.counters[usize::from(counter)].seen_by,
            PlayerField::Tally(_) | PlayerField::Zone(_) | PlayerField::Fixed(_) => SeenBy::All,
        }
    }

    /// The seats that see a number of a player, one bit each.
    pub fn number_seen_by(&self, of: Seat, name: Sym) -> u8 {
        match self.player_field(name).map_or(SeenBy::All, |field| self.seen_by(field)) {
            SeenBy::All => u8::MAX,
            SeenBy::Owner => 1 << of.0,
            SeenBy::Nobody => 0,
        }
    }
}

impl CounterDef {
    /// The first value of a seat's counter; seats without this counter have 0.
    pub fn start_of(&self, seat: usize) -> i64 {
        if self.seats & 1 << seat == 0 { 0 } else { self.start }
    }
}

/// `n`, but not less than `min` and not more than `max`.
pub fn bounded(n: i64, min: Option<i64>, max: Option<i64>) -> i64 {
    let n = min.map_or(n, |min| n.max(min));
    max.map_or(n, |max| n.min(max))
}

/// A space: the kind of its zone, its owner, and its place in the zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The kind of zone.
    pub kind: ZoneKind,
    /// The zone's player; the first seat where the zone is shared.
    pub seat: Seat,
    /// The place of the space, counted from 0. Players and rule texts count from 1.
    pub place: u16,
}

/// A field of words.
#[derive(Clone, Debug)]
pub struct WordField {
    /// The name of the field.
    pub name: Sym,
    /// True if the printed name is one of the words, too.
    pub with_name: bool,
    /// All words that cards print in the field, sorted by name.
    pub known: Vec<Sym>,
    /// The words that the manifest lists for the field; empty: the field may hold any word.
    pub listed: Vec<Sym>,
}

/// A kind of zone.
#[derive(Clone, Debug)]
pub struct ZoneDef {
    /// The name of the kind.
    pub name: Sym,
    /// True if each player has one.
    pub per_player: bool,
    /// The seats that have a zone of this kind: one bit each.
    pub seats: u8,
    /// The viewers of faces in this zone.
    pub seen_by: SeenBy,
    /// The number of spaces; 1 for a zone without slots.
    pub spaces: u16,
    /// The place of its board in `Schema::boards`, if its spaces have rows and columns.
    pub board: Option<u8>,
    /// The most cards in one space.
    pub capacity: Option<u16>,
    /// The option that sets the capacity instead of `capacity`.
    pub capacity_option: Option<Sym>,
    /// True if a card that enters begins anew: with its printed definition and the first values of its stored numbers.
    pub resets: bool,
    /// Cards here lie beneath the cards to which they are attached, and go with them.
    pub beneath: bool,
    /// Cards go on top where nothing says otherwise.
    pub newest_first: bool,
    /// True if moves of cards into the zone and out of it have no line in the transcript.
    pub quiet: bool,
    /// Cards that come from a zone of this kind keep their statuses.
    pub keeps_statuses: bool,
    /// True if a card that comes from a zone of this kind keeps its whole state.
    pub keeps_all: bool,
    /// Statuses that a card takes on entering.
    pub enters: Vec<Status>,
    /// The only fields a card here has; `None`: all.
    pub only: Option<Vec<Sym>>,
    /// No two cards here have an equal name.
    pub distinct_names: bool,
    /// The list that is done when a card must be drawn from the zone and there is none.
    pub on_empty: Option<ListId>,
}

impl ZoneDef {
    /// The statuses of a card that enters.
    pub fn entering_statuses(&self) -> [u8; 8] {
        let mut statuses = [0; 8];
        for status in &self.enters {
            statuses[status.group()] = status.value();
        }
        statuses
    }
}

/// The players who see the faces of a zone's cards, or a number of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// No player.
    Nobody,
    /// The owner of the zone.
    Owner,
    /// Everybody.
    All,
}

/// A kind of record.
#[derive(Clone, Debug)]
pub struct RecordDef {
    /// The name of the kind.
    pub name: Sym,
    /// The fields of the kind, each with a name. For a list of cards also the kind of zone in which its members must
    /// stay.
    pub fields: Vec<(Sym, RecordField)>,
    /// True if a pack declares the kind.
    pub is_from_pack: bool,
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordField {
    /// A player.
    Player,
    /// Players in order.
    Players,
    /// A word.
    Word,
    /// A number.
    Int,
    /// A card, wherever it goes.
    Card,
    /// Cards; one that leaves this kind of zone drops out.
    Cards(Option<ZoneKind>),
    /// Records of a kind in the order in which they opened, which close with this one.
    Records(RecKind),
    /// Spaces.
    Spaces,
    /// Any value.
    Any,
    /// Cards; one that is moved anywhere drops out.
    Stays,
}

impl RecordField {
    /// The class of the objects; `None` for numbers, words and fields of any kind.
    pub fn class(self) -> Option<Class> {
        match self {
            RecordField::Player | RecordField::Players => Some(Class::Player),
            RecordField::Card | RecordField::Cards(_) | RecordField::Stays => Some(Class::Card),
            RecordField::Records(_) => Some(Class::Record),
            RecordField::Spaces => Some(Class::Zone),
            RecordField::Word | RecordField::Int | RecordField::Any => None,
        }
    }
}

impl Schema {
    /// A card's field called `name`.
    pub fn card_field(&self, name: Sym) -> Option<CardField> {
        match self.by_name.get(name.0 as usize) {
            Some((field, _)) => *field,
            None => self.card_fields.iter().find(|(n, _)| *n == name).map(|(_, f)| *f),
        }
    }

    /// A player's field called `name`: one of [`Schema::player_fields`], or a zone that each player has and everybody
    /// sees.
    pub fn player_field(&self, name: Sym) -> Option<PlayerField> {
        match self.by_name.get(name.0 as usize) {
            Some((_, field)) => *field,
            None => {
                let field = self.player_fields.iter().find(|(n, _)| *n == name).map(|(_, f)| *f);
                field.or_else(|| self.zone_fields().find(|(n, _)| *n == name).map(|(_, f)| f))
            }
        }
    }

    /// The zones that can be read as fields of their players: those that each player has and everybody sees.
    fn zone_fields(&self) -> impl Iterator<Item = (Sym, PlayerField)> + '_ {
        let open = self.zones.iter().enumerate().filter(|(_, zone)| zone.per_player && zone.seen_by == SeenBy::All);
        open.map(|(at, zone)| (zone.name, PlayerField::Zone(ZoneKind::of(at))))
    }

    /// Makes fields quick to find. To be called when all fields are known.
    pub fn index_fields(&mut self) {
        let mut by_name = vec![(None, None); self.symbols.count()];
        self.card_fields.iter().rev().for_each(|(name, field)| by_name[name.0 as usize].0 = Some(*field));
        self.zone_fields().for_each(|(name, field)| by_name[name.0 as usize].1 = Some(field));
        self.player_fields.iter().rev().for_each(|(name, field)| by_name[name.0 as usize].1 = Some(*field));
        self.by_name = by_name;
    }

    /// The kind of zone called `name`.
    pub fn zone_kind(&self, name: &str) -> Option<ZoneKind> {
        let sym = self.symbols.find(name)?;
        self.zones.iter().position(|z| z.name == sym).map(ZoneKind::of)
    }

    /// The status called `name`, in the first group that has such a status.
    pub fn status(&self, name: &str) -> Option<Status> {
        let sym = self.symbols.find(name)?;
        self.statuses
            .iter()
            .enumerate()
            .find_map(|(g, (_, values))| values.iter().position(|v| *v == sym).map(|v| Status::new(g as u8, v as u8)))
    }

    /// The attribute called `name` of a class.
    pub fn attr(&self, of: Class, name: &str) -> Option<AttrId> {
        self.attr_called(of, self.symbols.find(name)?)
    }

    /// The attribute of a class of this name.
    pub fn attr_called(&self, of: Class, name: Sym) -> Option<AttrId> {
        self.attrs.iter().position(|a| a.of == of && a.name == name).map(AttrId::of)
    }

    /// The reason why `change` and `set` cannot change a number of this name, and a help; `None` if they can, or if
    /// there is no such number.
    pub fn why_unchanged(&self, name: &str) -> Option<(String, &'static str)> {
        let name_of = self.symbols.find(name)?;
        match self.attrs.iter().find(|attr| attr.name == name_of)?.base {
            AttrBase::Stored { .. } => None,
            AttrBase::Amount(_) => Some((
                format!("`{name}` is computed, so nothing changes it"),
                "change what it is computed from: `attributes` of the manifest says it",
            )),
            AttrBase::Printed(_) => {
                Some((format!("`{name}` is printed, and nothing is kept of it"), "`modify` changes it for a time"))
            }
        }
    }

    /// The kinds of zone among these that the game has.
    pub fn kinds(&self, some: IdSet<ZoneKind>) -> impl Iterator<Item = ZoneKind> + use<> {
        (some & IdSet::first(self.zones.len())).iter()
    }

    /// The kind of record called `name`.
    pub fn record(&self, name: &str) -> Option<RecKind> {
        let sym = self.symbols.find(name)?;
        self.records.iter().position(|r| r.name == sym).map(RecKind::of)
    }

    /// The type of a field called `name` of some kind of record.
    pub fn record_field(&self, name: Sym) -> Option<RecordField> {
        self.records.iter().find_map(|r| r.fields.iter().find(|(n, _)| *n == name)).map(|(_, f)| *f)
    }

    /// Numbers the spaces of all zones for the present number of seats. Call it whenever zones or seats change.
    pub fn lay_out(&mut self) {
        self.layout.clear();
        self.bases.clear();
        for (i, zone) in self.zones.iter().enumerate() {
            self.bases.push(Zone::of(self.layout.len()).0);
            for seat in 0..if zone.per_player { self.seats } else { 1 } {
                let space = |place| Space { kind: ZoneKind::of(i), seat: Seat(seat), place };
                self.layout.extend((0..zone.spaces).map(space));
            }
        }
    }

    /// The zone of `kind` that belongs to `seat`, or the shared one: its first space.
    #[inline]
    pub fn zone(&self, kind: ZoneKind, seat: Seat) -> Zone {
        let zone = &self.zones[kind.index()];
        Zone(self.bases[kind.index()] + if zone.per_player { seat.0 as u16 * zone.spaces } else { 0 })
    }

    /// The role called `name`.
    pub fn role(&self, name: Sym) -> Option<&RoleDef> {
        self.roles.iter().find(|role| role.name == name)
    }

    /// The roles of a seat.
    pub fn roles_of(&self, seat: Seat) -> impl Iterator<Item = &RoleDef> {
        self.roles.iter().filter(move |role| role.seats & 1 << seat.0 != 0)
    }

    /// The only seat of this table among some seats, given as bits; `None` if there are several or none.
    pub fn only_seat(&self, seats: u8) -> Option<Seat> {
        let here = seats & (ALL_SEATS >> (8 - self.seats.clamp(1, 8)));
        (here.count_ones() == 1).then(|| Seat(here.trailing_zeros() as u8))
    }

    /// The seats that have a zone of `kind`; for a shared zone only the first seat.
    pub fn holders(&self, kind: ZoneKind) -> impl Iterator<Item = Seat> + use<> {
        let zone = &self.zones[kind.index()];
        let (seats, has_it) = (if zone.per_player { self.seats } else { 1 }, zone.seats);
        (0..seats).filter(move |seat| has_it & 1 << seat != 0).map(Seat)
    }

    /// The player whose zone of `kind` receives a card of `seat`. A zone with a single owner receives all cards, unless
    /// the rule names the player (`is_named`). `None`: no zone fits.
    pub fn holder(&self, kind: ZoneKind, seat: Seat, is_named: bool) -> Option<Seat> {
        match self.zones[kind.index()].seats {
            ALL_SEATS => Some(seat),
            seats if seats & 1 << seat.0 != 0 => Some(seat),
            seats => self.only_seat(seats).filter(|_| !is_named),
        }
    }

    /// The spaces of the zone of `kind` that belongs to `seat`, or of the shared one.
    pub fn spaces(&self, kind: ZoneKind, seat: Seat) -> impl Iterator<Item = Zone> + Clone + use<> {
        let first = self.zone(kind, seat).0;
        (first..first + self.zones[kind.index()].spaces).map(Zone)
    }

    /// The spaces of all zones of `kind`, in the order of their numbers. Players without such a zone have none.
    pub fn all_spaces(&self, kind: ZoneKind) -> impl Iterator<Item = Zone> + '_ {
        self.holders(kind).flat_map(move |seat| self.spaces(kind, seat))
    }

    /// The space number `place`, counted from 0, in the same zone as the space `zone`; `None` beyond the last space.
    pub fn space_at(&self, zone: Zone, place: i64) -> Option<Zone> {
        let space = self.layout[zone.index()];
        let known = (0..self.zones[space.kind.index()].spaces as i64).contains(&place);
        known.then(|| Zone(zone.0 - space.place + place as u16))
    }

    /// The kind of a zone.
    #[inline]
    pub fn kind_of(&self, zone: Zone) -> ZoneKind {
        self.layout[zone.index()].kind
    }

    /// The place of a space in its zone, from 1; 0 if the zone is one pile.
    pub fn slot_of(&self, zone: Zone) -> i64 {
        let space = self.layout[zone.index()];
        if self.zones[space.kind.index()].spaces > 1 { space.place as i64 + 1 } else { 0 }
    }

    /// A zone's player; `None` for shared zones.
    #[inline]
    pub fn zone_owner(&self, zone: Zone) -> Option<Seat> {
        let space = self.layout[zone.index()];
        self.zones[space.kind.index()].per_player.then_some(space.seat)
    }
}

/// A filter of cards that the manifest names.
#[derive(Clone, Debug)]
pub struct NamedFilter {
    /// The name in filters.
    pub name: Sym,
    /// The test of a card.
    pub test: Test<CardTest>,
    /// The number of values in the text of the filter, including those of the filters that it names.
    pub size: usize,
}
