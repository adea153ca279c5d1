//! Telling: everything in words, for somebody's eyes.

pub mod describe;
pub mod event_explanations;
mod refusals;
pub mod show;
mod stop_reasons;
pub mod transcript;
mod why;
mod words;
