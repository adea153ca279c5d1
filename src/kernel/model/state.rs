//! State: everything that changes while a game is played, flat and cheap to copy.
//!
//! Tasks, windows and uses are plain data in here, so a copy of the state is a checkpoint
//! whenever no script is running. The log lies beside it; its length and hash are in here.

use crate::kernel::model::ability::Permission;
use crate::kernel::model::chance::{Chance, Script};
use crate::kernel::model::lang::Filter;
use crate::kernel::model::piles::Piles;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::kernel::model::window::Window;
use std::sync::Arc;

/// The state of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// All cards, by number.
    pub cards: Vec<CardState>,
    /// The cards of each zone in order; index 0 is the top of a deck, new cards join at the end.
    pub zones: Piles,
    /// Counters, `seat * number of counters + counter`.
    pub counters: Vec<i64>,
    /// Counters of the game.
    pub game_counters: Vec<i64>,
    /// Counters of spaces, `space * number of counters + counter`.
    pub space_counters: Vec<i64>,
    /// Stored numbers of cards, `card * stored numbers + slot`.
    pub stored: Vec<i64>,
    /// Tallies, `seat * number of tallies + tally`.
    pub tallies: Vec<i32>,
    /// Changes of values that last.
    pub modifiers: Vec<Modifier>,
    /// Permissions that scripts gave.
    pub permissions: Vec<Granted>,
    /// Abilities that were granted, besides those that cards print.
    pub abilities: Vec<GrantedAbility>,
    /// Abilities of cards that do not work.
    pub muted: Vec<Mute>,
    /// Cards that were shown for a time.
    pub shown: Vec<Shown>,
    /// Open records, the innermost last.
    pub records: Vec<Record>,
    /// Uses that are not finished, the latest last.
    pub uses: Vec<Use>,
    /// What is being done, the innermost last.
    pub tasks: Vec<Task>,
    /// Abilities used that have a limit.
    pub spent: Vec<(Option<Card>, AbilityId, LevelId)>,
    /// Triggers that wait to resolve, the latest group last.
    pub pending: Vec<Vec<Use>>,
    /// Levels that come besides the usual ones, and whose they are.
    pub extra: Vec<(LevelId, Seat)>,
    /// What scripts queued: runs when the running script ends (`None`) or the use is settled.
    pub queued: Vec<(Option<UseId>, Task)>,
    /// Chance.
    pub chance: Chance,
    /// Chance results that a scenario dictates; `None`: chance is drawn.
    pub scripted: Option<Script>,
    /// The seat whose hidden action is being done.
    pub lane: Option<Seat>,
    /// The player whose turn it is.
    pub active: Seat,
    /// The first player of the game.
    pub first: Seat,
    /// How often each level was entered within the one around it.
    pub level_numbers: Vec<u32>,
    /// The phase.
    pub phase: Option<Sym>,
    /// The result of the game being played, once it is decided.
    pub decided: Option<Outcome>,
    /// How the last game that was played to its end ended.
    pub outcome: Option<Outcome>,
    /// Seats that have lost this game: one bit each.
    pub lost: u8,
    /// Wins of each seat in the match.
    pub wins: Vec<u16>,
    /// Whether everything is over.
    pub over: bool,
    /// How many uses, records, batches and stays in zones there were: they number the next ones.
    pub next: Ordinals,
    /// Failures by ability, and all together.
    pub failures: Vec<(ScriptId, u16)>,
    /// How many lines the log has.
    pub log_len: u32,
    /// A running hash over the log.
    pub log_hash: u64,
}

/// Running numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ordinals {
    /// Uses declared.
    pub uses: u32,
    /// Records opened.
    pub records: u32,
    /// Batches applied.
    pub batches: u32,
    /// Stays in zones begun.
    pub stays: u32,
    /// Abilities given and taken.
    pub abilities: u32,
    /// Triggers and checks that acted since the last answer.
    pub triggers: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// A player won.
    Won(Seat),
    /// Several players won together: one bit a seat.
    Shared(u8),
    /// Nobody won.
    Draw,
    /// It is over, and nobody was to win: what was reached counts.
    Over,
    /// It could not go on.
    Aborted,
}

