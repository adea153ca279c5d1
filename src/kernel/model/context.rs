//! Contexts: the player, card, use and event for which a list or a script is evaluated.

use crate::kernel::model::last_known::Since;
use crate::kernel::model::objects::Event;
use crate::kernel::model::origin::Origin;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;
use std::sync::Arc;
use thin_vec::ThinVec;

/// A name bound by the flow or by a step's argument.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Var {
    /// The name by which lists and scripts read the value.
    pub name: Sym,
    /// The moment at which the cards in the value are read.
    pub since: Since,
    /// The value bound to the name.
    pub value: Value,
}

impl Var {
    /// A name whose cards are read in the present.
    pub fn now((name, value): (Sym, Value)) -> Var {
        Var { name, since: Since::NOW, value }
    }
}

/// The context in which the items of a list are evaluated.
#[derive(Clone, Debug, PartialEq, Default, Renumber)]
pub struct Context {
    /// The player for whom the items are evaluated: `me`.
    pub me: Seat,
    /// The card whose effect runs; `None` for a list of the game itself.
    pub card: Option<Card>,
    /// The use whose effect runs: `this`.
    pub this: Option<UseId>,
    /// The event that set off the trigger, or that is replaced.
    pub event: Option<Box<Event>>,
    /// Names bound by the flow.
    pub vars: Vec<Var>,
    /// For a list that runs after its use has ended, the players who must see a card before the list may read its
    /// hidden fields: one bit each; 0: it may read every card.
    #[same]
    pub eyes: u8,
    /// The moment at which the card and the event are read. With a use in `this`, the moment of the use counts instead.
    pub since: Since,
    /// In a replacement: the replacements already applied to its event, and to the events that this one replaced.
    #[keep_known]
    pub replaced_by: ThinVec<(AbilityId, Option<Card>)>,
}

impl Context {
    /// Binds a name to a value, whose cards are read as they were at a moment.
    pub fn bind(&mut self, name: Sym, value: Value, since: Since) {
        self.vars.push(Var { name, since, value });
    }

    /// A copy of the context, for draws that come later; `None` if the context is not that of a replacement.
    pub fn for_draws(&self) -> Option<Arc<Context>> {
        (!self.replaced_by.is_empty()).then(|| Arc::new(self.clone()))
    }

    /// True if a name is bound to the player `me`: in one player's round of a list that is done for several players.
    pub fn is_round(&self) -> bool {
        self.vars.iter().any(|var| var.value == Value::Seat(self.me))
    }
}

/// A call of a script, with its arguments.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct ScriptCall {
    /// The script to run.
    pub script: ScriptId,
    /// The context in which it runs.
    pub context: Context,
    /// Arguments from another script, under names that it chose.
    pub args: Vec<(Arc<str>, Value)>,
    /// The seats that saw everything that the queueing script had read, one bit each.
    pub seen_by: u8,
    /// The card definition whose effect queued the call; empty if no card's effect did.
    pub origin: Origin,
    /// The player who brought the card of the queueing script to the game; `None` for a script of the game itself.
    pub provider: Option<Seat>,
    /// True once the script has begun. Steps that were queued together wait on the stack below earlier ones.
    pub started: bool,
}

impl ScriptCall {
    /// A script that is about to run, given nothing but its context.
    pub fn new(script: ScriptId, context: Context) -> ScriptCall {
        ScriptCall {
            script,
            context,
            args: Vec::new(),
            seen_by: u8::MAX,
            provider: None,
            origin: Origin::default(),
            started: false,
        }
    }
}
