//! List abilities: abilities that a list uses, and lists that run when a use ends.

use std::sync::Arc;

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::context::Context;
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::lang::Expr;
use crate::kernel::model::objects::Use;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::{In, Later, Out, Task};
use crate::kernel::model::timed_effects::AbilitySource;
use crate::kernel::model::value::{AbilityId, ListId, UseId, Value};
use crate::kernel::read::effect_limits::{self, check_limit};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl World {
    /// Pushes a use for each ability that an item of a list names, the first on top. Abilities of a form that cannot be
    /// used, such as static ones, are skipped.
    pub(in crate::kernel) fn use_as_said(
        &mut self,
        which: &AbilitySource,
        card: Option<&Expr>,
        by: &Expr,
        context: &Context,
    ) {
        let maker = self.maker(context);
        let game = self.game();
        let env = game.env(context);
        let user = env.expr(by).items().first().and_then(Value::seat).unwrap_or(context.me);
        let with =
            card.map_or(context.card, |card| env.without_blanks(env.expr(card)).items().first().and_then(Value::card));
        // A named ability is used in the named mode; for an ability of a card the player chooses the mode.
        let stage = match which {
            AbilitySource::Named(_) => DeclareStage::Chosen,
            AbilitySource::Of { .. } => DeclareStage::New,
        };
        let meant = game.abilities_meant(&env, which);
        let first = meant.iter().filter_map(|parts| parts.first().copied());
        let is_usable = |id: &AbilityId| {
            matches!(game.rules.abilities[id.index()].form, AbilityForm::Timing(_) | AbilityForm::After(_))
        };
        let begin = |id: AbilityId| {
            let use_ = game.free_use(id, game.rules.abilities[id.index()].kind, with, user);
            let replaced_by = context.replaced_by.clone();
            let use_ = Use { origin: maker.origin, provider: maker.provider, replaced_by, ..use_ };
            Task::Begin(Box::new(Declare { stage, ..Declare::new(use_) }))
        };
        let tasks: Vec<Task> = first.filter(is_usable).map(begin).collect();
        tasks.into_iter().rev().for_each(|task| self.push(task));
    }

    /// Defers a list until the use is over, with named values. Without a use it runs next.
    pub(in crate::kernel) fn leave_for_later(&mut self, with: &[(Sym, Expr)], list: ListId, context: &Context) {
        let env = self.game().env(context);
        let since_of = |what: &Expr| env.expr_since(what, self.this_moment());
        let values: Vec<_> = with.iter().map(|(name, what)| (*name, env.expr(what), since_of(what))).collect();
        let (eyes, since) = (env.eyes, env.since);
        let mut context = Context { eyes, since, ..context.clone() };
        values.into_iter().for_each(|(name, value, since)| context.bind(name, value, since));
        let moment = context.this.take();
        let later = Later { list: Some(list), context: Arc::new(context), origin: self.game().origin() };
        let task = Task::Later(Box::new(later));
        match moment {
            None => self.push(task),
            moment => {
                if self.add_to_agenda_if_room(moment, task).is_err() {
                    self.takes_too_much();
                }
            }
        }
    }

    /// Queues a task for the end of the running script, or for the end of a use.
    ///
    /// # Errors
    ///
    /// Too many tasks wait already.
    pub fn add_to_agenda_if_room(&mut self, moment: Option<UseId>, task: Task) -> Result<(), String> {
        let held = self.state().agenda.iter().map(|(.., origin)| *origin);
        check_limit(held, self.game().origin(), 1, effect_limits::QUEUED)?;
        self.add_to_agenda(moment, task);
        Ok(())
    }

    pub(in crate::kernel) fn step_later(&mut self, mut later: Later) -> Out {
        let Some(list) = later.list.take() else { return Out::Next(In::Return(Value::Nil)) };
        let context = later.context.clone();
        self.push(Task::Later(Box::new(later)));
        self.push(Task::List(list, 0, context));
        Out::Next(In::Go)
    }
}

impl Game<'_> {
    /// The abilities that an item of a list names, each with all its parts.
    pub(in crate::kernel) fn abilities_meant(self, env: &Env, which: &AbilitySource) -> Vec<Vec<AbilityId>> {
        match which {
            AbilitySource::Named(at) => vec![self.rules.named_abilities[*at].clone()],
            AbilitySource::Of { cards, kind } => {
                let mut found = Vec::new();
                for value in env.without_blanks(env.expr(cards)).items() {
                    match value {
                        Value::Card(card) => self.each_ability(*card, |id| found.push(id)),
                        Value::Def(def) => found.extend(self.rules.defs[def.index()].abilities.iter().copied()),
                        _ => {}
                    }
                }
                let is_meant = |id: &AbilityId| {
                    let ability = &self.rules.abilities[id.index()];
                    ability.group == *id && (kind.is_none() || ability.kind_word == *kind)
                };
                found.into_iter().filter(is_meant).map(|id| self.parts_of(id)).collect()
            }
        }
    }

    /// All parts of an ability, in order.
    pub fn parts_of(self, id: AbilityId) -> Vec<AbilityId> {
        let group = self.rules.abilities[id.index()].group;
        let all = (0..self.rules.abilities.len()).map(AbilityId::of);
        all.filter(|part| self.rules.abilities[part.index()].group == group).collect()
    }
}
