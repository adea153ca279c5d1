//! Stack: Luau's stack as host functions see it. The one file of the library with unsafe code.
//!
//! mlua gives each value that passes it a reference of its own, and each call a guard: more work than most host
//! functions do. Here a host function is a C function. It reads its arguments in place on the stack and pushes its
//! results, and a coroutine is given its arguments in the same way. All other work, including errors, goes through
//! mlua.
//!
//! What must hold, for what follows is written only once:
//!
//! - **Nothing raises while a [`Stack`] lives.** An error of Luau unwinds the C stack and must meet no Rust frame that
//!   catches panics. There are three causes. *Memory*: while a `Stack` lives there is no limit, and without one mlua's
//!   allocator never fails. *Room*: a C function may push [`ROOM`] values; what pushes more makes room first. *Values*:
//!   no access here runs a metamethod, and tables are written only while they are new, under keys that are texts and
//!   numbers.
//! - **What raises comes last.** A C function yields, or lets mlua raise what failed, after all of its Rust is dropped.
//! - **No panic enters Luau.** It is caught where Lua called, carried to mlua and raised there as an error, which mlua
//!   turns back into the panic.
//! - **Places stay.** Nothing here takes away a value that its caller did not push, so the table at a place is a table
//!   until the function returns; and a [`Seen`] borrows the stack, which nothing can change meanwhile.
//! - **Addresses live.** A closure holds its function in an upvalue; a [`Coroutine`] holds its thread, its VM and the
//!   safepoints that its thread counts.
//! - **Objects know their type.** Userdata with the tag [`OBJECT`] is made here alone, and begins with the type of what
//!   it holds, which is copied out and needs no destructor.

#![allow(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

use std::any::{Any, TypeId};
use std::cell::Cell;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::OnceLock;
use std::{ptr, slice};

use mlua::ffi::{self, lua_State};
use mlua::{Error, Function, Lua, Table, Thread, Value};

/// The values that may be pushed at each level of nesting: fewer than Luau grants each C function.
const ROOM: c_int = 16;
const NO_ROOM: &str = "stack overflow";
/// The tag of our objects. mlua uses 0 and 1.
const OBJECT: c_int = 64;

/// The values of one call: its arguments, counted from 1, and the values pushed above them.
pub(crate) struct Stack<'l> {
    state: *mut lua_State,
    lua: &'l Lua,
    /// The limit of memory that counts again when the `Stack` is dropped. Memory taken meanwhile is small, bounded by
    /// the game, and counted by the script's next allocation.
    memory: usize,
    /// The number of values up to which room was made.
    #[cfg(debug_assertions)]
    ceiling: u32,
}