impl Outcome {
    /// What it is when these players win.
    pub fn won_by(seats: impl IntoIterator<Item = Seat>) -> Outcome {
        let bits = seats.into_iter().filter(|s| s.0 < 8).fold(0u8, |bits, s| bits | 1 << s.0);
        match bits.count_ones() {
            0 => Outcome::Draw,
            1 => Outcome::Won(Seat::of(bits.trailing_zeros())),
            _ => Outcome::Shared(bits),
        }
    }

    /// Who won, by seat.
    pub fn winners(self) -> Vec<Seat> {
        match self {
            Outcome::Won(seat) => vec![seat],
            Outcome::Shared(bits) => (0..8).filter(|n| bits & 1 << n != 0).map(Seat).collect(),
            Outcome::Draw | Outcome::Over | Outcome::Aborted => Vec::new(),
        }
    }

    /// It in words: `Amy wins`, `Amy and Beth share the victory`.
    pub fn text(self, name: impl Fn(Seat) -> String) -> String {
        let winners: Vec<String> = self.winners().into_iter().map(name).collect();
        match (self, winners.as_slice()) {
            (Outcome::Aborted, _) => "the game could not go on".into(),
            (Outcome::Over, _) => "the game is over".into(),
            (_, []) => "the game is a draw".into(),
            (_, [one]) => format!("{one} wins"),
            (_, [all @ .., last]) => format!("{} and {last} share the victory", all.join(", ")),
        }
    }
}

/// The state of one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardState {
    /// Its definition.
    pub def: DefId,
    /// The definition that is printed on it, whatever it was made into.
    pub printed: DefId,
    /// Whose it is; [`Seat::NOBODY`] if it is the game's own.
    pub owner: Seat,
    /// Where it is.
    pub zone: Zone,
    /// Where it lies when a game begins; `None`: it was made in this one.
    pub home: Option<Zone>,
    /// The value of each status group.
    pub statuses: [u8; 8],
    /// Seats that know its face although its zone hides it: one bit each.
    pub known: u8,
    /// Whose zone it came from; `None`: nobody's.
    pub put_by: Option<Seat>,
    /// How it lies.
    pub face: Face,
    /// The number of its stay in the zone: later entries have greater ones.
    pub stay: u32,
}

/// How a card lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// As its zone says.
    #[default]
    Zone,
    /// Face down: only whose side it is on sees it.
    Down,
    /// Face down, and nobody sees it.
    Blind,
}

impl Face {
    /// As a field of an event says it.
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
    /// What it changes.
    pub on: ModTarget,
    /// What it does.
    pub what: Modification,
    /// How long.
    pub lasts: Lasts,
    /// The card it came from.
    pub source: Option<Card>,
    /// The player it came from.
    pub by: Seat,
}

/// What a modifier changes.
#[derive(Clone, Debug, PartialEq)]
pub enum ModTarget {
    /// One card during one stay in a zone.
    Card(Card, u32),
    /// A player.
    Seat(Seat),
    /// All cards that match.
    Filter(Arc<Filter>),
}

/// What a modifier does.
#[derive(Clone, Debug, PartialEq)]
pub enum Modification {
    /// Adds to an attribute.
    Add(AttrId, i64),
    /// Sets an attribute, before what is added.
    Set(AttrId, i64),
    /// An attribute is printed as on that definition.
    PrintedOf(AttrId, DefId),
    /// A word more in a field.
    Word(u8, Sym),
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lasts {
    /// Until the level it began in ends.
    Level(LevelId),
    /// Until the phase ends.
    Phase,
    /// Until the record closes.
    Record(RecId),
    /// Until the use is settled.
    Use(UseId),
    /// As long as its card stays in the zone.
    Stay(Card, u32),
    /// Until its card enters a zone where everything begins anew.
    Reset(Card),
    /// Until the game ends.
    Game,
}

/// A permission that a script gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Granted {
    /// What it says.
    pub what: Permission,
    /// One card it is about, during one stay.
    pub card: Option<(Card, u32)>,
    /// How long.
    pub lasts: Lasts,
    /// The card it came from.
    pub source: Option<Card>,
    /// The player it came from.
    pub by: Seat,
}

