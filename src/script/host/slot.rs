//! Host: the game that scripts of one VM are running in.
//!
//! While a script runs, the world lies in the host's slot, so that host functions reach it; before
//! and after it belongs to the table. One VM serves many games, one at a time.

use std::cell::{OnceCell, RefCell};

use mlua::{AnyUserData, Lua, Table, Value as LuaValue};

use crate::kernel::World;
use crate::script::host::handle::Handle;
use crate::script::host::kept::Parsed;

/// While it lives, what the host makes for a script does not count against the script's memory: it is
/// small, bounded by the game, and the VM need not guard every step of it. The script's next
/// allocation counts all that there is again.
pub(crate) struct Unmetered<'l>(&'l Lua, usize);

impl<'l> Unmetered<'l> {
    pub(crate) fn new(lua: &'l Lua) -> Unmetered<'l> {
        Unmetered(lua, lua.set_memory_limit(0).unwrap_or(0))
    }
}

impl Drop for Unmetered<'_> {
    fn drop(&mut self) {
        // It can be set, or there was none to take away.
        let _ = self.0.set_memory_limit(self.1);
    }
}

/// The slot, and handles that were made before.
#[derive(Default)]
pub struct Host {
    world: RefCell<Option<Box<World>>>,
    cards: RefCell<Vec<AnyUserData>>,
    seats: RefCell<Vec<AnyUserData>>,
    pub(crate) parsed: Parsed,
    lists: OnceCell<Table>,
}

impl Host {
    /// Lends the world to scripts.
    pub fn lend(&self, world: Box<World>) {
        *self.world.borrow_mut() = Some(world);
    }

    /// Takes the world back.
    ///
    /// # Panics
    ///
    /// Panics if it was not lent.
    pub fn take(&self) -> Box<World> {
        self.world.borrow_mut().take().expect("a script runs only while the world is lent")
    }

    /// Reads the world.
    pub fn with<R>(&self, f: impl FnOnce(&World) -> mlua::Result<R>) -> mlua::Result<R> {
        match self.world.borrow().as_deref() {
            Some(world) => f(world),
            None => Err(mlua::Error::runtime("the game can be read only while it runs, not while scripts load")),
        }
    }

    /// Changes the world.
    pub fn with_mut<R>(&self, f: impl FnOnce(&mut World) -> mlua::Result<R>) -> mlua::Result<R> {
        match self.world.borrow_mut().as_deref_mut() {
            Some(world) => f(world),
            None => Err(mlua::Error::runtime("the game can be changed only while it runs, not while scripts load")),
        }
    }

    /// What makes reading a field of a list an error: it would be nil, and a script would go on with that.
    pub(crate) fn list_metatable(&self, lua: &Lua) -> mlua::Result<Table> {
        if let Some(table) = self.lists.get() {
            return Ok(table.clone());
        }
        let index = lua.create_function(|_, (_, key): (LuaValue, LuaValue)| match &key {
            LuaValue::String(key) => {
                let key = key.to_string_lossy();
                let help = format!("read it of one of its elements, as in `list[1].{key}`");
                Err::<LuaValue, _>(mlua::Error::runtime(format!("a list has no field `{key}` ({help})")))
            }
            _ => Ok(LuaValue::Nil),
        })?;
        let table = lua.create_table()?;
        table.raw_set("__index", index)?;
        table.set_readonly(true);
        Ok(self.lists.get_or_init(|| table).clone())
    }

    /// The handle of an object; those of cards and seats are made once a VM.
    pub fn handle(&self, lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
        let (cache, index) = match handle {
            Handle::Card(card) => (&self.cards, card.index()),
            Handle::Seat(seat) => (&self.seats, seat.index()),
            _ => return lua.create_userdata(handle),
        };
        let mut cache = cache.borrow_mut();
        while cache.len() <= index {
            let n = cache.len();
            let next = match handle {
                Handle::Card(_) => Handle::Card(crate::kernel::Card::of(n)),
                _ => Handle::Seat(crate::kernel::Seat::of(n)),
            };
            cache.push(lua.create_userdata(next)?);
        }
        Ok(cache[index].clone())
    }
}