/// A value as it lies on the stack, borrowed and not copied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seen<'s> {
    Nil,
    Bool(bool),
    Number(f64),
    Text(&'s [u8]),
    Table,
    Function,
    /// An object, or other userdata.
    Userdata,
    /// Something else, by Lua's name for its type.
    Other(&'static str),
}

/// The answer of a host function.
pub(crate) enum CallAnswer {
    /// The function returns the value on top of the stack.
    Top,
    /// The call waits; its answer is the value with which the coroutine resumes.
    Wait,
}

/// A reference to a value that its VM keeps for as long as it lives. In another VM it is any value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegistryRef(c_int);

/// The layout of an object.
#[repr(C)]
struct Object<T> {
    of: TypeId,
    value: T,
}

impl<'l> Stack<'l> {
    /// The stack of a thread. The VM has no limit of memory until this is dropped.
    ///
    /// # Safety
    unsafe fn enter(lua: &'l Lua, state: *mut lua_State) -> Stack<'l> {
        Stack {
            state,
            lua,
            memory: lua.set_memory_limit(0).unwrap_or(0),
            // SAFETY: it reads two pointers of the state.
            #[cfg(debug_assertions)]
            ceiling: unsafe { ffi::lua_gettop(state) + ROOM } as u32,
        }
    }

    /// The number of values.
    pub(crate) fn top(&self) -> u32 {
        // SAFETY: it reads two pointers of the state.
        unsafe { ffi::lua_gettop(self.state) as u32 }
    }

    /// The index of a value for Luau; `None`: no value lies there.
    fn index(&self, at: u32) -> Option<c_int> {
        (1..=self.top()).contains(&at).then_some(at as c_int)
    }

    /// The value at a place; nil beyond the last one.
    pub(crate) fn seen(&self, at: u32) -> Seen<'_> {
        let Some(at) = self.index(at) else { return Seen::Nil };
        // SAFETY: what has one type is read as this type. Bytes of a text stay while it lies on the stack.
        unsafe {
            match ffi::lua_type(self.state, at) {
                ffi::LUA_TNONE | ffi::LUA_TNIL => Seen::Nil,
                ffi::LUA_TBOOLEAN => Seen::Bool(ffi::lua_toboolean(self.state, at) != 0),
                ffi::LUA_TNUMBER => Seen::Number(ffi::lua_tonumber(self.state, at)),
                ffi::LUA_TSTRING => {
                    let mut len = 0;
                    let bytes = ffi::lua_tolstring(self.state, at, &mut len);
                    Seen::Text(slice::from_raw_parts(bytes.cast(), len))
                }
                ffi::LUA_TTABLE => Seen::Table,
                ffi::LUA_TFUNCTION => Seen::Function,
                ffi::LUA_TUSERDATA => Seen::Userdata,
                ffi::LUA_TVECTOR => Seen::Other("vector"),
                ffi::LUA_TTHREAD => Seen::Other("thread"),
                ffi::LUA_TBUFFER => Seen::Other("buffer"),
                _ => Seen::Other("other"),
            }
        }
    }

    /// The object at a place; `None` if it has another type.
    pub(crate) fn object<T: Copy + 'static>(&self, at: u32) -> Option<T> {
        let at = self.index(at)?;
        // SAFETY: userdata with our tag begins with the type of what it holds.
        unsafe {
            let object = ffi::lua_touserdatatagged(self.state, at, OBJECT).cast::<Object<T>>();
            (!object.is_null() && (*object).of == TypeId::of::<T>()).then(|| (*object).value)
        }
    }

    /// The length of the table at a place as a list, as Lua counts it.
    pub(crate) fn table_len(&self, at: u32) -> usize {
        // SAFETY: of what has no length it is 0.
        self.index(at).map_or(0, |at| unsafe { ffi::lua_objlen(self.state, at) })
    }

    /// Visits the table at a place in Lua's own order: gives the places of each key and its value.
    ///
    /// # Errors
    /// An error of `see`, which ends the walk, or a full stack.
    pub(crate) fn each(
        &mut self,
        table: u32,
        mut see: impl FnMut(&mut Stack<'l>, u32, u32) -> Result<(), String>,
    ) -> Result<(), String> {
        let (key, table) = (self.top() + 1, self.index(table).filter(|_| self.seen(table) == Seen::Table));
        let Some(table) = table else { return Ok(()) };
        self.make_room()?;
        let mut step = 0;
        loop {
            // SAFETY: it is a table and stays one; `lua_rawiter` checks its own steps, should the table change.
            step = unsafe { ffi::lua_rawiter(self.state, table, step) };
            if step < 0 {
                return Ok(());
            }
            let seen = see(self, key, key + 1);
            // SAFETY: it takes away the key and all that was pushed above it.
            unsafe { ffi::lua_settop(self.state, key as c_int - 1) };
            seen?;
        }
    }

    /// Makes room for what one level of nesting pushes.
    fn make_room(&mut self) -> Result<(), String> {
        self.make_room_for(ROOM as usize)
    }

    /// Makes room for a number of values, and for one level of nesting beside them.
    ///
    /// # Errors
    ///
    /// No room.
    pub(crate) fn make_room_for(&mut self, values: usize) -> Result<(), String> {
        let needed = small(values).max(ROOM);
        // SAFETY: it never raises.
        if unsafe { ffi::lua_checkstack(self.state, needed) } == 0 {
            return Err(NO_ROOM.into());
        }
        #[cfg(debug_assertions)]
        {
            self.ceiling = self.ceiling.max(self.top() + needed as u32);
        }
        Ok(())
    }

    /// Checks in debug builds that room was made for one value more.
    #[track_caller]
    fn check_room(&self) {
        #[cfg(debug_assertions)]
        assert!(self.top() < self.ceiling, "room is made before values are pushed");
    }

    /// True if a waiting function can wait here: a comparator or a metamethod cannot.
    pub(crate) fn may_wait(&self) -> bool {
        // SAFETY: it reads two counters of the state.
        unsafe { ffi::lua_isyieldable(self.state) != 0 }
    }

    pub(crate) fn push_nil(&mut self) {
        self.check_room();
        // SAFETY: there is room, as for all that pushes.
        unsafe { ffi::lua_pushnil(self.state) }
    }

    pub(crate) fn push_bool(&mut self, value: bool) {
        self.check_room();
        // SAFETY: see `push_nil`.
        unsafe { ffi::lua_pushboolean(self.state, value.into()) }
    }

    pub(crate) fn push_number(&mut self, value: f64) {
        self.check_room();
        // SAFETY: see `push_nil`.
        unsafe { ffi::lua_pushnumber(self.state, value) }
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        self.check_room();
        // SAFETY: see `push_nil`; there is no limit of memory.
        unsafe { ffi::lua_pushlstring_(self.state, text.as_ptr().cast(), text.len()) }
    }

    /// True if the value on top is a number, or a text that is one.
    pub(crate) fn is_number(&self) -> bool {
        // SAFETY: it reads the top value; of an empty stack it reads none.
        unsafe { ffi::lua_isnumber(self.state, -1) != 0 }
    }

    /// Pushes a new object.
    pub(crate) fn push_object<T: Copy + 'static>(&mut self, value: T) {
        const { assert!(align_of::<Object<T>>() <= 8, "userdata of Luau is aligned to 8 bytes") };
        self.check_room();
        // SAFETY: see `push_text`; the userdata is as large as what is written into it.
        unsafe {
            let at = ffi::lua_newuserdatataggedwithmetatable(self.state, size_of::<Object<T>>(), OBJECT);
            ptr::write(at.cast(), Object { of: TypeId::of::<T>(), value });
        }
    }

    /// Makes an object that is kept.
    pub(crate) fn keep_object<T: Copy + 'static>(&mut self, value: T) -> RegistryRef {
        self.push_object(value);
        // SAFETY: it takes away what was pushed.
        unsafe {
            let kept = RegistryRef(ffi::lua_ref(self.state, -1));
            ffi::lua_settop(self.state, -2);
            kept
        }
    }

    pub(crate) fn push_kept(&mut self, kept: RegistryRef) {
        self.check_room();
        // SAFETY: the registry is a table, and what does not lie in it is nil.
        unsafe { ffi::lua_rawgeti_(self.state, ffi::LUA_REGISTRYINDEX, kept.0) };
    }

    /// Pushes a new table with room for items and names.
    ///
    /// # Errors
    ///
    /// An error of `fill`, or no room.
    pub(crate) fn push_table(
        &mut self,
        (items, names): (usize, usize),
        fill: impl FnOnce(&mut TableBuilder<'_, 'l>) -> Result<(), String>,
    ) -> Result<(), String> {
        self.make_room()?;
        self.check_room();
        // SAFETY: there is room; more than it says is no harm, for the table grows.
        unsafe { ffi::lua_createtable(self.state, small(items), small(names)) };
        let at = self.top() as c_int;
        let mut table = TableBuilder { at, stack: self, is_read_only: false };
        fill(&mut table)?;
        if table.is_read_only {
            // SAFETY: it is a table.
            unsafe { ffi::lua_setreadonly(self.state, at, 1) };
        }
        Ok(())
    }
}