/// An ability that somebody or something has without printing it.
#[derive(Clone, Debug, PartialEq)]
pub struct GrantedAbility {
    /// Which one.
    pub ability: AbilityId,
    /// Who has it.
    pub on: Holder,
    /// How long.
    pub lasts: Lasts,
    /// How often it may still act; `None`: without limit.
    pub uses: Option<u16>,
    /// When it was given: later ones have greater numbers.
    pub since: u32,
}

/// Who or what has a granted ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Holder {
    /// A card, during one stay in a zone.
    Card(Card, u32),
    /// A player; the card it came from.
    Seat(Seat, Option<Card>),
}

/// Abilities of a card that do not work.
#[derive(Clone, Debug, PartialEq)]
pub struct Mute {
    /// The card, during one stay.
    pub card: (Card, u32),
    /// Which ability; `None`: all that it has.
    pub ability: Option<AbilityId>,
    /// When: what it is given later it has.
    pub since: u32,
    /// How long.
    pub lasts: Lasts,
}

/// A card that was shown for a time, and how it lay before.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The card, during one stay.
    pub card: (Card, u32),
    /// Who knew it before: one bit each.
    pub known: u8,
    /// How it lay before.
    pub face: Face,
    /// How long.
    pub lasts: Lasts,
}

/// An open record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number.
    pub id: RecId,
    /// Its kind.
    pub kind: RecKind,
    /// Its fields.
    pub fields: Vec<Value>,
}

/// One using of a card or an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Its number; 0 while it is being declared.
    pub id: UseId,
    /// What is used.
    pub ability: AbilityId,
    /// What kind of use; `None`: a trigger or a replacement.
    pub kind: Option<UseKindId>,
    /// The card it is printed on or used with.
    pub card: Option<Card>,
    /// Who uses it.
    pub user: Seat,
    /// What was chosen, by the ability's order of targets.
    pub targets: Vec<Value>,
    /// Cards that paid.
    pub paid: Vec<Card>,
    /// The number computed at declaring.
    pub x: i64,
    /// The use it replies to.
    pub reply_to: Option<UseId>,
    /// Where its card goes, if not where its kind says.
    pub dest: Option<(Zone, bool)>,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// Whether it costs nothing: an effect uses it.
    pub free: bool,
    /// The number of the first batch of its effect; 0 before that.
    pub moment: u32,
    /// The event that triggered it.
    pub event: Option<Box<Event>>,
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
            paid: Vec::new(),
            x: 0,
            reply_to: None,
            dest: None,
            cancelled: false,
            free: false,
            moment: 0,
            event: None,
        }
    }
}

/// A change, proposed or happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its kind.
    pub kind: EventId,
    /// Its fields.
    pub fields: Vec<Value>,
    /// The card that caused it.
    pub source: Option<Card>,
    /// The player who caused it.
    pub by: Option<Seat>,
    /// What it is part of.
    pub role: Role,
    /// Replacements that were applied to it or to what it replaced.
    pub replaced_by: Vec<(AbilityId, Option<Card>)>,
    /// The number of the batch it happened in.
    pub batch: u32,
    /// The number of the effect or the batch that it came from: what one effect does happens at one moment.
    pub moment: u32,
    /// The whole event about the same card, or the draw, that it is a part of.
    pub part_of: Option<EventId>,
    /// What the card that moves or changes was before, and the seats that saw it: one bit each.
    pub before: Option<(DefId, u8)>,
}

/// What an event is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The game's own procedure.
    Rule,
    /// A cost.
    Cost,
    /// What happens to cards that pay pips.
    Pips,
    /// An effect.
    Effect,
}

impl State {
    /// The cards of a zone.
    pub fn zone(&self, zone: Zone) -> &[Card] {
        &self.zones[zone.index()]
    }

    /// A card.
    pub fn card(&self, card: Card) -> &CardState {
        &self.cards[card.index()]
    }

    /// The cards of a kind of zone of a seat (or of the shared one), in the order of its spaces.
    pub fn cards_in(&self, rules: &Rules, kind: ZoneKind, seat: Seat) -> impl Iterator<Item = Card> {
        let first = rules.schema.zone(kind, seat).index();
        let spaces = rules.schema.zones[kind.index()].spaces as usize;
        self.zones.of_spaces(first, spaces).iter().copied()
    }

