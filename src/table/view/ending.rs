//! Ending: the winners, and the reason.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::Outcome;
use crate::kernel::model::event;
use crate::kernel::model::viewers::Eyes;
use crate::kernel::tell::event_explanations::happened;
use crate::kernel::tell::object_words::Reader;
use crate::table::Table;

/// The most events before the end that are told as its reason.
const EVENTS: usize = 3;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndView {
    /// The seats that have won, from 0; several: they share the victory; none: nobody wins.
    pub winners: Vec<u8>,
    /// The events that led to the end, the last one last, as the person may know them.
    pub why: Vec<String>,
}

/// The end of a finished game, as a person may know it.
pub(super) fn ending(table: &Table, outcome: Outcome, eyes: Eyes) -> EndView {
    let reader = Reader { names: table.names(), eyes: Some(eyes) };
    let mut led = happened(table.world().game(), &table.world().log, reader, &[event::RESULT]);
    // The last line is the end itself, which `outcome` says. Games within a match end with like lines.
    led.pop();
    let mut told = BTreeSet::new();
    led.retain(|line| told.insert(line.clone()));
    let why = led.split_off(led.len().saturating_sub(EVENTS));
    EndView { winners: outcome.winners().iter().map(|seat| seat.0).collect(), why }
}