impl Drop for Stack<'_> {
    fn drop(&mut self) {
        // The limit can be set, or there was none.
        let _ = self.lua.set_memory_limit(self.memory);
    }
}

/// The number of items for which room is made in advance: at most 65,536.
fn small(n: usize) -> c_int {
    n.min(1 << 16) as c_int
}

/// A table that is being filled: it is the top value of the stack.
pub(crate) struct TableBuilder<'s, 'l> {
    stack: &'s mut Stack<'l>,
    at: c_int,
    is_read_only: bool,
}

impl<'l> TableBuilder<'_, 'l> {
    /// Stores the value that `push` pushes under a number.
    pub(crate) fn item(
        &mut self,
        n: u32,
        push: impl FnOnce(&mut Stack<'l>) -> Result<(), String>,
    ) -> Result<(), String> {
        push(self.stack)?;
        self.check(1);
        // SAFETY: above the table, which is new, lies its item.
        unsafe { ffi::lua_rawseti_(self.stack.state, self.at, n as c_int) };
        Ok(())
    }

    /// Stores the value that `push` pushes under a name.
    pub(crate) fn field(
        &mut self,
        name: &str,
        push: impl FnOnce(&mut Stack<'l>) -> Result<(), String>,
    ) -> Result<(), String> {
        self.stack.push_text(name);
        push(self.stack)?;
        self.check(2);
        // SAFETY: above the table, which is new, lie the name and its value.
        unsafe { ffi::lua_rawset(self.stack.state, self.at) };
        Ok(())
    }

    /// Gives the table a metatable that is kept.
    pub(crate) fn set_metatable(&mut self, metatable: RegistryRef) {
        self.stack.push_kept(metatable);
        // SAFETY: above the table lies what was kept; what is no table is none.
        unsafe {
            if ffi::lua_type(self.stack.state, -1) == ffi::LUA_TTABLE {
                ffi::lua_setmetatable(self.stack.state, self.at);
            } else {
                ffi::lua_settop(self.stack.state, -2);
            }
        }
    }

    /// Makes the table read-only for scripts.
    pub(crate) fn set_read_only(&mut self) {
        self.is_read_only = true;
    }

    #[track_caller]
    fn check(&self, pushed: c_int) {
        assert_eq!(self.stack.top() as c_int, self.at + pushed, "one value is pushed at a time");
    }
}

/// Makes functions of the host for one VM.
pub(crate) struct Natives<'l> {
    lua: &'l Lua,
    raise: Function,
}

