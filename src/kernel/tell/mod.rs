//! Telling: everything in words, for somebody's eyes.

mod broken;
pub mod describe;
pub mod happened;
mod refusals;
pub mod show;
pub mod transcript;
mod why;
mod words;
