//! Making changes: each writes its part of the state, and becomes its own inverse.

use std::mem::{replace, swap};

use crate::kernel::model::change::{Change, Edit, NumberOf};
use crate::kernel::model::objects::CardState;
use crate::kernel::model::state::State;
use crate::kernel::model::value::{Card, Status, Zone};

/// Makes a change in a state with `stored` numbers for each card, and turns it into its inverse.
pub(super) fn make(state: &mut State, stored: usize, change: &mut Change) {
    match change {
        Change::Make(card, numbers) => {
            make_card(state, stored, **card, numbers);
            *change = Change::Unmake;
        }
        Change::Unmake => *change = unmake_card(state, stored),
        Change::Place { card, to, at, stay } => place(state, *card, (to, at, stay)),
        Change::Trade(a, b) => trade(state, *a, *b),
        Change::Order(zone, cards) => state.zones.of_mut(*zone).swap_with_slice(cards),
        Change::Def(card, to) => swap(&mut of(state, *card).def, to),
        Change::Printed(card, to) => swap(&mut of(state, *card).printed, to),
        Change::Home(card, to) => swap(&mut of(state, *card).home, to),
        Change::Status(card, to) => {
            let old = replace(&mut of(state, *card).statuses[to.group()], to.value());
            *to = Status::new(to.group() as u8, old);
        }
        Change::Statuses(card, to) => swap(&mut of(state, *card).statuses, to),
        Change::Known(card, to) => swap(&mut of(state, *card).known, to),
        Change::PutBy(card, to) => swap(&mut of(state, *card).put_by, to),
        Change::MadeBy(card, to) => swap(&mut of(state, *card).made_by, to),
        Change::Turned(card, to) => swap(&mut of(state, *card).turned, to),
        Change::Face(card, to) => swap(&mut of(state, *card).face, to),
        Change::Number(of, to) => *to = number(state, stored, *of, *to),
        Change::Modifiers(edit) => edit.make(&mut state.modifiers),
        Change::Permissions(edit) => edit.make(&mut state.permissions),
        Change::Abilities(edit) => edit.make(&mut state.abilities),
        Change::Attached(edit) => edit.make(&mut state.attached),
        Change::Controls(edit) => edit.make(&mut state.controls),
        Change::LostAbilities(edit) => edit.make(&mut state.lost_abilities),
        Change::Shown(edit) => edit.make(&mut state.shown),
        Change::Records(edit) => edit.make(&mut state.records),
        Change::RecordField { record, field, value } => swap(&mut state.records[*record].fields[*field], value),
        Change::Uses(edit) => edit.make(&mut state.uses),
        Change::Cancelled(at, to) => swap(&mut state.uses[*at].cancelled, to),
        Change::User(at, to) => swap(&mut state.uses[*at].user, to),
        Change::Targets(at, to) => swap(&mut state.uses[*at].targets, to),
        Change::Dest(at, to) => swap(&mut state.uses[*at].dest, to),
        Change::Moment(at, to) => swap(&mut state.uses[*at].moment, to),
        Change::Spent(edit) => edit.make(&mut state.spent),
        Change::Pending(edit) => edit.make(&mut state.pending),
        Change::Waiting(group, edit) => edit.make(&mut state.pending[*group]),
        Change::LastKnown(edit) => edit.make(&mut state.last_known),
        Change::Extra(edit) => edit.make(&mut state.extra),
        Change::Usual(edit) => edit.make(&mut state.usual),
        Change::Agenda(edit) => edit.make(&mut state.agenda),
        Change::Failures(edit) => edit.make(&mut state.failures),
        Change::Repeating(edit) => edit.make(&mut state.repeating),
        Change::Triggered(edit) => edit.make(&mut state.triggered),
        Change::LeftOut(edit) => edit.make(&mut state.left_out),
        Change::CheckExemption(edit) => edit.make(&mut state.exempt),
        Change::Taken(edit) => edit.make(&mut state.taken),
        Change::GivenUp(edit) => edit.make(&mut state.given_up),
        Change::Tasks(edit) => edit.make(&mut state.tasks),
        Change::Chance(to) => swap(&mut state.chance, to),
        Change::Dictated(to) => *to = replace(&mut state.scripted, to.take().map(|s| *s)).map(Box::new),
        Change::Lane(to) => swap(&mut state.lane, to),
        Change::Active(to) => swap(&mut state.active, to),
        Change::First(to) => swap(&mut state.first, to),
        Change::Phase(to) => swap(&mut state.phase, to),
        Change::Decided(to) => swap(&mut state.decided, to),
        Change::Ended(to) => swap(&mut state.outcome, to),
        Change::Lost(to) => swap(&mut state.lost, to),
        Change::Over(to) => swap(&mut state.over, to),
        Change::Whole(to) => swap(state, to),
    }
}

