//! Host: the game that scripts of one VM are running in.
//!
//! While a script runs, the world lies in the host's slot, so that host functions reach it; before
//! and after it belongs to the table. One VM serves many games, one at a time.

use std::cell::{Cell, RefCell};

use crate::kernel::World;
use crate::script::host::call::HostReply;
use crate::script::host::call_site::Sites;
use crate::script::host::convert;
use crate::script::host::handle::Handle;
use crate::script::host::parsed_cache::FilterCache;
use crate::script::host::script_sight::ReadRights;
use crate::script::sandbox::stack::{CallAnswer, RegistryRef, Stack, TableBuilder};

/// The slot for the game that runs, and what the VM keeps for all games: handles, parsed filters, prepared calls.
pub struct Host {
    world: RefCell<Option<Box<World>>>,
    cards: RefCell<Vec<Option<RegistryRef>>>,
    seats: RefCell<Vec<Option<RegistryRef>>>,
    pub(crate) parsed: FilterCache,
    pub(crate) sites: Sites,
    /// The metatable of lists, by which reading a field of a list is an error: it would be nil, and the script would go
    /// on with nil.
    pub(crate) list_metatable: Cell<Option<RegistryRef>>,
    /// Set while a script waits: true if its answer is a list, false if it is the first element of one.
    pub(crate) waits: Cell<Option<bool>>,
    /// The permissions of the running script to read.
    pub(crate) sight: Cell<ReadRights>,
}

impl Default for Host {
    fn default() -> Host {
        Host {
            world: RefCell::default(),
            cards: RefCell::default(),
            seats: RefCell::default(),
            parsed: FilterCache::default(),
            sites: Sites::default(),
            list_metatable: Cell::default(),
            waits: Cell::default(),
            sight: Cell::new(ReadRights::new(false, false)),
        }
    }
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
    /// Panics if the world was not lent.
    pub fn take(&self) -> Box<World> {
        self.world.borrow_mut().take().expect("a script runs only while the world is lent")
    }

    /// Reads the world.
    pub fn with<R>(&self, f: impl FnOnce(&World) -> Result<R, String>) -> Result<R, String> {
        match self.world.borrow().as_deref() {
            Some(world) => f(world),
            None => Err("the game can be read only while it runs, not while scripts load".into()),
        }
    }

    /// Changes the world.
    pub fn with_mut<R>(&self, f: impl FnOnce(&mut World) -> Result<R, String>) -> Result<R, String> {
        match self.world.borrow_mut().as_deref_mut() {
            Some(world) => f(world),
            None => Err("the game can be changed only while it runs, not while scripts load".into()),
        }
    }

    /// Pushes the reply of a host function for the script, or notes that the script must wait.
    pub(crate) fn answer(&self, stack: &mut Stack, reply: HostReply) -> Result<CallAnswer, String> {
        match reply {
            HostReply::Value(value) => self.with(|world| convert::push(stack, self, world, &value))?,
            HostReply::Spaces(zones) => convert::push_list(stack, self, &zones, |stack, zone| {
                self.push(stack, Handle::Space(*zone));
                Ok(())
            })?,
            HostReply::Wait { list } => {
                self.waits.set(Some(list));
                return Ok(CallAnswer::Wait);
            }
        }
        Ok(CallAnswer::Top)
    }

    /// Answers a script that asked only for the first element of a list; `false`: there is none.
    pub(crate) fn answer_first(&self, stack: &mut Stack, reply: &HostReply) -> Result<bool, String> {
        match reply {
            HostReply::Value(value) => match value.items().first() {
                Some(first) => self.with(|world| convert::push(stack, self, world, first))?,
                None => {
                    stack.push_nil();
                    return Ok(false);
                }
            },
            HostReply::Spaces(zones) => match zones.first() {
                Some(zone) => self.push(stack, Handle::Space(*zone)),
                None => {
                    stack.push_nil();
                    return Ok(false);
                }
            },
            HostReply::Wait { .. } => return Err("this host function may not wait".into()),
        }
        Ok(true)
    }

    /// Gives a new table the metatable of lists, by which reading a field of a list is an error.
    pub(crate) fn make_list(&self, table: &mut TableBuilder) {
        if let Some(metatable) = self.list_metatable.get() {
            table.set_metatable(metatable);
        }
    }

    /// Pushes the handle of an object. Handles of cards and seats are made once in each VM.
    pub(crate) fn push(&self, stack: &mut Stack, handle: Handle) {
        match handle {
            Handle::Card(card) => push_kept(stack, &self.cards, card.index(), handle),
            Handle::Seat(seat) => push_kept(stack, &self.seats, seat.index(), handle),
            _ => stack.push_object(handle),
        }
    }
}

/// Pushes a handle from its place in a cache, where it is made when it is first needed.
fn push_kept(stack: &mut Stack, cache: &RefCell<Vec<Option<RegistryRef>>>, at: usize, handle: Handle) {
    let mut cache = cache.borrow_mut();
    if cache.len() <= at {
        cache.resize(at + 1, None);
    }
    let kept = *cache[at].get_or_insert_with(|| stack.keep_object(handle));
    stack.push_kept(kept);
}
