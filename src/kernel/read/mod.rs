//! Reading: what a state says under the rules of its game. Nothing here changes anything.

pub mod abilities;
pub mod assign;
pub mod boards;
pub mod costs;
pub mod env;
pub mod fields;
pub mod groups;
pub mod listeners;
pub mod matches;
pub mod of_uses;
pub mod offers;
pub mod orders;
pub mod payment;
pub mod persons;
pub mod refs;
pub mod select;
pub mod sets;
pub mod values;
pub mod words;
