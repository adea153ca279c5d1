//! Value cache: attributes, each valid until a change touches its reads.

use crate::kernel::model::lang::Class;
use crate::kernel::model::objects::ModTarget;
use crate::kernel::model::state::State;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::touched_cards::TouchedCards;
use crate::kernel::model::value::{AttrId, Card, Seat};
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::game::Game;

/// Values of attributes, those of seats first, then those of cards, by number.
#[derive(Debug, Default)]
pub(super) struct KeptValues {
    /// The touches since a value was last asked for.
    since: Touched,
    /// The part of `since` that is about each player.
    of_seats: [Touched; SEATS],
    /// The cards that `since` is about.
    of_cards: TouchedCards,
    /// What [`State::tests_made_while_playing`] gave: the touches of lasting effects that hold tests.
    tests: Touched,
    /// The reads of all values.
    read: Touched,
    of: Vec<OfAttr>,
}

/// The values of one attribute.
#[derive(Clone, Debug, Default)]
struct OfAttr {
    /// The reads of the cached values, of all owners together.
    reads: Touched,
    /// The current version; cached values of earlier versions are out of date.
    version: u32,
    /// For each player, how often only her values became out of date; this number is added to `version`.
    of_seats: [u32; SEATS],
    values: Vec<CachedValue>,
}

/// A value that was computed.
#[derive(Clone, Copy, Debug, Default)]
struct CachedValue {
    value: i64,
    /// The version for which it is valid; an older one means that the value must be computed.
    version: u32,
    /// The levels of values that its evaluation went down, because values read other values.
    height: u8,
}

impl OfAttr {
    /// The version that a value at this place of `values` must have to be valid.
    #[inline]
    fn version_at(&self, place: usize) -> u32 {
        self.version + self.of_seats.get(place).copied().unwrap_or_default()
    }
}

impl OfAttr {
    /// Drops the value in a place.
    fn forget(&mut self, place: usize) {
        if let Some(kept) = self.values.get_mut(place) {
            kept.version = 0;
        }
    }
}

impl KeptValues {
    /// Notes a touch and its cards.
    pub fn drop_touched(&mut self, touched: Touched, cards: &TouchedCards) {
        // Most touches concern no value.
        if touched.meets(self.read) {
            self.since = self.since.and(touched);
            self.of_cards.join(cards);
        }
    }

    /// Notes the touches about each player.
    pub fn note_seats(&mut self, touched: Touched) {
        let mut seats = touched.seats();
        while seats != 0 {
            let of_seat = &mut self.of_seats[seats.trailing_zeros() as usize];
            *of_seat = of_seat.and(touched);
            seats &= seats - 1;
        }
    }

    /// The value and the depth of its evaluation, if it is still valid.
    pub fn get(&mut self, game: Game, attr: AttrId, obj: Obj) -> Option<(i64, u8)> {
        self.catch_up(game);
        if self.reads_tests(game, attr) {
            return None;
        }
        let of = &self.of[attr.index()];
        let place = place(obj)?;
        let kept = of.values.get(place)?;
        (kept.version == of.version_at(place)).then_some((kept.value, kept.height))
    }

    /// Keeps a value that was computed in the state of the last [`KeptValues::get`].
    pub fn keep(&mut self, game: Game, attr: AttrId, obj: Obj, (value, height): (i64, u8)) {
        if self.reads_tests(game, attr) {
            return;
        }
        let (Some(at), Some(of)) = (place(obj), self.of.get_mut(attr.index())) else { return };
        if at >= of.values.len() {
            of.values.resize(at + 1, CachedValue::default());
        }
        of.values[at] = CachedValue { value, height, version: of.version_at(at) };
    }

    /// True if an attribute may depend on a test in a lasting effect of a script, which may read anything.
    fn reads_tests(&self, game: Game, attr: AttrId) -> bool {
        game.rules.reads.attrs[attr.index()].is_some_and(|reads| reads.any.meets(self.tests))
    }