/// The cause of a function's failure, on its way to mlua.
#[derive(Default)]
struct Failed(Cell<Option<FailureCause>>);

enum FailureCause {
    Says(String),
    Panics(Box<dyn Any + Send>),
}

impl<'l> Natives<'l> {
    pub(crate) fn new(lua: &'l Lua) -> mlua::Result<Natives<'l>> {
        lua.set_app_data(Failed::default());
        let raise = |lua: &Lua, ()| -> mlua::Result<()> {
            match lua.app_data_ref::<Failed>().and_then(|failed| failed.0.take()) {
                Some(FailureCause::Says(message)) => Err(Error::runtime(message)),
                Some(FailureCause::Panics(panic)) => resume_unwind(panic),
                None => Err(Error::runtime("a host function failed")),
            }
        };
        Ok(Natives { lua, raise: lua.create_function(raise)? })
    }

    /// A function of Lua that calls one of Rust.
    ///
    /// # Errors
    /// If the VM cannot hold it.
    pub(crate) fn function<F>(&self, f: F) -> mlua::Result<Function>
    where
        F: Fn(&mut Stack) -> Result<CallAnswer, String> + 'static,
    {
        // SAFETY: the closure gets two upvalues, `f` and what raises, and both lie on the stack.
        unsafe {
            self.lua.exec_raw(&self.raise, |state| {
                ffi::lua_newuserdata_t(state, f);
                ffi::lua_insert(state, 1);
                ffi::lua_pushcclosurek(state, native::<F>, ptr::null(), 2, None);
            })
        }
    }

    /// Gives all objects their metamethods. Luau calls them `name` in its messages.
    ///
    /// # Errors
    /// If the VM is out of memory.
    pub(crate) fn set_objects(&self, name: &str, methods: &[(&str, Function)]) -> mlua::Result<()> {
        let metatable = self.metatable(methods)?;
        metatable.raw_set("__type", name)?;
        metatable.set_readonly(true);
        // SAFETY: a table lies on the stack.
        unsafe { self.lua.exec_raw(metatable, |state| ffi::lua_setuserdatametatable(state, OBJECT)) }
    }

    /// A metatable that a script can neither see nor change.
    ///
    /// # Errors
    /// If the VM is out of memory.
    pub(crate) fn metatable(&self, methods: &[(&str, Function)]) -> mlua::Result<Table> {
        let table = self.lua.create_table()?;
        for (name, function) in methods {
            table.raw_set(*name, function)?;
        }
        table.raw_set("__metatable", false)?;
        Ok(table)
    }

    /// Makes an object of the host, as a value that mlua can hand on.
    ///
    /// # Errors
    /// If the VM is out of memory.
    pub(crate) fn object<T: Copy + 'static>(&self, value: T) -> mlua::Result<Value> {
        // SAFETY: the state is one of this VM.
        unsafe { self.lua.exec_raw((), |state| Stack::enter(self.lua, state).push_object(value)) }
    }

    /// Keeps a value for as long as the VM lives.
    ///
    /// # Errors
    /// If the VM is out of memory.
    pub(crate) fn keep(&self, value: impl mlua::IntoLua) -> mlua::Result<RegistryRef> {
        let mut kept = RegistryRef(ffi::LUA_REFNIL);
        // SAFETY: the value lies on the stack.
        unsafe {
            self.lua.exec_raw::<()>(value.into_lua(self.lua)?, |state| kept = RegistryRef(ffi::lua_ref(state, 1)))?
        };
        Ok(kept)
    }
}

