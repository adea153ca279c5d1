//! Running: what happens, task by task.

mod apply;
pub mod batch;
pub mod deal;
pub mod declare;
mod flow;
pub mod log;
pub mod renumber;
mod replace;
mod settle;
pub mod setup;
pub mod triggers;
pub mod uses;
pub mod window;
pub mod world;
