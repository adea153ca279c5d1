//! Replacing: abilities replace events, and a player chooses among several.
//!
//! A replacement is offered once for an event and for whatever replaced it. A card that the batch itself moves away may
//! replace only its own leaving.
//!
//! A replacement with a script drops the event, and the script runs after the batch. A replacement that must add events
//! to the same batch is written as data.

use crate::kernel::model::ability::Effect;
use crate::kernel::model::batch::{Batch, Replacement};
use crate::kernel::model::context::Context;
use crate::kernel::model::decision::Answer;
use crate::kernel::model::event;
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Called, Event, Use};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::replacement_marks::keep_replaced_draws;
use crate::kernel::model::task::Task;
use crate::kernel::model::timed_effects::Maker;
use crate::kernel::model::value::Value;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::listeners::trigger_use;
use crate::kernel::run::change::World;

/// The most rounds of replacing in one level. Then the card of the last replacement is left out, and the rounds are
/// counted anew. Ten abilities that replace each of 2,000 events would take twenty thousand (attack `ten replace each
/// of thousands at once` in tests/clock/attacks_on_listeners.rs).
const MAX_ROUNDS: u32 = 5_000;
/// The number of extra events in a batch beyond which replacements of replacements stop. Ten abilities that double an
/// event make a thousand events, and forty would never end (`replacements_that_double_an_event_end` in
/// tests/it/budgets.rs).
const MOST_MORE: u32 = 100;

impl World {
    /// Lets abilities replace events of a batch until none applies any more. False: a player must choose first.
    pub(in crate::kernel) fn replace(&mut self, batch: &mut Batch) -> bool {
        if self.state().lane.is_some() || !batch.level.iter().any(|e| self.rules.replaced[e.kind.index()]) {
            return true;
        }
        // Only events from `from` on are searched for replacements: an event that replaced another one does not make
        // earlier events replaceable again.
        let (mut rounds, mut from) = (0, 0);
        loop {
            if batch.asking.is_some() {
                return false;
            }
            rounds += 1;
            if rounds > MAX_ROUNDS {
                let last = batch.used.last().and_then(|(id, _)| self.rules.abilities[id.index()].def);
                let Some(card) = last else { return true };
                self.leave_out(card);
                rounds = 0;
            }
            let is_full = batch.more > MOST_MORE;
            let may_be = |i: &usize| !is_full || batch.level[*i].replaced_by.is_empty();
            let found = (from..batch.level.len()).filter(may_be).find_map(|i| {
                let candidates = self.game().replacements(batch, &batch.level[i]);
                (!candidates.is_empty()).then_some((i, candidates))
            });
            let Some((i, candidates)) = found else { return true };
            from = i;
            let optional = |c: &Replacement| self.rules.abilities[c.0.index()].optional;
            let mandatory: Vec<_> = candidates.iter().filter(|c| !optional(c)).cloned().collect();
            match mandatory.as_slice() {
                [one] if candidates.len() == 1 || !candidates.iter().any(optional) => {
                    let one = *one;
                    self.replace_with(batch, i, one);
                }
                [first, ..]
                    if mandatory.len() == candidates.len() && self.game().are_equal(&mandatory, &batch.level[i]) =>
                {
                    let first = *first;
                    self.replace_with(batch, i, first);
                }
                _ => self.ask_for(batch, i, candidates),
            }
        }
    }

    /// Lets a player choose among replacements. A player who is out of the game is not asked, and the first mandatory
    /// one applies.
    fn ask_for(&mut self, batch: &mut Batch, i: usize, candidates: Vec<Replacement>) {
        let must = candidates.iter().find(|c| !self.rules.abilities[c.0.index()].optional).copied();
        batch.asking = Some(Box::new((i, candidates)));
        let chooser = self.game().batch_decision(batch).map(|asked| asked.seat);
        if !chooser.is_some_and(|seat| self.state().is_out(seat)) {
            return;
        }
        match must {
            Some(one) => {
                batch.asking = None;
                self.replace_with(batch, i, one);
            }
            None => self.replacement_chosen(batch, Answer::Pass),
        }
    }