/// The values that a Lua function keeps (its upvalues), for tests; none for a C function.
///
/// # Errors
/// If the VM is out of memory.
pub(crate) fn kept_by(lua: &Lua, function: &Function) -> mlua::Result<Vec<Value>> {
    // SAFETY: the function lies on the stack, which has room for as many values as a function may keep.
    let kept: mlua::MultiValue = unsafe {
        lua.exec_raw(function, |state| {
            let is_of_lua = ffi::lua_iscfunction(state, 1) == 0 && ffi::lua_checkstack(state, 256) != 0;
            let mut n = 1;
            while is_of_lua && !ffi::lua_getupvalue(state, 1, n).is_null() {
                n += 1;
            }
            ffi::lua_remove(state, 1);
        })?
    };
    Ok(kept.into_iter().collect())
}

/// The answer of [`call`] to [`native`] for a function that waits.
const WAIT: c_int = -1;
/// The answer of [`call`] to [`native`] for a function that failed.
const RAISE: c_int = -2;

/// The C function of all functions that [`Natives::function`] makes of one type.
unsafe extern "C-unwind" fn native<F>(state: *mut lua_State) -> c_int
where
    F: Fn(&mut Stack) -> Result<CallAnswer, String> + 'static,
{
    // SAFETY: Luau calls it with a state of its VM. From here on nothing waits to be dropped.
    unsafe {
        match call::<F>(state) {
            WAIT => ffi::lua_yield(state, 0),
            RAISE => {
                ffi::lua_settop(state, 0);
                ffi::lua_pushvalue(state, ffi::lua_upvalueindex(2));
                ffi::lua_call(state, 0, 0);
                0
            }
            answers => answers,
        }
    }
}

/// Calls the Rust function of the running closure. Returns the number of its results, [`WAIT`] or [`RAISE`].
///
/// # Safety
unsafe fn call<F>(state: *mut lua_State) -> c_int
where
    F: Fn(&mut Stack) -> Result<CallAnswer, String> + 'static,
{
    // SAFETY: the first upvalue is the userdata that holds `f`, and Luau keeps the VM while it calls.
    let (lua, f) = unsafe {
        let f = ffi::lua_touserdata(state, ffi::lua_upvalueindex(1)).cast::<F>();
        (Lua::get_or_init_from_ptr(state), &*f)
    };
    // SAFETY: the state is a thread of this VM. Whoever holds an outer `Stack` of it called this function, and uses
    // none until it returns.
    let mut stack = unsafe { Stack::enter(lua, state) };
    let why = match catch_unwind(AssertUnwindSafe(|| f(&mut stack))) {
        Ok(Ok(CallAnswer::Top)) => return 1,
        Ok(Ok(CallAnswer::Wait)) => return WAIT,
        Ok(Err(message)) => FailureCause::Says(message),
        Err(panic) => FailureCause::Panics(panic),
    };
    if let Some(failed) = lua.app_data_ref::<Failed>() {
        failed.0.set(Some(why));
    }
    RAISE
}

/// The greatest nesting of calls in one coroutine, because each call holds memory as long as it lasts (attacks
/// recursion_plain, memory_frames).
pub(crate) const MAX_CALLS: u32 = 400;

/// Safepoints of the VM that may still pass before mlua calls its interrupt.
#[derive(Debug, Default)]
pub(crate) struct Safepoints(Cell<u32>);

thread_local! {
    /// True if the calls at the last safepoint nest too deep.
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// mlua's own interrupt, which is the same function in all VMs.
static INTERRUPT: OnceLock<unsafe extern "C-unwind" fn(*mut lua_State, c_int)> = OnceLock::new();

impl Safepoints {
    /// Counts one safepoint down; false: it is the last that may pass, or none was left.
    pub(crate) fn pass(&self) -> bool {
        let left = self.0.get();
        if left > 1 {
            self.0.set(left - 1);
        }
        left > 1
    }

    pub(crate) fn left(&self) -> u32 {
        self.0.get()
    }

    pub(crate) fn set(&self, left: u32) {
        self.0.set(left);
    }
}

/// True if calls nest too deep at the safepoint that called mlua's interrupt.
pub(crate) fn are_calls_deep() -> bool {
    DEEP.get()
}

/// Lets coroutines count their safepoints before mlua's interrupt is called, which was set for this VM.
///
/// # Errors
/// If the VM is out of memory.
pub(crate) fn count_safepoints(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the callbacks live as long as the VM; the interrupt in them is mlua's or, the second time, ours.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            if let Some(interrupt) = (*callbacks).interrupt.replace(safepoint) {
                INTERRUPT.get_or_init(|| interrupt);
            }
        })
    }
}

