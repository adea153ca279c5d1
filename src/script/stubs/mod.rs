//! Stubs: what editors and readers are told about scripts, made from the table of host functions.
//!
//! [`host`] and [`game`] are annotations for Lua editors (LuaLS, EmmyLua; Lua 5.1) and live in
//! `scripts/_meta`, which no game loads. [`reference()`] is the page `docs/host-functions.md`. The
//! test `drift` fails where a committed file differs from what is made here.

#[cfg(any(feature = "internals", feature = "program"))]
mod fields;
#[cfg(any(feature = "internals", feature = "program"))]
mod game;
#[cfg(any(feature = "internals", feature = "program"))]
mod host;
#[cfg(feature = "internals")]
mod reference;
mod seen;
#[cfg(any(feature = "internals", feature = "program"))]
mod text;

/// What host functions are called.
#[cfg(feature = "program")]
pub(crate) fn host_functions() -> impl Iterator<Item = &'static str> {
    crate::script::api::TABLE.iter().map(|f| f.path)
}

#[cfg(any(feature = "internals", feature = "program"))]
pub use game::game;
#[cfg(any(feature = "internals", feature = "program"))]
pub use host::host;
#[cfg(feature = "internals")]
pub use reference::reference;
#[cfg(feature = "program")]
pub(crate) use seen::{LOCALS, OBJECTS};
