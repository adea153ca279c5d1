//! Test access: methods of public types that only tests and benches call.

use std::sync::Arc;

use serde_json::Value as Json;

use super::record::{entry_json, text_of};
use super::{Game, Record, Table};
use crate::catalog::{Catalog, Deck};
use crate::error::Result;
use crate::kernel::model::value::DefId;

#[doc(hidden)]
impl Table {
    /// The fuel that all scripts took since the table began.
    pub fn fuel_taken(&self) -> i64 {
        self.budget.in_all()
    }
}

#[doc(hidden)]
impl Game {
    /// The catalog.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }
}

#[doc(hidden)]
impl Record {
    /// The record as one map, as it was written in version 1.
    pub fn to_json(&self) -> Json {
        let mut json = self.header();
        json["intermezzo_record"] = 1.into();
        json["entries"] = self.entries.iter().map(entry_json).collect();
        json
    }

    /// Reads a record from one map.
    ///
    /// # Errors
    ///
    /// The faults of the map.
    pub fn from_json(json: &Json) -> Result<Record> {
        Record::from_one_map(json.clone(), &super::record::opening_texts::nowhere)
    }

    /// The text of a record from one map, with the sums of its lines.
    pub fn text_of(json: &Json) -> String {
        let mut header = json.clone();
        if let Some(version @ Json::Number(_)) = header.get_mut("intermezzo_record") {
            *version = (version.as_u64().unwrap_or(0) + 1).into();
        }
        let entries = header.as_object_mut().and_then(|map| map.shift_remove("entries"));
        text_of(&header, entries.as_ref().and_then(Json::as_array).map_or(&[], Vec::as_slice))
    }
}

#[doc(hidden)]
impl Deck {
    /// A deck of any cards.
    pub fn of(lists: Vec<Vec<DefId>>) -> Deck {
        Deck { lists, ..Deck::default() }
    }

    /// The cards of this deck, by the deck lists of the manifest, in the manifest's order.
    pub fn lists(&self) -> &[Vec<DefId>] {
        &self.lists
    }

    /// The lists for writing.
    pub fn lists_mut(&mut self) -> &mut Vec<Vec<DefId>> {
        &mut self.lists
    }

    /// The number of unknown cards of each list, to change.
    pub fn unknown_mut(&mut self) -> &mut Vec<usize> {
        &mut self.unknown
    }
}
