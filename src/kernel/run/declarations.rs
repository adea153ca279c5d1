//! Declaring: choosing targets and payment of a use.
//!
//! A declaration is staged: the state changes only when targets and payment are complete, and then in one batch. A use
//! is offered only if it can be completed, so a declaration can always be completed, too.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::decision::{Answer, Choice, Decision, Kind};
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{Seat, UseId, Value};
use crate::kernel::read::declarations::NextChoice;
use crate::kernel::run::change::World;

impl World {
    /// Begins a declaration.
    pub(in crate::kernel) fn declare(&mut self, seat: Seat, choice: Choice, reply_to: Option<UseId>) -> Out {
        let use_ = self.game().draft(seat, choice, reply_to);
        self.step_declare(Box::new(Declare::new(use_)), In::Go)
    }

    pub(in crate::kernel) fn step_declare(&mut self, mut declare: Box<Declare>, input: In) -> Out {
        let mut given = match input {
            In::Answer(_, Answer::Values(values)) => Some(values),
            _ => None,
        };
        while let Some(decision) = self.game().declare_on(&mut declare, given.take()) {
            given = self.picked_by_chance(&declare, &decision);
            if given.is_none() && self.state().is_out(decision.seat) {
                // A player who is out of the game is not asked. Her declaration ends; a use that she retargets keeps
                // its targets.
                match &declare.use_.asked {
                    Some(asked) => self.not_done(asked),
                    None if declare.aimed_by.is_none() => {
                        self.record(Line::Lapsed(declare.use_.ability, declare.use_.card));
                    }
                    None => {}
                }
                return Out::Next(In::Go);
            }
            if given.is_none() {
                self.push(Task::Declare(declare));
                self.asks(decision);
                return Out::Ask;
            }
        }
        let proposed = self.declared(*declare);
        self.happens_next(proposed)
    }

    /// The random pick for the next target; `None` if its player chooses.
    fn picked_by_chance(&mut self, declare: &Declare, decision: &Decision) -> Option<Vec<Value>> {
        match self.game().next_part(declare)? {
            NextChoice::Target(target) if target.what.random => {}
            _ => return None,
        }
        let Kind::Pick { options, min, .. } = &decision.kind else { return None };
        let (mut options, mut picked) = (options.clone(), Vec::new());
        while picked.len() < *min as usize && !options.is_empty() {
            let i = self.roll_index(&options);
            picked.push(options.remove(i));
        }
        Some(picked)
    }

    /// Logs a complete declaration, and proposes the move of the card and the payment of the cost.
    pub(in crate::kernel) fn declared(&mut self, declare: Declare) -> Option<Batch> {
        if declare.use_.asked.is_some() {
            return self.answered(declare);
        }
        let Declare { mut use_, payments, stage, aimed_by, .. } = declare;
        if let Some(seat) = aimed_by {
            // `Left` means here that the choices took too much work, so the use keeps its old targets.
            if stage != DeclareStage::Left {
                self.aimed(use_, seat);
            }
            return None;
        }
        if stage == DeclareStage::Left {
            self.trigger_left(&use_);
            return None;
        }
        if use_.event.is_some() || use_.price.is_by_effect() {
            self.run_trigger(use_, &payments);
            return None;
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let limit = ability.once.map(|level| (ability.limit_as, level));
        if let Some(x) = &ability.x {
            use_.x = self.game().use_env(&use_).amount(x);
        }
        use_.since = self.this_moment();
        use_.declared = use_.since;
        // Most uses propose two events beside the payment: the card moves, and it is used.
        let mut events = Vec::with_capacity(2);
        if let (Some(card), Some(to)) = (use_.card, use_.kind.and_then(|k| self.rules.uses[k.index()].to.as_ref()))
            && let Some(zone) = self.game().use_env(&use_).dest(to, Some(card), &[])
        {
            events.push(self.game().moved(card, zone, false, Role::Rule));
        }
        let (payment, paid) = self.game().cost_events(&use_, &payments);
        events.extend(payment);
        self.count_on(|next| next.uses += 1);
        let id = UseId(self.state().next.uses);
        use_.id = id;
        if let Some((limit_as, level)) = limit {
            self.spend(use_.card, limit_as, level);
        }
        let source = (use_.card, use_.user);
        self.use_up_cost_changes(&use_);
        use_.provider = self.game().provider(use_.ability, use_.card, use_.user);
        self.use_granted(use_.ability, use_.card, use_.user);
        self.record(Line::Used {
            id,
            ability: use_.ability,
            card: use_.card,
            user: use_.user,
            targets: use_.targets.clone(),
            reply_to: use_.reply_to.and_then(|r| self.state().use_(r)).and_then(|u| u.card),
        });
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        if self.rules.is_followed(event::USED) {
            let fields = vec![Value::Use(id), use_.card.map_or(Value::Nil, Value::Card), Value::Seat(use_.user)];
            events.push(Event::new(event::USED, fields, Role::Rule));
        }
        self.change(Change::Uses(Edit::push(&self.state().uses, use_)));
        self.push(Task::Use(id, 0, self.state().pending.len() as u32));
        self.run_checks_at(CheckMoment::Step);
        if events.is_empty() {
            self.nothing_happens();
            return None;
        }
        Some(Batch::new(events, source.0, Some(source.1)))
    }
}
