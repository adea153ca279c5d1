//! Tasks: the work in progress, as plain data on one stack.
//!
//! Windows, uses, batches and scripts nest to any depth on this stack, so a copy of the state is a checkpoint.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::context::{Context, ScriptCall};
use intermezzo_derive::Renumber;

use crate::kernel::model::checks::CheckMoment;

use crate::kernel::model::decision::{Answer, Decision};

use crate::kernel::model::declaration::Declare;

use crate::kernel::model::last_known::Since;
use crate::kernel::model::origin::Origin;

use crate::kernel::model::symbols::Sym;

use std::sync::Arc;

use crate::kernel::model::value::*;

use crate::kernel::model::window::Window;

/// A task in progress.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Task {
    /// A list of flow items, the index of the next item, and the context.
    List(ListId, u16, Arc<Context>),
    /// Does a list once for each of several values.
    Each {
        /// The list.
        list: ListId,
        /// The name to which each value is bound.
        var: Sym,
        /// The values.
        items: Vec<Value>,
        /// The moment at which the cards of the values are read.
        since: Since,
        /// The index of the next value.
        at: u32,
        /// The context in which it is evaluated.
        context: Arc<Context>,
    },
    /// A level that repeats: the list and item of the repeat, and the number of rounds.
    Repeat(ListId, u16, u32, Arc<Context>),
    /// Ends the phase when the tasks above it are done.
    LeavePhase,
    /// Marks the beginning of a list that may end early: the tasks of the list lie above it.
    LeftList,
    /// A window that opens when this is reached.
    OpenWindow(WindowId),
    /// The remaining draws of a player, and the context of the effect that draws in the place of another event.
    Draw(Seat, u16, Option<Arc<Context>>),
    /// A window.
    Window(Box<Window>),
    /// A use, its next stage, and the number of groups of triggers that waited before it began.
    Use(UseId, u32, u32),
    /// A use being declared.
    Declare(Box<Declare>),
    /// A use that an effect made; its declaration begins when this is reached.
    Begin(Box<Declare>),
    /// Events proposed together.
    Batch(Box<Batch>),
    /// Triggers whose turn comes together.
    Triggers(Box<Waiting>),
    /// Runs the checks of this moment, and the triggers that wait.
    ChecksAndTriggers(CheckMoment),
    /// A script that runs or waits.
    Script(Box<ScriptCall>),
    /// Decisions of a script or window, with the answers so far.
    Ask(Box<Asking>),
    /// Handles the answer to a question of a list.
    Chosen(Box<Chosen>),
    /// A list that runs when a use has ended.
    Later(Box<Later>),
    /// A player divides an amount among things.
    Divide(Box<Dividing>),
}

/// Waiting triggers that are taken together: players may order them, then they begin one after the other.
#[derive(Clone, Debug, Default, PartialEq, Renumber)]
pub struct Waiting {
    /// Uses that are not declared yet, the next one first.
    pub left: Vec<UseId>,
    /// The seats that have ordered their triggers, one bit each.
    pub ordered: u8,
    /// The seat that is asked to order its triggers.
    pub asked: Option<Seat>,
    /// The number of groups of triggers that stay waiting, for tasks below this one on the stack.
    pub base: u32,
}

/// Decisions that wait for answers, hidden from each other until all are in.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// The questions, one for each seat.
    pub decisions: Vec<Decision>,
    /// The answers so far.
    pub answers: Vec<Option<Value>>,
    /// True if the answers come as a list, one a seat.
    pub list: bool,
}

/// Lists waiting for a player's answer; the answer decides which list runs.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Chosen {
    /// The list, which gets the answer.
    pub list: ListId,
    /// The list that is done where nothing was chosen.
    pub otherwise: Option<ListId>,
    /// The name that the list uses for the answer.
    pub var: Sym,
    /// In a sealed choice the seats that choose, each with its value if it was not asked. One of both lists runs for
    /// each seat.
    pub sealed: Vec<(Seat, Option<Value>)>,
    /// The moment at which the options were named, as of which their cards are read; `NOW`: when the answer comes.
    pub since: Since,
    /// The context in which both lists are evaluated.
    pub context: Arc<Context>,
}

impl Chosen {
    /// True if one list is done with a value and without one: it is the rest of a list, after an item whose result has
    /// a name ([`Item::Named`](crate::kernel::model::flow_items::Item::Named)).
    pub fn goes_on(&self) -> bool {
        self.otherwise == Some(self.list)
    }
}

/// A list that runs after its use. This task stays below the list on the stack, so that the work of the list is charged
/// to the card of `origin`.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Later {
    /// The list; `None`: it is being done.
    pub list: Option<ListId>,
    /// The context in which it is evaluated.
    pub context: Arc<Context>,
    /// The card to whose effect the list belongs.
    pub origin: Origin,
}

/// An amount that is being divided among things.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Dividing {
    /// The list, done with each part.
    pub list: ListId,
    /// The name of the thing in the list, and that of its part.
    pub names: (Sym, Sym),
    /// The things, in order.
    pub things: Vec<Value>,
    /// The amount that each thing needs before the next one may get any.
    pub needs: Vec<i64>,
    /// The least and the greatest part of each thing.
    pub bounds: Vec<(i64, i64)>,
    /// The parts so far.
    pub parts: Vec<i64>,
    /// The amount that is not divided yet.
    pub left: i64,
    /// The player who divides.
    pub by: Seat,
    /// The text of the question.
    pub why: Option<Arc<str>>,
    /// The moment at which the things were named, as of which their cards are read; `NOW`: when the last answer comes.
    pub since: Since,
    /// The context in which the list is evaluated.
    pub context: Arc<Context>,
}

/// The input of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum In {
    /// Begin, or continue.
    Go,
    /// An answer.
    Answer(Seat, Answer),
    /// The result of the task above.
    Return(Value),
}

/// The result of a step: how the driver continues.
#[derive(Clone, Debug, PartialEq)]
pub enum Out {
    /// Give this to the task that is on top now.
    Next(In),
    /// Ask what `Game::decisions` lists.
    Ask,
    /// Start or resume the script on top.
    Script(In),
    /// The game is over.
    Over,
    /// Computing the way to the next decision took too many tests and was given up. The state is worthless.
    Late,
}
