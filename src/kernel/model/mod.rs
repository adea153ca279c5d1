//! Model: the types of the kernel, and what they say of themselves. Nothing here reads a whole game.

pub mod ability;
pub mod board;
pub mod chance;
pub mod checks;
pub mod event;
pub mod eyes;
pub mod items;
pub mod lang;
pub mod piles;
pub mod rules;
pub mod schema;
pub mod state;
pub mod sym;
pub mod value;
