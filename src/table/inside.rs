//! Inside: methods of public types that only this crate's own tests and benches may call.
//!
//! Each method calls the crate's private method of the same name.

use std::sync::Arc;

use serde_json::Value as Json;

use super::bots::Random;
use super::record::{Entry, entry_json, text_of};
use super::{Game, Record, Table};
use crate::catalog::{Catalog, Deck};
use crate::error::Result;
use crate::kernel::model::value::DefId;
use crate::kernel::{Answer, Decision, Seat, World};
use crate::script::ScriptError;
use crate::script::sandbox::Limits;

/// A table, with access to its kernel.
pub trait TableInside {
    /// The world, to read.
    fn world(&self) -> &World;
    /// What is asked now, one decision a seat.
    fn decisions(&self) -> &[Decision];
    /// The decision a seat is asked.
    fn asked(&self, seat: Seat) -> Result<&Decision>;
    /// Answers for a seat.
    fn submit(&mut self, seat: Seat, answer: Answer) -> Result<()>;
    /// The fuel that all its scripts took.
    fn fuel_taken(&self) -> i64;
    /// Goes back to a world that was kept, with nothing suspended in it.
    fn restore(&mut self, world: World);
    /// Goes on until somebody is asked or the game is over.
    fn go(&mut self);
}

impl TableInside for Table {
    fn world(&self) -> &World {
        Table::world(self)
    }

    fn decisions(&self) -> &[Decision] {
        Table::decisions(self)
    }

    fn asked(&self, seat: Seat) -> Result<&Decision> {
        Table::asked(self, seat)
    }

    fn submit(&mut self, seat: Seat, answer: Answer) -> Result<()> {
        Table::submit(self, seat, answer)
    }

    fn fuel_taken(&self) -> i64 {
        self.budget.in_all()
    }

    fn restore(&mut self, world: World) {
        Table::restore(self, world);
    }

    fn go(&mut self) {
        Table::go(self);
    }
}

/// A game, with its catalog.
pub trait GameInside: Sized {
    /// Checks and compiles the scripts of a catalog.
    fn new(catalog: Arc<Catalog>) -> Result<Self, Vec<ScriptError>>;
    /// The same with other limits for scripts.
    fn with_limits(catalog: Arc<Catalog>, limits: Limits) -> Result<Self, Vec<ScriptError>>;
    /// The catalog.
    fn catalog(&self) -> &Arc<Catalog>;
}

impl GameInside for Game {
    fn new(catalog: Arc<Catalog>) -> Result<Game, Vec<ScriptError>> {
        Game::new(catalog)
    }

    fn with_limits(catalog: Arc<Catalog>, limits: Limits) -> Result<Game, Vec<ScriptError>> {
        Game::with_limits(catalog, limits)
    }

    fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }
}

/// A record, with its entries.
pub trait RecordInside: Sized {
    /// What happened since it began.
    fn entries(&self) -> &[Entry];
    /// The record as one map, as it was written in version 1.
    fn to_json(&self) -> Json;
    /// Reads a record from one map.
    fn from_json(json: &Json) -> Result<Self>;
    /// The text of a record from one map, with the sums of its lines.
    fn text_of(json: &Json) -> String;
}

impl RecordInside for Record {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn to_json(&self) -> Json {
        let mut json = self.header();
        json["intermezzo_record"] = 1.into();
        json["entries"] = self.entries.iter().map(entry_json).collect();
        json
    }

    fn from_json(json: &Json) -> Result<Record> {
        Record::from_one_map(json.clone(), &super::record::texts::nowhere)
    }

    fn text_of(json: &Json) -> String {
        let mut header = json.clone();
        if let Some(version @ Json::Number(_)) = header.get_mut("intermezzo_record") {
            *version = (version.as_u64().unwrap_or(0) + 1).into();
        }
        let entries = header.as_object_mut().and_then(|map| map.shift_remove("entries"));
        text_of(&header, entries.as_ref().and_then(Json::as_array).map_or(&[], Vec::as_slice))
    }
}

/// A deck, with its cards.
pub trait DeckInside: Sized {
    /// A deck of any cards.
    fn of(lists: Vec<Vec<DefId>>) -> Self;
    /// The cards of each list of the manifest, in order.
    fn lists(&self) -> &[Vec<DefId>];
    /// The same, to change.
    fn lists_mut(&mut self) -> &mut Vec<Vec<DefId>>;
    /// How many cards of each list do not exist, to change.
    fn unknown_mut(&mut self) -> &mut Vec<usize>;
}

impl DeckInside for Deck {
    fn of(lists: Vec<Vec<DefId>>) -> Deck {
        Deck { lists, ..Deck::default() }
    }

    fn lists(&self) -> &[Vec<DefId>] {
        &self.lists
    }

    fn lists_mut(&mut self) -> &mut Vec<Vec<DefId>> {
        &mut self.lists
    }

    fn unknown_mut(&mut self) -> &mut Vec<usize> {
        &mut self.unknown
    }
}

/// A random bot, which finds what is legal by the table's own means.
pub trait RandomInside {
    /// A legal answer.
    fn legal_answer(&mut self, world: &World, decision: &Decision) -> Answer;
}

impl RandomInside for Random {
    fn legal_answer(&mut self, world: &World, decision: &Decision) -> Answer {
        Random::legal_answer(self, world, decision)
    }
}