    fn replace_with(&mut self, batch: &mut Batch, i: usize, (id, card, seat): Replacement) {
        let rules = self.rules.clone();
        let ability = &rules.abilities[id.index()];
        let mut event = batch.level.remove(i);
        if batch.of_check {
            self.exempt_from_check(&event);
        }
        event.replaced_by.push((id, card));
        batch.used.push((id, card));
        if let Some(level) = ability.once {
            self.spend(card, id, level);
        }
        let provider = self.game().provider(id, card, seat);
        self.use_granted(id, card, seat);
        // Nobody reads the `since` of an event in the log, so all lines have the same.
        let shown = Event { since: Since::NOW, ..event.clone() };
        self.record(Line::Replaced(id, card, Box::new(shown)));
        match &ability.effect {
            Effect::Events(does) => {
                let was_full = batch.more > MOST_MORE;
                let eyes = self.game().eyes(id, card, seat);
                let env = Env { card, event: Some(&event), eyes, ..self.game().seat_env(seat) };
                let mut new = self.game().proposals(&env, &does.events, event.role);
                let origin = Origin(ability.def);
                let maker = Maker { card, me: seat, provider, eyes, origin, called: Called::default() };
                batch.begins.extend(does.begins.iter().map(|what| self.game().to_begin(what, &env, maker)));
                for e in &mut new {
                    e.source = card;
                    e.by = Some(seat);
                    e.replaced_by = event.replaced_by.clone();
                }
                if event.replaced_by.len() > 1 {
                    batch.more = batch.more.saturating_add(new.len().saturating_sub(1) as u32);
                }
                if batch.more > MOST_MORE
                    && !was_full
                    && let Some(def) = ability.def
                {
                    self.leave_out(def);
                }
                // A draw is a batch of its own, after this one.
                let (draws, rest): (Vec<_>, Vec<_>) = new.into_iter().partition(|e| e.kind == event::DRAW);
                batch.behind.extend(draws.into_iter().map(|mut draw| {
                    keep_replaced_draws(&rules, &mut draw);
                    draw
                }));
                batch.level.splice(i..i, rest);
            }
            // Scripts and lists may ask questions, so they run after the batch.
            Effect::Script(_) | Effect::List(_) => {
                batch.instead.push(Use { provider, ..trigger_use(id, card, seat, event) });
            }
            Effect::None => {}
        }
    }

    /// Proposes an event again after the script that replaced it has failed.
    pub fn propose_unreplaced(&mut self, context: &Context) {
        // True if the script stood in place of the event. A deferred effect, which has no use, did not.
        let stood = context.this.is_some() && !context.replaced_by.is_empty();
        if let (true, Some(event)) = (stood, &context.event) {
            // The event carries its replacements, which are not offered again.
            let batch = Batch { level: vec![(**event).clone()], ..Batch::new(Vec::new(), None, None) };
            self.push(Task::Batch(Box::new(batch)));
        }
    }

    pub(in crate::kernel) fn replacement_chosen(&mut self, batch: &mut Batch, answer: Answer) {
        let chooser = self.game().batch_decision(batch).map(|asked| asked.seat);
        let Some((i, candidates)) = batch.asking.take().map(|asking| *asking) else { return };
        let answer = match answer {
            Answer::Values(values) => values.into_iter().next().unwrap_or_default(),
            _ => Value::Nil,
        };
        let is_chosen = |c: &&Replacement| match answer {
            Value::Bool(yes) => yes,
            Value::Card(card) => c.1 == Some(card),
            Value::Game => c.1.is_none(),
            Value::Ability(ability) => c.0 == ability,
            _ => false,
        };
        let chosen: Vec<Replacement> = candidates.iter().filter(is_chosen).copied().collect();
        let is_its_players = |c: &Replacement| Some(c.2) == chooser || !self.rules.abilities[c.0.index()].optional;
        match chosen.as_slice() {
            // If one replacement is left, it acts. If it is optional and another player's, that player is asked whether
            // it acts.
            [first, ..] if chosen.len() == 1 || matches!(answer, Value::Ability(_)) => {
                match is_its_players(first) || candidates.len() == 1 {
                    true => self.replace_with(batch, i, *first),
                    false => batch.asking = Some(Box::new((i, vec![*first]))),
                }
            }
            // The chosen card has several: one of them is chosen next.
            [_, ..] => batch.asking = Some(Box::new((i, chosen))),
            [] => {
                // Nobody else is asked where the player who chooses is out of the game and has none herself.
                let has_own = candidates.iter().any(|c| Some(c.2) == chooser);
                let declined = candidates.iter().filter(|c| !has_own || Some(c.2) == chooser);
                batch.level[i].replaced_by.extend(declined.map(|c| (c.0, c.1)));
            }
        }
    }
}
