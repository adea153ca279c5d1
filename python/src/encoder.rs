//! Encoder: what a person sees, as a list of numbers of one length, made from the names in a game's manifest.
//!
//! ```text
//! seats     own one first: is it active, asked; its counters and attributes
//! numbers   those of the game; levels; the phase and the window, one number a name
//! zones     of each kind, own one first: how many cards are seen, how many not, then the first of those that are seen:
//!           its definition, its slot, its attributes, its statuses
//! decision  its kind, how many may be chosen
//! codes     of each code: how many options it stands for, the first of them: card, kind of text, pair; whether it is chosen
//! ```
//!
//! Numbers stay within -32768 and 32767; what does not fit in is cut off. Definitions are numbered from 1, in the order of
//! the outline.

use std::collections::HashMap;
use std::sync::Arc;

use intermezzo::view::{CardView, DecisionKind, Field, ZoneView};
use intermezzo::{Choices, Outline, Seat, View};
use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::choices;
use crate::convert::raise;
use crate::table::Table;

const KINDS: [(&str, DecisionKind); 5] = [
    ("act", DecisionKind::Act),
    ("pick", DecisionKind::Pick),
    ("order", DecisionKind::Order),
    ("number", DecisionKind::Number),
    ("assign", DecisionKind::Assign),
];
/// What is told of each code.
const OF_CODE: [&str; 5] = ["options", "card", "text", "given_to", "low"];
const LEAST: f32 = -32768.0;
const MOST: f32 = 32767.0;

/// Which number stands where.
pub struct Plan {
    players: u8,
    codes: u16,
    cards_of_zone: usize,
    zones: Vec<(String, bool)>,
    levels: Vec<String>,
    phases: Vec<String>,
    windows: Vec<String>,
    numbers: Vec<String>,
    player_fields: Vec<String>,
    card_fields: Vec<String>,
    statuses: HashMap<String, usize>,
    defs: HashMap<String, usize>,
    names: Vec<String>,
}

/// Where the next number goes.
struct Row<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Row<'_> {
    fn push(&mut self, number: impl Into<f64>) {
        self.out[self.at] = (number.into() as f32).clamp(LEAST, MOST);
        self.at += 1;
    }

    fn one_of(&mut self, names: &[String], name: Option<&str>) {
        names.iter().for_each(|n| self.push(u8::from(Some(n.as_str()) == name)));
    }

    fn of(&mut self, names: &[String], value: impl Fn(&str) -> Option<i64>) {
        names.iter().for_each(|n| self.push(value(n).unwrap_or(0) as f64));
    }
}

impl Plan {
    pub fn new(outline: &Outline, players: u8, codes: u16, cards: usize) -> Plan {
        let numbered = |names: &[String]| names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect();
        let mut plan = Plan {
            players,
            codes,
            cards_of_zone: cards,
            zones: outline.zones.iter().map(|z| (z.name.clone(), z.per_player)).collect(),
            levels: outline.levels.clone(),
            phases: outline.phases.clone(),
            windows: outline.windows.clone(),
            numbers: outline.numbers.clone(),
            player_fields: outline.player_fields.clone(),
            card_fields: outline.card_fields.clone(),
            statuses: numbered(&outline.statuses),
            defs: numbered(&outline.cards),
            names: Vec::new(),
        };
        plan.names = plan.name_all(&outline.statuses);
        plan
    }

    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// The seats as a person counts them: her own is the first.
    fn seats(&self, own: Seat) -> impl Iterator<Item = u8> {
        let players = self.players;
        (0..players).map(move |i| (own.0 + i) % players)
    }

    /// The zones in the order in which they are told: kind, and whose.
    fn places(&self, own: Seat) -> Vec<(usize, Option<u8>)> {
        let of = |(kind, (_, per_player)): (usize, &(String, bool))| match per_player {
            true => self.seats(own).map(|seat| (kind, Some(seat))).collect(),
            false => vec![(kind, None)],
        };
        self.zones.iter().enumerate().flat_map(of).collect()
    }

    fn name_all(&self, statuses: &[String]) -> Vec<String> {
        let mut names = Vec::new();
        let mut group = |of: String, parts: &mut dyn Iterator<Item = &str>| {
            names.extend(parts.map(|part| format!("{of}.{part}")));
        };
        for seat in self.seats(Seat(0)) {
            let fields = self.player_fields.iter().map(String::as_str);
            group(format!("player{seat}"), &mut ["active", "asked"].into_iter().chain(fields));
        }
        group("game".into(), &mut self.numbers.iter().map(String::as_str));
        group("level".into(), &mut self.levels.iter().map(String::as_str));
        group("phase".into(), &mut self.phases.iter().map(String::as_str));
        group("window".into(), &mut self.windows.iter().map(String::as_str));
        for (kind, seat) in self.places(Seat(0)) {
            let name = &self.zones[kind].0;
            let zone = seat.map_or_else(|| name.clone(), |seat| format!("player{seat}.{name}"));
            group(zone.clone(), &mut ["seen", "unknown"].into_iter());
            for i in 0..self.cards_of_zone {
                let fields = self.card_fields.iter().chain(statuses).map(String::as_str);
                group(format!("{zone}.{i}"), &mut ["card", "slot"].into_iter().chain(fields));
            }
        }
        group("decision".into(), &mut KINDS.iter().map(|(name, _)| *name).chain(["least", "most", "taken"]));
        for code in 0..=self.codes {
            group(format!("code{code}"), &mut OF_CODE.into_iter());
        }
        names
    }