/// The interrupt of all VMs whose safepoints are counted.
unsafe extern "C-unwind" fn safepoint(state: *mut lua_State, gc: c_int) {
    // SAFETY: what a thread holds is what its coroutine counts, or nothing; nothing here waits to be dropped when
    // mlua's interrupt raises.
    unsafe {
        if gc >= 0 {
            return;
        }
        let safepoints = ffi::lua_getthreaddata(state).cast::<Safepoints>();
        let is_deep = ffi::lua_stackdepth(state) > MAX_CALLS as c_int;
        if !is_deep && !safepoints.is_null() && (*safepoints).pass() {
            return;
        }
        DEEP.set(is_deep);
        if let Some(interrupt) = INTERRUPT.get() {
            interrupt(state, gc);
        }
    }
}

/// A coroutine, and its VM.
pub(crate) struct Coroutine {
    thread: Thread,
    lua: Lua,
    _safepoints: Rc<Safepoints>,
}

impl Drop for Coroutine {
    fn drop(&mut self) {
        // SAFETY: the thread lives, and will not look for what is dropped now.
        unsafe { ffi::lua_setthreaddata(self.thread.state(), ptr::null_mut()) };
    }
}

/// The result of resuming a coroutine.
pub(crate) enum Resumed<R> {
    /// The coroutine waits.
    Waits,
    /// The coroutine ended with this result.
    Ended(R),
}

impl Coroutine {
    /// Makes a coroutine that will call a function, and that counts these safepoints down while it runs.
    ///
    /// # Errors
    /// If the VM cannot hold it.
    pub(crate) fn new(lua: &Lua, function: Function, safepoints: &Rc<Safepoints>) -> mlua::Result<Coroutine> {
        let thread = lua.create_thread(function)?;
        // SAFETY: the coroutine holds the safepoints, and takes them away from the thread when it is dropped.
        unsafe { ffi::lua_setthreaddata(thread.state(), Rc::as_ptr(safepoints).cast_mut().cast()) };
        Ok(Coroutine { thread, lua: lua.clone(), _safepoints: safepoints.clone() })
    }

    /// Lets the coroutine call another function.
    ///
    /// # Errors
    /// If it still runs.
    pub(crate) fn reset(&mut self, function: Function) -> mlua::Result<()> {
        self.thread.reset(function)
    }

    /// True if the coroutine's function has returned.
    pub(crate) fn has_ended(&self) -> bool {
        self.thread.status() == mlua::thread::ThreadStatus::Finished
    }

    /// Starts the coroutine with the arguments that `push` pushes, or resumes it with such an answer; `read` reads its
    /// result.
    ///
    /// # Errors
    ///
    /// The error that the coroutine raised, or a full stack.
    pub(crate) fn resume<R>(
        &mut self,
        push: impl FnOnce(&mut Stack) -> Result<(), String>,
        read: impl FnOnce(&mut Stack) -> R,
    ) -> mlua::Result<Resumed<R>> {
        let state = self.thread.state();
        // SAFETY: the thread is one of this VM and suspended, so the values on its stack are ours: its function, if it
        // has not begun, and what is pushed here.
        unsafe {
            if ffi::lua_costatus(ffi::lua_mainthread(state), state) != ffi::LUA_COSUS {
                return Err(Error::CoroutineUnresumable);
            }
            let before = ffi::lua_gettop(state);
            if let Err(message) = self.with_stack(|stack| stack.make_room().and_then(|()| push(stack))) {
                ffi::lua_settop(state, before);
                return Err(Error::runtime(message));
            }
            let given = ffi::lua_gettop(state) - before;
            let status = ffi::lua_resume_(state, ptr::null_mut(), given);
            let resumed = match status {
                ffi::LUA_OK => Resumed::Ended(self.with_stack(read)),
                ffi::LUA_YIELD => Resumed::Waits,
                _ => return Err(self.error(status)),
            };
            ffi::lua_settop(state, 0);
            Ok(resumed)
        }
    }

    /// Calls `f` with the stack of the coroutine's thread.
    ///
    /// # Safety
    unsafe fn with_stack<R>(&self, f: impl FnOnce(&mut Stack) -> R) -> R {
        // SAFETY: the thread is one of this VM.
        f(&mut unsafe { Stack::enter(&self.lua, self.thread.state()) })
    }