    /// Drops the values that are out of date.
    fn catch_up(&mut self, game: Game) {
        if self.of.is_empty() {
            let all = |reads: &Option<ValueReads>| reads.map_or(Touched::default(), |reads| reads.any.and(reads.own));
            let of = |reads| OfAttr { version: 1, reads: all(reads), ..OfAttr::default() };
            self.of = game.rules.reads.attrs.iter().map(of).collect();
            self.since = Touched::ALL;
            let lasting = Touched::LASTING.and(Touched::PERMISSIONS);
            self.read = self.of.iter().fold(lasting, |all, of| all.and(of.reads));
        }
        if self.since == Touched::default() {
            return;
        }
        let (since, of_seats) = (std::mem::take(&mut self.since), std::mem::take(&mut self.of_seats));
        let of_cards = std::mem::take(&mut self.of_cards);
        let seats = game.rules.schema.seats as usize;
        if since.meets(Touched::LASTING.and(Touched::PERMISSIONS)) {
            self.tests = game.state.tests_made_while_playing();
        }
        for ((of, reads), def) in self.of.iter_mut().zip(&game.rules.reads.attrs).zip(&game.rules.schema.attrs) {
            // Most touches concern no value of a given attribute.
            let Some(reads) = reads.filter(|_| !of.values.is_empty() && of.reads.meets(since)) else { continue };
            // A version cannot overflow: there is at most one for each change.
            if def.of == Class::Card {
                match of_cards.known() {
                    Some(cards) if !reads.any.meets(since) => {
                        if reads.own.meets(since) {
                            cards.for_each(|card| of.forget(SEATS + card.index()));
                        }
                    }
                    _ => of.version += u32::from(reads.any.and(reads.own).meets(since)),
                }
            } else if reads.meets_for_all(since) {
                of.version += 1;
            } else if reads.own.meets(since) {
                let seats = of.of_seats.iter_mut().zip(&of_seats).take(seats);
                seats.for_each(|(version, touched)| *version += u32::from(reads.own.meets(*touched)));
            }
        }
    }

    /// True if every cached value equals a newly computed one.
    pub fn are_right(&mut self, game: Game) -> bool {
        self.catch_up(game);
        let env = Env::new(game, game.state.active);
        let is_right = |attr: usize, of: &OfAttr| {
            of.values.iter().enumerate().filter(|(at, kept)| kept.version == of.version_at(*at)).all(|(at, kept)| {
                let attr = AttrId::of(attr);
                // The value of a card whose creation was undone stays, and nobody asks for it.
                let obj = object(at);
                let is_there = !matches!(obj, Obj::Card(card) if card.index() >= game.state.cards.len());
                !is_there || env.value(attr, obj) == kept.value
            })
        };
        self.of.iter().enumerate().all(|(attr, of)| is_right(attr, of))
    }
}

/// The number of places before the cards: one for each of at most 8 seats.
const SEATS: usize = 8;

fn place(obj: Obj) -> Option<usize> {
    match obj {
        Obj::Seat(seat) => Some(seat.index()).filter(|at| *at < SEATS),
        Obj::Card(card) => Some(SEATS + card.index()),
        _ => None,
    }
}

fn object(place: usize) -> Obj {
    match place.checked_sub(SEATS) {
        Some(card) => Obj::Card(Card::of(card)),
        None => Obj::Seat(Seat::of(place)),
    }
}

impl State {
    /// The touches of lasting effects that hold tests, which may read anything: `LASTING` if a modifier has a filter,
    /// `PERMISSIONS` if an effect permitted or forbade something.
    pub(super) fn tests_made_while_playing(&self) -> Touched {
        let modifiers = self.modifiers.iter().any(|m| matches!(m.on, ModTarget::Filter(_)));
        let lasting = if modifiers { Touched::LASTING } else { Touched::default() };
        if self.permissions.is_empty() { lasting } else { lasting.and(Touched::PERMISSIONS) }
    }
}
