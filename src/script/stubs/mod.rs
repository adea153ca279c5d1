//! Stubs: documentation of scripts for editors and readers, made from the table of host functions.
//!
//! `host` and `game` are annotations for Lua editors (LuaLS, EmmyLua; Lua 5.1) and live in `scripts/_meta`, which no
//! game loads. `reference` is the page `docs/host-functions.md`. The test `drift` fails if a committed file is out of
//! date.

mod fields;
mod game;
mod host;
mod library;
mod modules;
mod reference;
mod script_names;
mod text;

/// The names of host functions.
pub fn host_functions() -> impl Iterator<Item = &'static str> {
    crate::script::api::TABLE.iter().map(|f| f.path)
}

pub use fields::{StubField, fields_of, fields_of_event};
pub use game::game;
pub use host::host;
pub use library::{LibraryMember, libraries, library_members};
pub use reference::reference;
pub use script_names::{LOCALS, METHODS, OBJECTS};
