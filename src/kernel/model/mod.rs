//! Model: the types of the kernel, and what they say of themselves. Nothing here reads a whole game.

pub mod ability;
pub mod batch;
pub mod board;
pub mod chance;
pub mod change;
pub mod checks;
pub mod context;
pub mod decision;
pub mod declare;
pub mod event;
pub mod eyes;
pub mod items;
pub mod lang;
pub mod log;
pub mod objects;
pub mod on_board;
pub mod piles;
pub mod refusal;
pub mod rules;
pub mod schema;
pub mod state;
pub mod sym;
pub mod task;
pub mod value;
pub mod window;
pub mod words;