    /// Whether a space holds as many cards as it may.
    pub fn is_full(&self, rules: &Rules, space: Zone) -> bool {
        rules.capacity(rules.schema.kind_of(space)).is_some_and(|n| self.zones[space.index()].len() >= n as usize)
    }

    /// The innermost open record of a kind.
    pub fn record(&self, kind: RecKind) -> Option<&Record> {
        self.records.iter().rev().find(|r| r.kind == kind)
    }

    /// The innermost open window.
    pub fn window(&self) -> Option<&Window> {
        self.tasks.iter().rev().find_map(|t| match t {
            Task::Window(w) => Some(w),
            _ => None,
        })
    }

    /// A use that is not finished.
    pub fn use_(&self, id: UseId) -> Option<&Use> {
        self.uses.iter().rev().find(|u| u.id == id)
    }

    /// The place among the uses of one that is not finished, from 0.
    pub fn use_at(&self, id: UseId) -> Option<usize> {
        self.uses.iter().rposition(|u| u.id == id)
    }

    /// Whether `card` is at the stay numbered `stay` still.
    pub fn stays(&self, card: Card, stay: u32) -> bool {
        self.cards[card.index()].stay == stay
    }

    /// The next seat after `seat`.
    pub fn after(&self, seat: Seat, seats: u8) -> Seat {
        Seat((seat.0 + 1) % seats)
    }

    /// Who acts with a card: the owner of its zone, or its own owner; the active player with one
    /// that is nobody's.
    pub fn controller(&self, rules: &Rules, card: Card) -> Seat {
        let state = self.card(card);
        match rules.schema.zone_owner(state.zone).unwrap_or(state.owner) {
            Seat::NOBODY => self.active,
            seat => seat,
        }
    }

    /// Whether `seat` sees the face of a card.
    pub fn sees(&self, rules: &Rules, seat: Seat, card: Card) -> bool {
        let state = self.card(card);
        if state.known & (1 << seat.0) != 0 {
            return true;
        }
        match state.face {
            Face::Zone => {}
            Face::Down => return self.controller(rules, card) == seat,
            Face::Blind => return false,
        }
        let kind = rules.schema.kind_of(state.zone);
        match rules.schema.zones[kind.index()].seen_by {
            SeenBy::All => true,
            SeenBy::Owner => rules.schema.zone_owner(state.zone).unwrap_or(state.owner) == seat,
            SeenBy::Nobody => false,
        }
    }

    /// Calls `f` with every granted ability: its card and its player.
    pub fn each_granted(&self, rules: &Rules, mut f: impl FnMut(AbilityId, Option<Card>, Seat)) {
        for granted in &self.abilities {
            match granted.on {
                Holder::Card(card, stay)
                    if self.stays(card, stay) && !self.is_lost(rules, card, granted.ability, granted.since) =>
                {
                    f(granted.ability, Some(card), self.controller(rules, card))
                }
                Holder::Card(..) => {}
                Holder::Seat(seat, card) => f(granted.ability, card, seat),
            }
        }
    }

    /// The place of a granted ability that an event or a use meets, from 0.
    pub fn granted_at(&self, ability: AbilityId, card: Option<Card>, seat: Seat) -> Option<usize> {
        let is_it = |g: &GrantedAbility| {
            g.ability == ability
                && match g.on {
                    Holder::Card(c, _) => card == Some(c),
                    Holder::Seat(s, _) => s == seat,
                }
        };
        self.abilities.iter().position(is_it)
    }

    /// A hash of everything in it, for comparing positions.
    pub fn hash(&self) -> u64 {
        // Derived formatting walks every field in a fixed order; speed does not matter here.
        xxhash_rust::xxh3::xxh3_64(format!("{self:?}").as_bytes())
    }
}

/// So many cards a game has at most: more are not brought and not made.
pub(in crate::kernel) const MAX_CARDS: usize = 4096;

/// What a player brings: for each list of the manifest the definitions in it, in order.
pub type Bring = Vec<Vec<DefId>>;
