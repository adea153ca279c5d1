//! Telling: everything in words, for somebody's eyes.

pub mod describe;
pub mod show;
pub mod transcript;
mod why;
