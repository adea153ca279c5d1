//! Telling: everything in words, for somebody's eyes.

pub mod event_explanations;
pub mod event_fates;
pub mod filter_words;
pub mod object_words;
mod refusal_words;
mod stop_reasons;
pub mod transcript;
mod why;
mod words;