    /// The error that the coroutine raised, as mlua gives it.
    fn error(&self, status: c_int) -> Error {
        let state = self.thread.state();
        if status == ffi::LUA_ERRMEM {
            return Error::MemoryError("not enough memory".into());
        }
        // SAFETY: on top of the thread lies what was raised; a text gets the trace of where that was.
        let error = unsafe {
            self.lua.exec_raw((), |main| {
                ffi::lua_xmove(state, main, 1);
                if ffi::lua_type(main, -1) == ffi::LUA_TSTRING {
                    ffi::luaL_traceback(main, state, ffi::lua_tostring(main, -1), 0);
                    ffi::lua_remove(main, -2);
                }
            })
        };
        error.unwrap_or_else(|e| e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A VM with a small limit, whose host has one function.
    fn vm<F>(f: F) -> Lua
    where
        F: Fn(&mut Stack) -> Result<CallAnswer, String> + 'static,
    {
        let lua = Lua::new();
        let natives = Natives::new(&lua).expect("a VM");
        lua.globals().set("f", natives.function(f).expect("a function")).expect("a global");
        natives.set_objects("Thing", &[]).expect("objects");
        lua.globals().set("thing", natives.object(7_u16).expect("an object")).expect("a global");
        lua.set_memory_limit(1 << 20).expect("a limit");
        lua
    }

    /// Runs a text as a coroutine, answering each wait with its number, and returns the first value as text.
    fn run(lua: &Lua, source: &str) -> mlua::Result<String> {
        let function = lua.load(source).set_name("@a.lua").into_function()?;
        let mut coroutine = Coroutine::new(lua, function, &Rc::default())?;
        for wait in 0.. {
            let push = |stack: &mut Stack| {
                stack.push_number(wait.into());
                Ok(())
            };
            if let Resumed::Ended(text) = coroutine.resume(push, |stack| format!("{:?}", stack.seen(1)))? {
                assert!(coroutine.has_ended());
                return Ok(text);
            }
        }
        unreachable!("it waits for ever")
    }

    #[test]
    fn values_are_seen_as_what_they_are() {
        let lua = vm(|stack| {
            let all: Vec<String> = (1..=stack.top()).map(|at| format!("{:?}", stack.seen(at))).collect();
            assert_eq!(stack.seen(stack.top() + 1), Seen::Nil);
            assert_eq!(stack.seen(u32::MAX), Seen::Nil);
            stack.push_text(&all.join(" "));
            Ok(CallAnswer::Top)
        });
        let seen: String = lua.load("return f(nil, true, 1.5, 'a\\0b', {}, f, thing)").eval().expect("it answers");
        assert_eq!(seen, "Nil Bool(true) Number(1.5) Text([97, 0, 98]) Table Function Userdata");
    }

    #[test]
    fn an_object_is_read_as_its_own_type_only() {
        let lua = vm(|stack| {
            stack.push_bool(stack.object::<u16>(1) == Some(7) && stack.object::<i16>(1).is_none());
            Ok(CallAnswer::Top)
        });
        lua.globals().set("foreign", lua.create_any_userdata(7_u16).expect("userdata")).expect("a global");
        assert_eq!(run(&lua, "return f(thing)").expect("it answers"), "Bool(true)");
        for other in ["foreign", "7", "nil", "{}"] {
            assert_eq!(run(&lua, &format!("return f({other})")).expect("it answers"), "Bool(false)", "{other}");
        }
    }

    #[test]
    fn a_table_is_walked_also_while_a_function_pushes() {
        let lua = vm(|stack| {
            let mut sum = 0.0;
            stack.each(1, |stack, key, item| {
                if let (Seen::Number(key), Seen::Number(item)) = (stack.seen(key), stack.seen(item)) {
                    sum += key * item;
                }
                (0..8).for_each(|_| stack.push_nil());
                Ok(())
            })?;
            stack.push_number(sum);
            Ok(CallAnswer::Top)
        });
        assert_eq!(run(&lua, "return f{10, 20, nil, 40, [100] = 1}").expect("it answers"), "Number(310.0)");
        assert_eq!(run(&lua, "return f('no table')").expect("it answers"), "Number(0.0)");
    }

    #[test]
    fn a_table_is_made() {
        let lua = vm(|stack| {
            let kept = stack.keep_object(9_u16);
            stack.push_table((1, 1), |table| {
                table.item(1, |stack| stack.push_table((0, 0), |_| Ok(())))?;
                table.field("thing", |stack| {
                    stack.push_kept(kept);
                    Ok(())
                })?;
                table.set_metatable(kept);
                table.set_read_only();
                Ok(())
            })?;
            Ok(CallAnswer::Top)
        });
        let source = "local t = f() return type(t[1]) .. ' ' .. type(t.thing) .. ' ' .. #t";
        assert_eq!(lua.load(source).eval::<String>().expect("it answers"), "table userdata 1");
        let error = run(&lua, "f().x = 1").expect_err("it is read only");
        assert!(error.to_string().contains("readonly"), "{error}");
    }

    #[test]
    fn what_waits_goes_on_with_the_answer() {
        let lua = vm(|stack| if stack.may_wait() { Ok(CallAnswer::Wait) } else { Err("not here".into()) });
        assert_eq!(run(&lua, "return f() + 10 * f('more', {})").expect("it answers"), "Number(21.0)");
        let error = run(&lua, "table.sort({1, 2}, function() return f() end)").expect_err("no comparator waits");
        assert!(error.to_string().contains("not here"), "{error}");
    }

    #[test]
    fn an_error_has_the_place_of_its_call() {
        let lua = vm(|_| Err("it failed".into()));
        let error = run(&lua, "local x = 1\nf(x)").expect_err("it failed");
        assert!(error.to_string().contains("it failed"), "{error}");
        assert!(error.to_string().contains("a.lua:2"), "{error}");
        let error = run(&lua, "local x = 1\nx()").expect_err("it failed");
        assert!(error.to_string().contains("a.lua:2: attempt to call"), "{error}");
    }

    #[test]
    fn a_panic_comes_out_where_the_coroutine_was_resumed() {
        let lua = vm(|_| panic!("of ours"));
        let panic = catch_unwind(AssertUnwindSafe(|| run(&lua, "f()"))).expect_err("it panics");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"of ours"));
        assert_eq!(run(&lua, "return 1").expect("the VM goes on"), "Number(1.0)");
    }

