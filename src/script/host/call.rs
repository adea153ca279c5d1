//! Call: a call of a host function, its arguments, and what it answers.

use mlua::{Lua, Table, Value as LuaValue};

use crate::kernel::{Card, Seat, Value, World};
use crate::script::host::convert;
use crate::script::host::slot::Host;

/// A call of a host function.
pub struct Call<'a> {
    /// The VM.
    pub lua: &'a Lua,
    /// Its host.
    pub host: &'a Host,
    /// The game.
    pub world: &'a mut World,
    /// What the script gave.
    pub args: &'a [LuaValue],
}

/// What a host function answers.
pub enum Reply {
    /// A value of the game.
    Value(Value),
    /// A value of Lua.
    Lua(LuaValue),
    /// It waits: tasks were put on the stack, and what they return is the answer.
    Wait {
        /// Whether the answer is the list of what happened, or its first element.
        list: bool,
    },
}

impl Call<'_> {
    /// An argument as it is.
    pub fn raw(&self, i: usize) -> &LuaValue {
        self.args.get(i).unwrap_or(&LuaValue::Nil)
    }

    /// An argument as a value of the game.
    pub fn value(&self, i: usize) -> Result<Value, String> {
        convert::from_lua(self.world, self.raw(i))
    }

    /// An argument that is a table of named parts, or nothing.
    pub fn table(&self, i: usize) -> Result<Option<Table>, String> {
        match self.raw(i) {
            LuaValue::Nil => Ok(None),
            LuaValue::Table(t) => Ok(Some(t.clone())),
            other => Err(format!("a table expected, found {}", other.type_name())),
        }
    }

    /// A part of a table.
    pub fn part(&self, table: &Table, key: &str) -> Result<LuaValue, String> {
        table.raw_get(key).map_err(|e| e.to_string())
    }

    /// An argument that is a word or a text.
    pub fn text(&self, i: usize, what: &str) -> Result<String, String> {
        match self.raw(i) {
            LuaValue::String(s) => Ok(s.to_string_lossy()),
            other => Err(format!("{what} expected, found {}", other.type_name())),
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
