//! Sketch: how a game stands, as the things that a scenario can expect of it.

use super::commands;
use super::names::{Names, SEATS};
use crate::kernel::model::value::ZoneKind;
use crate::kernel::{Card, Kind, Seat};
use crate::table::Table;

/// What a scenario can expect of a moment: items of `expect`, each with what it is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sketch(pub Vec<(String, String)>);

/// The name of a seat in scenarios.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    SEATS[seat.index() % SEATS.len()]
}

impl Sketch {
    /// How a table stands, with the names that its scenario gives to cards.
    pub fn of(table: &Table, names: &Names) -> Sketch {
        let (world, mut out) = (table.world(), Vec::new());
        let (state, rules) = (world.state(), &world.rules);
        let schema = &rules.schema;
        let word = |sym| rules.name(sym).to_string();
        let phase = state.phase.map_or("none".into(), word);
        out.push(("phase".into(), format!("phase: {phase}")));
        out.push(("active".into(), format!("active: {}", seat_name(state.active))));
        for (at, counter) in schema.game_counters.iter().enumerate() {
            let key = format!("game.{}", word(counter.name));
            out.push((key.clone(), format!("{key}: {}", state.game_counters[at])));
        }
        for seat in (0..schema.seats).map(Seat) {
            for (at, counter) in schema.counters.iter().enumerate() {
                let key = format!("{}.{}", seat_name(seat), word(counter.name));
                let n = state.counters[seat.index() * schema.counters.len() + at];
                out.push((key.clone(), format!("{key}: {n}")));
            }
        }
        for (at, zone) in schema.zones.iter().enumerate() {
            for seat in (0..if zone.per_player { schema.seats } else { 1 }).map(Seat) {
                let cards: Vec<Card> = state.cards_in(rules, ZoneKind::of(at), seat).collect();
                let whose = if zone.per_player { format!("{}.", seat_name(seat)) } else { String::new() };
                let key = format!("{whose}{}", word(zone.name));
                let listed: Vec<String> = cards.iter().map(|card| names.of(*card)).collect();
                out.push((key.clone(), format!("zone: {{ {key}: [{}] }}", listed.join(", "))));
                for card in cards {
                    let statuses: Vec<String> = schema
                        .statuses
                        .iter()
                        .enumerate()
                        .map(|(group, (_, words))| {
                            words.get(state.card(card).statuses[group] as usize).map_or(String::new(), |w| word(*w))
                        })
                        .filter(|word| !word.is_empty())
                        .collect();
                    if !statuses.is_empty() {
                        let name = names.of(card);
                        let item = format!("status: {{ {name}: [{}] }}", statuses.join(", "));
                        out.push((format!("status {name}"), item));
                    }
                }
            }
        }
        out.push(("result".into(), format!("result: {}", result(table))));
        let asked: Vec<&str> = table.decisions().iter().map(|d| seat_name(d.seat)).collect();
        let asked = if asked.is_empty() { "nobody".into() } else { format!("[{}]", asked.join(", ")) };
        out.push(("asked".into(), format!("asked: {asked}")));
        for decision in table.decisions() {
            if let Kind::Act { options, may_pass } = &decision.kind {
                let uses = options.iter().map(|choice| commands::write(world, names, *choice));
                let all: Vec<String> = uses.chain(may_pass.then(|| "pass".to_string())).collect();
                let name = seat_name(decision.seat);
                out.push((format!("offers {name}"), format!("offers: {{ {name}: [{}] }}", all.join(", "))));
            }
        }
        Sketch(out)
    }

    /// What is another thing here than there; who is asked is always said, and what was offered never.
    pub fn differs_from(&self, before: &Sketch) -> Vec<&str> {
        let is_new = |item: &&(String, String)| !before.0.contains(item) && !item.0.starts_with("offers");
        let differing = self.0.iter().filter(|item| item.0 == "asked" || is_new(item));
        differing.map(|(_, text)| text.as_str()).collect()
    }

    /// All of it, as an author would write it below `expect:`.
    pub fn all(&self) -> Vec<&str> {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

fn result(table: &Table) -> String {
    use crate::kernel::model::objects::Outcome;
    match table.outcome().filter(|_| table.is_over()) {
        None => "none".into(),
        Some(Outcome::Draw) => "draw".into(),
        Some(Outcome::Aborted) => "aborted".into(),
        Some(Outcome::Lost) => "lost".into(),
        Some(Outcome::Over) => "over".into(),
        Some(outcome) => {
            let winners: Vec<&str> = outcome.winners().iter().map(|seat| seat_name(*seat)).collect();
            format!("{{ winner: [{}] }}", winners.join(", "))
        }
    }
}