    /// Writes what a seat sees. The row is as long as [`Plan::size`] says, and holds zeros.
    pub fn write(&self, view: &View, seat: Seat, choices: Option<&Choices>, out: &mut [f32]) {
        let mut row = Row { out, at: 0 };
        for seat in self.seats(seat) {
            row.push(u8::from(view.active == seat));
            row.push(u8::from(view.asked.iter().any(|a| a.seat == seat)));
            let fields = view.seats.get(usize::from(seat)).map(|s| &s.fields);
            row.of(&self.player_fields, |name| fields?.get(name)?.as_i64());
        }
        let find = |list: &[(String, i64)], name: &str| list.iter().find(|(n, _)| n == name).map(|(_, value)| *value);
        row.of(&self.numbers, |name| find(&view.numbers, name));
        row.of(&self.levels, |name| view.levels.iter().find(|(n, _)| n == name).map(|(_, n)| i64::from(*n)));
        row.one_of(&self.phases, view.phase.as_deref());
        let window = view.decisions.iter().find(|d| d.seat == seat.0).and_then(|d| d.window.as_deref());
        row.one_of(&self.windows, window.or(view.window.as_ref().map(|w| w.name.as_str())));
        for (kind, of) in self.places(seat) {
            let name = &self.zones[kind].0;
            let zone = view.zones.iter().find(|z| z.name == *name && z.seat == of);
            self.write_zone(zone, &mut row);
        }
        self.write_decision(view, seat, choices, &mut row);
    }

    fn write_zone(&self, zone: Option<&ZoneView>, row: &mut Row) {
        let cards = zone.map_or(&[][..], |z| &z.cards);
        row.push(cards.len() as f64);
        row.push(zone.map_or(0, |z| z.unknown) as f64);
        let width = 2 + self.card_fields.len() + self.statuses.len();
        for i in 0..self.cards_of_zone {
            match cards.get(i) {
                Some(card) => self.write_card(card, row),
                None => row.at += width,
            }
        }
    }

    fn write_card(&self, card: &CardView, row: &mut Row) {
        row.push(self.def(&card.id) as f64);
        row.push(card.slot);
        row.of(&self.card_fields, |name| card.fields.get(name).and_then(Field::as_i64));
        let statuses = row.at;
        card.statuses.iter().filter_map(|s| self.statuses.get(s)).for_each(|s| row.out[statuses + s] = 1.0);
        row.at += self.statuses.len();
    }

    /// The number of a definition, from 1; 0: unknown.
    fn def(&self, id: &str) -> usize {
        self.defs.get(id).map_or(0, |i| i + 1)
    }

    fn write_decision(&self, view: &View, seat: Seat, choices: Option<&Choices>, row: &mut Row) {
        let decision = view.decisions.iter().find(|d| d.seat == seat.0);
        let (Some(decision), Some(choices)) = (decision, choices.filter(|c| c.seat() == seat)) else { return };
        KINDS.iter().for_each(|(_, kind)| row.push(u8::from(decision.kind == *kind)));
        row.push(decision.least as f64);
        row.push(decision.most as f64);
        row.push(choices.taken().len() as f64);
        let first = row.at;
        for code in choices.legal() {
            row.at = first + usize::from(*code) * OF_CODE.len();
            let Some((place, several)) = choices.meaning(*code) else {
                row.push(1u8);
                continue;
            };
            row.push(several as f64);
            let option = decision.options.get(place as usize);
            let card = option.and_then(|o| o.card).and_then(|card| view.card(card));
            row.push(card.map_or(0, |(_, card)| self.def(&card.id)) as f64);
            row.push(option.map_or(0, |o| hash(&o.text)));
            row.push(option.and_then(|o| o.given_to.as_ref()).map_or(0, |g| g.place) as f64);
            let low = if decision.kind == DecisionKind::Number { decision.least } else { 0 };
            row.push(low.saturating_add_unsigned(place) as f64);
        }
    }
}

/// A text as a number from 1 to 4095: the same text is the same number everywhere (FNV-1a).
fn hash(text: &str) -> u16 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    1 + (hash % 4095) as u16
}

/// Turns what a person sees into an array of one length.
#[pyclass(frozen, module = "intermezzo")]
pub struct Encoder {
    plan: Arc<Plan>,
}

impl Encoder {
    pub fn of(plan: Plan) -> Encoder {
        Encoder { plan: Arc::new(plan) }
    }

    pub fn plan(&self) -> Arc<Plan> {
        self.plan.clone()
    }
}

#[pymethods]
impl Encoder {
    /// How long the arrays are.
    #[getter]
    fn size(&self) -> usize {
        self.plan.size()
    }

    /// What stands at each place.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.plan.names.clone()
    }

    /// What stands in an array at the least and at the most.
    #[getter]
    fn bounds(&self) -> (f32, f32) {
        (LEAST, MOST)
    }

    /// What the person at a seat sees of a table; with choices what she may take, too.
    #[pyo3(signature = (table, seat, choices=None))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        table: &Table,
        seat: u8,
        choices: Option<&choices::Choices>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let view = View::of_person(&table.lock(py), Seat(seat)).map_err(raise)?;
        if view.seats.len() != usize::from(self.plan.players) {
            let (here, there) = (view.seats.len(), self.plan.players);
            return Err(PyValueError::new_err(format!("{here} play at this table, and the encoder is for {there}")));
        }
        let choices = choices.map(|c| c.now(py));
        let mut out = vec![0.0; self.plan.size()];
        self.plan.write(&view, Seat(seat), choices.as_ref(), &mut out);
        Ok(out.to_pyarray(py))
    }
}