    #[test]
    fn the_limit_of_memory_binds_scripts_and_not_the_host() {
        let lua = vm(|stack| {
            stack.push_text(&"long ".repeat(1 << 20));
            Ok(CallAnswer::Top)
        });
        assert_eq!(run(&lua, "f() return 1").expect("the host may"), "Number(1.0)");
        lua.gc_collect().expect("it collects");
        let error = run(&lua, "local t = {} while true do t[#t + 1] = {} end").expect_err("it ends");
        assert!(matches!(error, Error::MemoryError(_)), "{error}");
    }

    #[test]
    fn deep_recursion_leaves_room_for_tables() {
        let lua = vm(|stack| {
            stack.push_table((1, 0), |table| table.item(1, |stack| stack.push_table((0, 0), |_| Ok(()))))?;
            Ok(CallAnswer::Top)
        });
        lua.set_memory_limit(0).expect("none");
        let error = run(&lua, "local function deep() f() return 1 + deep() end deep()").expect_err("it ends");
        assert!(error.to_string().contains("stack overflow"), "{error}");
    }

    #[test]
    fn what_has_ended_is_not_resumed() {
        let lua = vm(|_| Ok(CallAnswer::Wait));
        let function = lua.load("f()").into_function().expect("it loads");
        let mut coroutine = Coroutine::new(&lua, function, &Rc::default()).expect("a coroutine");
        assert!(matches!(coroutine.resume(|_| Ok(()), |_| ()), Ok(Resumed::Waits)));
        assert!(coroutine.resume(|_| Err("no answer".into()), |_| ()).is_err());
        assert!(matches!(coroutine.resume(|_| Ok(()), |_| ()), Ok(Resumed::Ended(()))));
        assert!(matches!(coroutine.resume(|_| Ok(()), |_| ()), Err(Error::CoroutineUnresumable)));
    }

    #[test]
    fn safepoints_pass_until_the_last() {
        let lua = vm(|_| Ok(CallAnswer::Top));
        let (safepoints, called) = (Rc::new(Safepoints::default()), Rc::new(Cell::new(0)));
        let (counts, calls) = (safepoints.clone(), called.clone());
        lua.set_interrupt(move |_| {
            calls.set(calls.get() + 1);
            counts.set(10);
            Ok(mlua::VmState::Continue)
        });
        count_safepoints(&lua).expect("they are counted");
        count_safepoints(&lua).expect("twice is once");
        let source = "for i = 1, 100 do end return 1";
        let function = lua.load(source).into_function().expect("it loads");
        let mut coroutine = Coroutine::new(&lua, function, &safepoints).expect("a coroutine");
        assert!(matches!(coroutine.resume(|_| Ok(()), |_| ()), Ok(Resumed::Ended(()))));
        assert!((10..=12).contains(&called.get()), "{}", called.get());
        // Other coroutines are not counted.
        called.set(0);
        lua.load(source).exec().expect("it runs");
        assert!(called.get() >= 100, "{}", called.get());
    }
}
