//! Known table: what the server told of the table. A server is a stranger: a view that names a seat which does not
//! exist is refused.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use intermezzo::catalog::TableLine;
use intermezzo::table::view::{DecisionView, View};
use intermezzo::table::{Event, Printed};
use intermezzo::{LineOutline, wire};

/// The first message of the server about a table.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ServerHello {
    pub protocol: u32,
    pub title: String,
    pub code: String,
    pub seats: Vec<u8>,
    pub lines: Vec<LineOutline>,
    pub may_undo: bool,
}

/// The present state of the table.
#[derive(Debug, Deserialize)]
pub struct Now {
    pub questions: Vec<u32>,
    #[serde(default)]
    pub left: Vec<Option<u32>>,
    #[serde(default)]
    pub is_anew: bool,
    pub events: Vec<Event>,
    pub view: View,
    #[serde(default)]
    pub over: Option<GameEnd>,
}

/// The end of the game, in the words of the server.
#[derive(Clone, Debug, Deserialize)]
pub struct GameEnd {
    pub outcome: String,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct KnownPerson {
    pub name: String,
    #[serde(default)]
    pub is_here: bool,
    #[serde(default)]
    pub has_stand_in: bool,
}

/// All that is known of the table.
#[derive(Default)]
pub struct KnownTable {
    pub hello: ServerHello,
    pub now: Option<Now>,
    pub people: Vec<KnownPerson>,
    /// The printed cards by their ids.
    pub faces: BTreeMap<String, Printed>,
    /// All events, by their numbers.
    pub log: Vec<Event>,
}

impl KnownTable {
    /// The first question that this player is asked: its number and the decision; `None`: nothing is asked, or the game
    /// is over.
    pub fn asked(&self) -> Option<(u32, &DecisionView)> {
        let now = self.now.as_ref().filter(|now| now.over.is_none())?;
        Some((*now.questions.first()?, now.view.decisions.first()?))
    }

    /// The zones that are drawn for each player, in order, as the server named them.
    pub fn lines(&self) -> Vec<TableLine> {
        let line = |line: &LineOutline| TableLine {
            zone: line.zone.clone(),
            show: line.show.clone(),
            numbers: Vec::new(),
            stack: line.stack,
            sort: Vec::new(),
            hides_empty: line.hides_empty,
            hides_others: line.hides_others,
        };
        self.hello.lines.iter().map(line).collect()
    }

    /// Takes a message with the present table, and returns the events that were not known yet.
    ///
    /// # Errors
    ///
    /// A message that cannot be read, or that names a seat which does not exist.
    pub fn stands(&mut self, message: Value) -> Result<Vec<Event>, String> {
        let now: Now = serde_json::from_value(message).map_err(|error| error.to_string())?;
        check(&now)?;
        if now.is_anew {
            self.log.clear();
        }
        let known = self.log.last().map(|event| event.number);
        let new: Vec<Event> =
            now.events.iter().filter(|event| known.is_none_or(|last| event.number > last)).cloned().collect();
        self.log.extend(new.iter().cloned());
        self.now = Some(now);
        Ok(new)
    }

    /// True if the server speaks the protocol of this program.
    pub fn is_understood(&self) -> bool {
        self.hello.protocol == wire::PROTOCOL
    }
}

/// Checks that a view names only seats that it has, and as many questions as decisions: whatever draws it relies on
/// that.
fn check(now: &Now) -> Result<(), String> {
    let View { seats, zones, uses, active, window, decisions, asked, .. } = &now.view;
    let has = |seat: u8| usize::from(seat) < seats.len();
    let about = window.iter().flat_map(|window| &window.about);
    let is_whole = has(*active)
        && zones.iter().filter_map(|zone| zone.seat).all(has)
        && zones.iter().all(|zone| zone.hidden.len() <= zone.unknown)
        && uses.iter().chain(about).all(|one| has(one.user))
        && asked.iter().all(|asked| has(asked.seat))
        && decisions.iter().all(|decision| has(decision.seat))
        && window.iter().all(|window| window.passes < u8::MAX)
        && now.questions.len() == decisions.len();
    if is_whole { Ok(()) } else { Err("it names seats or cards that it does not have".into()) }
}
