//! Call: a call of a host function, with its arguments and its answer.

use crate::kernel::model::value::Zone;
use crate::kernel::{Card, Seat, Value, World};
use crate::script::host::arguments::{Argument, GivenTable};
use crate::script::host::call_site::Site;
use crate::script::host::running_game::Host;

/// A call of a host function.
pub struct Call<'a> {
    /// The host of the VM.
    pub host: &'a Host,
    /// The game.
    pub world: &'a mut World,
    /// The arguments.
    pub(crate) args: &'a [Argument],
    /// The call site, if the call was prepared and has the site's arguments.
    pub(crate) site: Option<&'a Site>,
}

/// The answer of a host function.
pub enum HostReply {
    /// A value of the game.
    Value(Value),
    /// Spaces, each pushed as an object. As a value of the game, a zone of a single pile would be pushed as its name.
    Spaces(Vec<Zone>),
    /// The call waits: it pushed tasks, and their result is the answer.
    Wait {
        /// True if the answer is the list of things to which the event happened, false for the first of them.
        list: bool,
    },
}

impl HostReply {
    /// The number of values in the answer, for its price; 0 while it is awaited.
    pub(crate) fn values(&self) -> usize {
        match self {
            HostReply::Value(value) => value.items().len(),
            HostReply::Spaces(spaces) => spaces.len(),
            HostReply::Wait { .. } => 0,
        }
    }
}

impl<'a> Call<'a> {
    /// An argument as it is.
    pub(crate) fn raw(&self, i: usize) -> &'a Argument {
        self.args.get(i).unwrap_or(&Argument::Nil)
    }

    /// An argument as a value of the game.
    pub(crate) fn value(&self, i: usize) -> Result<Value, String> {
        self.raw(i).value(self.world)
    }

    /// An argument that is a table of named parts, or nothing.
    pub(crate) fn table(&self, i: usize) -> Result<Option<&'a GivenTable>, String> {
        match self.raw(i) {
            Argument::Nil => Ok(None),
            Argument::Table(t) => Ok(Some(t)),
            other => Err(format!("a table expected, found {}", other.words())),
        }
    }

    /// An argument that is a word or a text.
    pub(crate) fn text(&self, i: usize, what: &str) -> Result<String, String> {
        match self.raw(i) {
            Argument::Text(s) => Ok(s.to_string_lossy()),
            other => Err(format!("{what} expected, found {}", other.words())),
        }
    }

    /// An argument that is a player.
    pub fn seat(&self, i: usize) -> Result<Seat, String> {
        self.value(i)?.seat().ok_or_else(|| "a player expected".into())
    }

    /// An argument that is a card.
    pub fn card(&self, i: usize) -> Result<Card, String> {
        self.value(i)?.card().ok_or_else(|| "a card expected".into())
    }

    /// An argument that is a whole number.
    pub fn int(&self, i: usize) -> Result<i64, String> {
        self.value(i)?.int().ok_or_else(|| "a whole number expected".into())
    }
}
