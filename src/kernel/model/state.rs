//! State: everything that changes while a game is played, flat and cheap to copy.
//!
//! Tasks, windows and uses are plain data in here, so a copy of the state is a checkpoint
//! whenever no script is running. The log lies beside it; its length and hash are in here.

use crate::kernel::model::chance::{Chance, Script};
use crate::kernel::model::checks::CheckExemption;
use crate::kernel::model::last_known::LastKnown;
use crate::kernel::model::objects::{
    Attached, CardState, Controlled, Face, Granted, GrantedAbility, Holder, LostAbility, Modifier, Ordinals, Outcome,
    Record, Shown, Use,
};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::piles::Piles;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
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
    /// Permissions and prohibitions that effects made.
    pub permissions: Vec<Granted>,
    /// Abilities that were granted, besides those that cards print.
    pub abilities: Vec<GrantedAbility>,
    /// Abilities that cards have lost.
    pub lost_abilities: Vec<LostAbility>,
    /// Cards that were shown for a time.
    pub shown: Vec<Shown>,
    /// Attached cards, in the order in which they were attached.
    pub attached: Vec<Attached>,
    /// Cards that effects put under the control of a player, the latest effect last.
    pub controls: Vec<Controlled>,
    /// Open records, the innermost last.
    pub records: Vec<Record>,
    /// Uses that are not finished, the latest last.
    pub uses: Vec<Use>,
    /// The stack of tasks, the innermost last.
    pub tasks: Vec<Task>,
    /// Uses that count for limits: the card, the ability, and the level in which it may be used once.
    pub spent: Vec<(Option<Card>, AbilityId, LevelId)>,
    /// Triggers that wait to resolve, the latest group last.
    pub pending: Vec<Vec<Use>>,
    /// Cards that left play, as they last were, in the order of [`LastKnown::place`]: kept while a use or a script may
    /// still speak of them.
    pub last_known: Vec<Arc<LastKnown>>,
    /// Extra rounds of levels that effects gave and that are still to come: the level, the player, and the effect.
    pub extra: Vec<(LevelId, Seat, Origin)>,
    /// Levels whose last round was given by an effect, with the seat of the last usual round, after which the order
    /// continues.
    pub usual: Vec<(LevelId, Seat)>,
    /// The agenda: tasks that scripts added; they run when the running script ends (`None`) or the use is settled.
    pub agenda: Vec<(Option<UseId>, Task, Origin)>,
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
    /// The number of times that each level was entered within the level around it.
    pub level_numbers: Vec<u32>,
    /// The phase.
    pub phase: Option<Sym>,
    /// The result of the game being played, once it is decided.
    pub decided: Option<Outcome>,
    /// The outcome of the last finished game.
    pub outcome: Option<Outcome>,
    /// Seats that have lost this game: one bit each.
    pub lost: u8,
    /// Wins of each seat in the match.
    pub wins: Vec<u16>,
    /// True if the game is over.
    pub over: bool,
    /// The running numbers of uses, records, batches and stays in zones.
    pub next: Ordinals,
    /// The number of failures of each script that failed.
    pub failures: Vec<(ScriptId, u16)>,
    /// Abilities that were given up: they took too many tests, or the rules did not come to an end with them.
    pub given_up: Vec<AbilityId>,
    /// Abilities whose triggers repeat; they do not act until the next answer.
    pub repeating: Vec<AbilityId>,
    /// The number of triggers of each card definition since the last answer; counted only after there were too many in
    /// all.
    pub triggered: Vec<(DefId, u32)>,
    /// Card definitions whose copies caused too much together; they are left out until the next answer.
    pub left_out: Vec<DefId>,
    /// Objects that checks leave alone, because the event that a check proposed about them was replaced, or its list
    /// was done for them.
    pub exempt: Vec<CheckExemption>,
    /// The cards whose controller static abilities change, at the last comparison: the card, its stay, and the
    /// controller. Only kept in games that react to a change of control.
    pub taken: Vec<(Card, u32, Seat)>,
    /// The number of lines in the log.
    pub log_len: u32,
    /// A running hash over the log.
    pub log_hash: u64,
}

impl State {
    /// The cards of a zone.
    #[inline]
    pub fn zone(&self, zone: Zone) -> &[Card] {
        &self.zones[zone.index()]
    }

    /// A card.
    #[inline]
    pub fn card(&self, card: Card) -> &CardState {
        &self.cards[card.index()]
    }

    /// The cards of a kind of zone of a seat (or of the shared one), in the order of its spaces.
    #[inline]
    pub fn cards_in(&self, rules: &Rules, kind: ZoneKind, seat: Seat) -> impl Iterator<Item = Card> {
        let first = rules.schema.zone(kind, seat).index();
        let spaces = rules.schema.zones[kind.index()].spaces as usize;
        self.zones.of_spaces(first, spaces).iter().copied()
    }

    /// True if a space holds as many cards as it may.
    pub fn is_full(&self, rules: &Rules, space: Zone) -> bool {
        rules.capacity(rules.schema.kind_of(space)).is_some_and(|n| self.zones[space.index()].len() >= n as usize)
    }

    /// The innermost open record of a kind.
    pub fn record(&self, kind: RecKind) -> Option<&Record> {
        self.records.iter().rev().find(|r| r.kind == kind)
    }

