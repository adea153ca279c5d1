//! Work payers: to whom the current work is charged: a card, all copies of a card together, or the game itself.

use crate::kernel::model::context::ScriptCall;
use crate::kernel::model::objects::{Record, Use};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, DefId, UseId};
use crate::kernel::read::game::Game;

/// The source that work is charged to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Payer {
    /// The game, for its own rules.
    Game,
    /// All copies of a card whose effect runs, or which triggered it; `None` for an ability of the manifest.
    Card(Option<DefId>),
}

impl Game<'_> {
    /// The source that a script is charged to.
    pub fn payer_of(self, call: &ScriptCall) -> Payer {
        let use_ = call.context.this.and_then(|id| self.state.use_(id));
        let set_off = || use_.and_then(|use_| use_.origin.0);
        let own = || self.rules.scripts[call.script.index()].def.or_else(|| self.card_of(use_?));
        match call.origin.0.or_else(set_off).or_else(own) {
            None if use_.is_none() => Payer::Game,
            card => Payer::Card(card),
        }
    }

    /// The card whose effect made a use; else the card on which its ability is printed.
    fn card_of(self, use_: &Use) -> Option<DefId> {
        use_.origin.0.or(self.rules.abilities[use_.ability.index()].def)
    }

    /// The source that the current task is charged to.
    pub fn payer(self) -> Payer {
        self.state.tasks.iter().rev().find_map(|task| self.payer_of_task(task)).unwrap_or(Payer::Game)
    }

    /// The card whose effect is being done.
    pub fn origin(self) -> Origin {
        match self.payer() {
            Payer::Card(card) => Origin(card),
            Payer::Game => Origin::default(),
        }
    }

    /// The ability whose effect runs; `None` for an effect of the game.
    pub(in crate::kernel) fn ability_at_work(self) -> Option<AbilityId> {
        let of_use = |id: UseId| self.state.use_(id).map(|use_| use_.ability);
        let of_task = |task: &Task| match task {
            Task::Script(call) => call.context.this.and_then(of_use),
            Task::Use(id, ..) => of_use(*id),
            Task::Begin(declare) | Task::Declare(declare) => Some(declare.use_.ability),
            Task::Batch(batch) => batch.used.last().map(|(id, _)| *id),
            _ => None,
        };
        let ability = self.state.tasks.iter().rev().find_map(of_task)?;
        self.rules.abilities[ability.index()].def.and(Some(ability))
    }

    /// True if the running effect belongs to a card of a pack, or was put on a card by a pack.
    pub(crate) fn is_strange_at_work(self) -> bool {
        let is_from_pack = |id: AbilityId| self.rules.abilities[id.index()].is_from_pack;
        match self.payer() {
            Payer::Card(Some(card)) => {
                self.rules.defs[card.index()].is_from_pack || self.ability_at_work().is_some_and(is_from_pack)
            }
            Payer::Card(None) | Payer::Game => false,
        }
    }

    /// True if the current effect may close an open record. Cards of packs cannot close a record of the game's own
    /// flow, because the flow goes on with it.
    pub(crate) fn may_close(self, record: &Record) -> bool {
        record.origin.0.is_some()
            || self.rules.schema.records[record.kind.index()].is_from_pack
            || !self.is_strange_at_work()
    }

    /// The payer that a task names itself.
    pub(in crate::kernel) fn payer_of_task(self, task: &Task) -> Option<Payer> {
        match task {
            Task::Script(call) => Some(self.payer_of(call)),
            Task::Use(id, ..) => self.state.use_(*id).map(|use_| Payer::Card(self.card_of(use_))),
            Task::Later(later) => later.origin.0.map(|card| Payer::Card(Some(card))),
            Task::Begin(declare) | Task::Declare(declare) => Some(Payer::Card(self.card_of(&declare.use_))),
            Task::Batch(batch) => batch.used.last().map(|(id, _)| Payer::Card(self.rules.abilities[id.index()].def)),
            _ => None,
        }
    }
}
