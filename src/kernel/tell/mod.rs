//! Telling: puts refusals, events, the log and objects of a game into words, for readers who may not see everything.

pub mod event_explanations;
pub mod event_fates;
pub mod filter_words;
pub mod object_words;
mod refusal_words;
mod stop_reasons;
pub mod transcript;
mod why;
mod words;