fn of(state: &mut State, card: Card) -> &mut CardState {
    &mut state.cards[card.index()]
}

fn make_card(state: &mut State, stored: usize, made: CardState, numbers: &[i64]) {
    let card = Card::of(state.cards.len());
    let end = state.zone(made.zone).len();
    state.zones.insert(made.zone, end, card);
    state.cards.push(made);
    state.stored.extend_from_slice(numbers);
    state.stored.resize(state.cards.len() * stored, 0);
}

fn unmake_card(state: &mut State, stored: usize) -> Change {
    let card = Card::of(state.cards.len() - 1);
    let made = state.cards.pop().expect("a card was made");
    state.zones.remove(made.zone, card);
    let numbers = state.stored.split_off(state.cards.len() * stored);
    Change::Make(Box::new(made), numbers)
}

/// Puts a card at a place in a zone, with this stay number. The arguments receive the zone, the place and the stay
/// number that it had before.
fn place(state: &mut State, card: Card, (to, at, stay): (&mut Zone, &mut usize, &mut u32)) {
    let from = of(state, card).zone;
    let was_at = state.zones.remove(from, card).expect("a card lies where it says");
    state.zones.insert(*to, *at, card);
    let moved = of(state, card);
    (moved.zone, *to, *at) = (*to, from, was_at);
    swap(&mut moved.stay, stay);
}

fn trade(state: &mut State, a: Card, b: Card) {
    let (of_a, of_b) = (state.card(a).zone, state.card(b).zone);
    let place = |zone: &[Card], card: Card| zone.iter().position(|c| *c == card).expect("a card lies where it says");
    let (i, j) = (place(state.zone(of_a), a), place(state.zone(of_b), b));
    state.zones.of_mut(of_a)[i] = b;
    state.zones.of_mut(of_b)[j] = a;
    of(state, a).zone = of_b;
    of(state, b).zone = of_a;
}

/// Sets a number and returns the old one.
fn number(state: &mut State, stored: usize, of: NumberOf, to: i64) -> i64 {
    let seats = state.wins.len();
    let per_seat = |all: usize| all / seats.max(1);
    match of {
        NumberOf::Counter(seat, i) => {
            let known = per_seat(state.counters.len());
            replace(&mut state.counters[seat.index() * known + i], to)
        }
        NumberOf::GameCounter(i) => replace(&mut state.game_counters[i], to),
        NumberOf::SpaceCounter(space, i) => {
            let known = state.space_counters.len() / state.zones.spaces().max(1);
            replace(&mut state.space_counters[space.index() * known + i], to)
        }
        NumberOf::Stored(card, slot) => replace(&mut state.stored[card.index() * stored + slot], to),
        NumberOf::Tally(seat, i) => {
            let known = per_seat(state.tallies.len());
            let tally = &mut state.tallies[seat.index() * known + i];
            replace(tally, to.clamp(i32::MIN as i64, i32::MAX as i64) as i32) as i64
        }
        NumberOf::Level(level) => replace(&mut state.level_numbers[level.index()], to as u32) as i64,
        NumberOf::Wins(seat) => replace(&mut state.wins[seat.index()], to as u16) as i64,
    }
}

impl<T> Edit<T> {
    /// The edit that adds an element at the end of a list.
    pub fn push(list: &[T], one: T) -> Edit<T> {
        Edit::Insert(list.len(), one)
    }
}