    /// The kind of an open record, its place from 1 among the open records of its kind, and their number; `None`: it
    /// is not open.
    pub fn record_place(&self, id: RecId) -> Option<(RecKind, usize, usize)> {
        let kind = self.records.iter().find(|r| r.id == id)?.kind;
        let alike = || self.records.iter().filter(|r| r.kind == kind);
        Some((kind, alike().position(|r| r.id == id)? + 1, alike().count()))
    }

    /// The innermost open window.
    pub fn window(&self) -> Option<&Window> {
        self.tasks.iter().rev().find_map(|t| match t {
            Task::Window(w) => Some(&**w),
            _ => None,
        })
    }

    /// A use that is not finished.
    #[inline]
    pub fn use_(&self, id: UseId) -> Option<&Use> {
        self.uses.iter().rev().find(|u| u.id == id)
    }

    /// The place of a use among the uses that are not finished, from 0.
    pub fn use_at(&self, id: UseId) -> Option<usize> {
        self.uses.iter().rposition(|u| u.id == id)
    }

    /// The uses to which players can still reply: not cancelled, with chosen targets, and not taking effect yet.
    pub fn open_uses(&self) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(|u| !u.cancelled && !u.waits && u.moment == 0)
    }

    /// True if `card` is still in its stay numbered `stay`: it has entered no zone since.
    pub fn stays(&self, card: Card, stay: u32) -> bool {
        self.cards[card.index()].stay == stay
    }

    /// The next seat after `seat` that has not lost; the next seat at all if every other one has lost.
    pub fn after(&self, seat: Seat, seats: u8) -> Seat {
        let next = Seat((seat.0 + 1) % seats);
        let mut all = (1..seats).map(|i| Seat((seat.0 + i) % seats));
        all.find(|seat| !self.is_out(*seat)).unwrap_or(next)
    }

    /// True if a seat has lost this game and is asked nothing any more.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.lost.checked_shr(seat.0.into()).is_some_and(|lost| lost & 1 != 0)
    }

    /// The card to which a card is attached.
    pub fn host(&self, card: Card) -> Option<Card> {
        self.attached.iter().find(|a| a.card == card).map(|a| a.host)
    }

    /// The cards attached to a card, in the order in which they were attached.
    pub fn carried(&self, host: Card) -> impl Iterator<Item = Card> + '_ {
        self.attached.iter().filter(move |a| a.host == host).map(|a| a.card)
    }

    /// The controller of a card, without static abilities: the player of the latest timed effect; else the owner of its
    /// zone, or its own owner; the active player for a card without an owner.
    #[inline]
    pub fn controller(&self, rules: &Rules, card: Card) -> Seat {
        let state = self.card(card);
        if let Some(by) = self.controls.iter().rev().find(|of| of.card == (card, state.stay)) {
            return by.seat;
        }
        match rules.schema.zone_owner(state.zone).unwrap_or(state.owner) {
            Seat::NOBODY => self.active,
            seat => seat,
        }
    }

    /// True if an effect may give a player control of a card: the player sees the card, or it lies face down on the
    /// table.
    pub fn may_control(&self, rules: &Rules, seat: Seat, card: Card) -> bool {
        let state = self.card(card);
        match rules.schema.zones[rules.schema.kind_of(state.zone).index()].seen_by {
            SeenBy::All => true,
            SeenBy::Owner if rules.schema.zone_owner(state.zone).unwrap_or(state.owner) == seat => true,
            _ => state.known & (1 << seat.0) != 0,
        }
    }

    /// True if `seat` sees the face of a card.
    pub fn sees(&self, rules: &Rules, seat: Seat, card: Card) -> bool {
        let state = self.card(card);
        if state.known & (1 << seat.0) != 0 {
            return true;
        }
        match state.face {
            Face::Zone => {}
            // The face-down card is another card, by a rule of the game, and everybody sees which.
            _ if rules.mask_of(state.printed).is_some() => {}
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

    /// True if `seat` knows what is printed on a card, even if the card lies face down and counts as another card.
    pub fn knows_face(&self, rules: &Rules, seat: Seat, card: Card) -> bool {
        let state = self.card(card);
        match state.face {
            Face::Zone => self.sees(rules, seat, card),
            Face::Down => state.known & (1 << seat.0) != 0 || self.controller(rules, card) == seat,
            Face::Blind => state.known & (1 << seat.0) != 0,
        }
    }

    /// True if a card lies face down, and is therefore another card for everybody.
    pub fn is_masked(&self, rules: &Rules, card: Card) -> bool {
        let state = self.card(card);
        state.face != Face::Zone && rules.mask_of(state.printed).is_some()
    }

    /// The index in `abilities` of the grant of an ability to this card, or to this player.
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

    /// A hash of the whole state, for comparing positions.
    pub fn hash(&self) -> u64 {
        // The debug format walks every field in a fixed order; speed does not matter here.
        xxhash_rust::xxh3::xxh3_64(format!("{self:?}").as_bytes())
    }
}

/// Most cards of a game: more are not brought and not made.
pub(in crate::kernel) const MAX_CARDS: usize = 4096;

/// A player's cards: for each list of the manifest the definitions in it, in order.
pub type Bring = Vec<Vec<DefId>>;
