//! Scripts: Lua in a sandbox, and the host functions it sees. The only module that names mlua.
//!
//! [`sandbox`] is the hardened VM. [`api`] is the one table of host functions: the wrappers that
//! scripts call, the stubs for editors and the reference page are all made from it. [`vm`] loads a
//! catalog's scripts and runs them as coroutines; what they wait for becomes tasks of the kernel.

pub mod api;
pub(crate) mod host;
pub mod sandbox;
mod source;
pub mod stubs;
pub mod vm;

pub use sandbox::{FailureKind, ScriptError};
pub use vm::{Frame, Scripts, Vm, Yielded};
