//! Batches: events proposed together, replaced, and applied as one.
//!
//! An event that a game declares may have parts. Its parts are proposed after replacements, and only if the event
//! itself still stands.

use std::sync::Arc;

use thin_vec::ThinVec;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::{Change, NumberOf};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::game_log::{Dropped, Obstacle};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::objects::{Event, Face};
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{AbilityId, Card, EventId, Seat, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::run::change::World;
use crate::kernel::run::last_known_copies::Leavers;

/// The most events in a batch. More come from an event that contains itself
/// (`an_event_that_brings_about_itself_ends_the_game` in tests/it/failures.rs), or from a card that proposes too many
/// (attacks `batches beyond all bounds`, `replaced by thousands at once` in tests/clock/attacks_on_listeners.rs).
const MAX_EVENTS: usize = 10_000;

/// The most prevented events that are remembered for explanations.
const MOST_DROPPED: usize = 64;

impl World {
    /// Drops the events of a batch that cannot happen (see `Obstacle`), and remembers each with its obstacle.
    fn drop_impossible(&mut self, batch: &mut Batch) {
        self.tell_uncancellable(batch);
        let game = self.game();
        let enters_beside = |event: &Event| match (event.card(), event.fields.get(2)) {
            (Some(card), Some(Value::Zone(zone))) => {
                game.may_enter_beside(card, *zone, batch.level.iter().chain(&batch.stand))
            }
            _ => false,
        };
        let obstacle = |event: &Event| {
            let why = game.obstacle(event)?;
            (why != Obstacle::NoRoom || !enters_beside(event)).then_some(why)
        };
        // Each event is judged together with all others that were proposed, so all are judged before any is dropped.
        let mut impossible = Vec::new();
        for (at, event) in batch.level.iter().enumerate() {
            if let Some(why) = obstacle(event) {
                impossible.push((at, why));
            }
        }
        if impossible.is_empty() {
            return;
        }
        let mut impossible = impossible.into_iter().peekable();
        for (at, event) in std::mem::take(&mut batch.level).into_iter().enumerate() {
            match impossible.next_if(|(of, _)| *of == at) {
                Some((_, why)) => self.note_dropped(event, why),
                None => batch.level.push(event),
            }
        }
    }

    /// Keeps a prevented event for questions why it did not happen.
    pub(in crate::kernel) fn note_dropped(&mut self, event: Event, why: Obstacle) {
        if !self.log.kept {
            return;
        }
        let at = self.state().log_len;
        let kept = &mut self.log.dropped;
        kept.push(Dropped { at, event, why });
        kept.drain(..kept.len().saturating_sub(MOST_DROPPED));
    }

    /// Logs that a use cannot be cancelled.
    fn tell_uncancellable(&mut self, batch: &Batch) {
        for event in batch.level.iter().filter(|event| event.kind == event::CANCELLED) {
            if self.game().obstacle(event) == Some(Obstacle::Uncancellable)
                && let Some(Value::Use(id)) = event.fields.first()
            {
                let card = self.state().use_(*id).and_then(|use_| use_.card);
                self.record(Line::Uncancellable(card));
            }
        }
    }

    pub(in crate::kernel) fn step_batch(&mut self, mut batch: Box<Batch>, input: In) -> Out {
        if batch.applied {
            return self.after_batch(*batch);
        }
        if let In::Answer(_, answer) = input {
            self.replacement_chosen(&mut batch, answer);
        }
        self.happen(*batch)
    }

    /// Pushes a proposed batch as the next task, or runs it at once if no other task could come between.
    pub(in crate::kernel) fn happens_next(&mut self, proposed: Option<Batch>) -> Out {
        let Some(batch) = proposed else { return Out::Next(In::Go) };
        if self.leave_out_steps(1) {
            self.tell_of_taken();
            return self.happen(batch);
        }
        self.push_batch(Some(batch));
        Out::Next(In::Go)
    }

    /// Pushes a proposed batch onto the stack.
    pub(in crate::kernel) fn push_batch(&mut self, proposed: Option<Batch>) {
        if let Some(batch) = proposed {
            self.push(Task::Batch(Box::new(batch)));
        }
    }

    /// Carries a batch out: drops impossible events, lets abilities replace events, adds the parts of events, and
    /// applies the rest. Asks if a player must choose among replacements.
    fn happen(&mut self, mut batch: Batch) -> Out {
        if batch.proposed.is_empty() && self.reads_what_returns() {
            batch.proposed = batch.level.iter().map(|event| event.kind).collect();
        }
        'levels: while !batch.level.is_empty() {
            self.drop_impossible(&mut batch);
            if !self.replace(&mut batch) {
                self.push(Task::Batch(Box::new(batch)));
                return Out::Ask;
            }
            // Events that replaced others must be possible, too.
            if !batch.used.is_empty() {
                self.drop_impossible(&mut batch);
            }
            let level = std::mem::take(&mut batch.level);
            for (i, event) in level.iter().enumerate() {
                if self.game().has_parts(event) {
                    let parts = self.game().parts(event, &mut batch);
                    batch.level.extend(parts);
                }
                if batch.stand.len() + i + 1 + batch.level.len() > MAX_EVENTS {
                    let kind = batch.level.first().unwrap_or(event).kind;
                    if !self.drop_what_is_too_much(&mut batch, kind) {
                        self.abort(Broken::Events(kind));
                        return Out::Next(In::Go);
                    }
                    break 'levels;
                }
            }
            // The first level of events is taken over without a copy: most batches have no other.
            match batch.stand.is_empty() {
                true => batch.stand = level,
                false => batch.stand.extend(level),
            }
        }
        self.apply_batch(&mut batch);
        let drawn = batch.stand.iter().any(|e| e.kind == event::DRAW);
        batch.applied = true;
        let level = if drawn { CheckMoment::Draw } else { CheckMoment::Batch };
        let is_checked = !self.rules.checks.is_empty() && self.state().lane.is_none();
        let is_plain =
            batch.instead.is_empty() && batch.behind.is_empty() && (!is_checked || self.are_all_quiet(level));
        if is_plain && self.leave_out_steps(1 + u32::from(is_checked)) {
            return self.returned(&mut batch);
        }
        // Scripts and lists that replace events run before the checks. Otherwise a check would find the object
        // unchanged, and propose the event again.
        let is_done = batch.instead.is_empty();
        batch.checks_at = (is_checked && !is_done).then_some(level);
        self.push(Task::Batch(Box::new(batch)));
        if is_checked && is_done {
            self.push(Task::ChecksAndTriggers(level));
        }
        Out::Next(In::Go)
    }

    /// Drops the events of a batch that holds too many, and leaves out the card of the last replacement, or else the
    /// card that proposed them. False: the events come from no card.
    fn drop_what_is_too_much(&mut self, batch: &mut Batch, kind: EventId) -> bool {
        let by = match batch.used.last() {
            Some((id, _)) => self.rules.abilities[id.index()].def,
            None => self.game().origin().0,
        };
        let Some(card) = by else { return false };
        self.record(Line::BrokenOff(Broken::Events(kind)));
        self.leave_out(card);
        (batch.level, batch.stand) = (Vec::new(), Vec::new());
        batch.begins.clear();
        true
    }

    /// Ends a batch without events. It still gets a number and runs the checks.
    pub(in crate::kernel) fn nothing_happens(&mut self) {
        self.count_on(|next| next.batches += 1);
        self.judge_losers();
        let is_checked = !self.rules.checks.is_empty() && self.state().lane.is_none();
        if is_checked && !(self.are_all_quiet(CheckMoment::Batch) && self.leave_out_steps(1)) {
            self.push(Task::ChecksAndTriggers(CheckMoment::Batch));
        }
    }

    fn apply_batch(&mut self, batch: &mut Batch) {
        if batch.stand.is_empty() {
            return self.begin_all(&mut batch.begins);
        }
        self.count_on(|next| next.batches += 1);
        let number = self.state().next.batches;
        let watched = self.state().lane.is_none() && batch.stand.iter().any(|e| self.rules.watched[e.kind.index()]);
        after_moves(&mut batch.stand);
        let known = self.game().leaving_play(&batch.stand, number, watched);
        let mut leavers = watched.then(|| self.heard_by_leavers(&batch.stand, &known));
        self.keep_what_leaves(&known);
        let moment = self.game().moment().unwrap_or(number);
        self.apply_all(batch, (number, moment), leavers.as_mut());
        if !batch.begins.is_empty() {
            self.begin_all(&mut batch.begins);
        }
        self.judge_losers();
        if !known.is_empty() {
            self.forget_what_stayed(&known);
        }
        if let Some(leavers) = leavers {
            let mut triggers = self.triggers_of(leavers, &batch.stand, (number, moment));
            let seen: Vec<(AbilityId, Option<Card>)> = triggers.iter().map(|t| (t.ability, t.card)).collect();
            let mut after = Vec::new();
            self.game().collect(&batch.stand, &mut after, |_| true);
            after.retain(|t| !seen.contains(&(t.ability, t.card)));
            triggers.extend(after);
            self.add_triggers(triggers);
        }
    }

    /// Applies the events of a batch. Events that changed nothing are removed from it.
    fn apply_all(&mut self, batch: &mut Batch, (number, moment): (u32, u32), mut leavers: Option<&mut Leavers>) {
        let is_told = !batch.proposed.is_empty();
        if is_told {
            batch.happened = ThinVec::with_capacity(batch.stand.len());
        }
        let without_room = self.game().without_room(&batch.stand);
        without_room.iter().for_each(|at| self.note_dropped(batch.stand[*at].clone(), Obstacle::NoRoom));
        let is_kept = self.log.kept;
        let mut at = 0..;
        // An event that changes nothing triggers nothing, and a draw from an empty pile is no event.
        batch.stand.retain_mut(|event| {
            let at = at.next().unwrap_or_default();
            if without_room.contains(&at) {
                return false;
            }
            (event.batch, event.moment) = (number, moment);
            // What the card was before the event, and who saw it, is only for the log.
            if is_kept
                && let (event::MOVED | event::TRANSFORMED | event::FACED, Some(card)) = (event.kind, event.card())
            {
                // A card that is laid face down is told as the card that it then is, so its former state is not kept.
                let is_masked = event.kind == event::MOVED
                    && event.fields.get(5).is_some_and(|face| Face::of(face) != Face::Zone)
                    && self.rules.mask_of(self.state().card(card).printed).is_some();
                event.before = (!is_masked).then(|| (self.state().card(card).def, self.game().seen_by(card)));
            }
            let empty = event.kind == event::DRAW && self.game().deck_is_empty(event);
            if empty && !batch.again {
                batch.behind.push(event.clone());
            }
            let happens = self.apply(event) && !empty;
            if happens {
                if let Some(leavers) = leavers.as_mut() {
                    leavers.stands(at);
                }
                // The result names the subjects of events of the proposed kinds. It leaves out what replaced them, and
                // the parts of an event, whose whole is named.
                if is_told && event.part_of.is_none() && batch.proposed.contains(&event.kind) {
                    batch.happened.push(event.fields.first().cloned().unwrap_or_default());
                }
                self.count(event);
                if !matches!(event.kind, event::USED | event::COPIED) {
                    self.record_event(event);
                }
            }
            happens
        });
    }

    pub(in crate::kernel) fn count(&mut self, e: &Event) {
        if !self.rules.tallied[e.kind.index()] {
            return;
        }
        let rules = self.rules.clone();
        for (i, tally) in rules.tallies.iter().enumerate().filter(|(_, t)| t.of == e.kind) {
            for seat in (0..rules.schema.seats).map(Seat) {
                let since = e.batch.checked_sub(1).map_or(Since::NOW, Since);
                let env = Env { event: Some(e), since, ..self.game().seat_env(seat) };
                if tally.matches.iter().all(|(field, filter)| env.event_field_matches(e, *field, filter)) {
                    let n = tally.add.map_or(1, |field| e.fields[field as usize].int().unwrap_or(0));
                    let now = self.state().tallies[seat.index() * rules.tallies.len() + i] as i64;
                    self.change(Change::Number(NumberOf::Tally(seat, i), now.saturating_add(n)));
                }
            }
        }
    }

    /// Continues a batch whose events were applied: first the scripts and lists that replaced events, then checks, then
    /// deferred draws.
    fn after_batch(&mut self, mut batch: Batch) -> Out {
        if !batch.instead.is_empty() {
            let use_ = batch.instead.remove(0);
            self.push(Task::Batch(Box::new(batch)));
            self.start_trigger(use_);
            return Out::Next(In::Go);
        }
        if let Some(level) = batch.checks_at.take() {
            self.push(Task::Batch(Box::new(batch)));
            self.push(Task::ChecksAndTriggers(level));
            return Out::Next(In::Go);
        }
        if !batch.behind.is_empty() {
            let e = batch.behind.remove(0);
            let seat = e.fields[0].seat().unwrap_or(self.state().active);
            let empty = self.game().deck_is_empty(&e);
            self.push(Task::Batch(Box::new(batch)));
            if !empty {
                self.push(Task::Batch(Box::new(Batch::new(vec![e], None, Some(seat)))));
            } else if let Some(list) =
                self.rules.draw.and_then(|(from, _)| self.rules.schema.zones[from.index()].on_empty)
            {
                // The pile is refilled first, then the draw is tried again.
                let again = Batch { again: true, ..Batch::new(vec![e], None, Some(seat)) };
                self.push(Task::Batch(Box::new(again)));
                let context = Context { me: seat, ..Context::default() };
                self.push_list(list, Arc::new(context));
            }
            return Out::Next(In::Go);
        }
        self.returned(&mut batch)
    }

    /// Ends a batch. The task below gets the subjects of the events that happened, if it reads them.
    fn returned(&self, batch: &mut Batch) -> Out {
        if !self.reads_what_returns() {
            return Out::Next(In::Return(Value::Nil));
        }
        let happened = std::mem::take(&mut batch.happened).into_iter().filter(|v| *v != Value::Nil).collect();
        Out::Next(In::Return(Value::List(happened)))
    }

    /// True if the task on top reads the result of the task above it; most tasks ignore it.
    fn reads_what_returns(&self) -> bool {
        !matches!(
            self.state().tasks.last(),
            None | Some(
                Task::List(..)
                    | Task::Each { .. }
                    | Task::Repeat(..)
                    | Task::LeavePhase
                    | Task::LeftList
                    | Task::Draw(..)
                    | Task::Use(..)
                    | Task::Batch(_)
                    | Task::ChecksAndTriggers(_)
            )
        )
    }
}

/// Moves events about a card behind a move of the card that is a part of an earlier event: the move resets the card,
/// which would undo them.
fn after_moves(stand: &mut [Event]) {
    let is_move = |e: &Event| e.kind == event::MOVED && e.part_of.is_some();
    if !stand.iter().any(is_move) {
        return;
    }
    for at in (0..stand.len()).rev() {
        let Some(card) = stand[at].card().filter(|_| stand[at].part_of.is_none() && stand[at].kind != event::MOVED)
        else {
            continue;
        };
        let is_whole = |of: &Event| stand[..at].iter().any(|e| Some(e.kind) == of.part_of && e.card() == Some(card));
        let moves = |e: &Event| is_move(e) && e.card() == Some(card) && is_whole(e);
        if let Some(behind) = stand[at..].iter().rposition(moves) {
            stand[at..=at + behind].rotate_left(1);
        }
    }
}
