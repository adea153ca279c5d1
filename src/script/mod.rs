//! Scripts: Lua in a sandbox, and the host functions it sees. The only module that names mlua.
//!
//! [`sandbox`] is the hardened VM. [`api`] is the one table of host functions: the wrappers that
//! scripts call, the stubs for editors and the reference page are all made from it. [`vm`] loads a
//! catalog's scripts and runs them as coroutines; what they wait for becomes tasks of the kernel.

mod act;
mod act_abilities;
mod act_records;
mod act_uses;
mod agenda;
pub mod api;
mod ask;
mod base;
mod builtins;
mod convert;
pub mod handle;
mod host;
mod lasting;
mod literal_calls;
mod literal_compared;
mod literal_words;
mod literals;
mod make;
mod names;
mod params;
mod parsed;
mod read;
mod register;
pub mod sandbox;
mod sandbox_cache;
mod sandbox_calls;
mod sandbox_error;
mod sandbox_lexer;
mod sandbox_lint;
mod sandbox_meter;
mod sandbox_naming;
mod sandbox_parser;
mod sandbox_prelude;
mod sandbox_strings;
mod space;
mod steps;
pub mod stubs;
pub mod takes;
pub mod vm;

pub use sandbox::{FailureKind, ScriptError};
pub use vm::{Frame, Scripts, Vm, Yielded};
