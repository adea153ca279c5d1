//! State summary: a game in words when its scenario failed: cards, last lines of the log, and open questions.

use super::expect;
use super::names::SEATS;
use super::position::ScenarioTable;

/// The number of log lines shown.
const LINES: usize = 8;
/// The most cards of a zone that are named.
const NAMED: usize = 6;

/// The state of a game, in words.
#[derive(Clone, Debug, Default)]
pub struct StateSummary {
    /// The zones that hold cards, one a line: `amy.hand: imp, ogre`.
    pub zones: Vec<String>,
    /// The last lines of the transcript.
    pub log: Vec<String>,
    /// The question to each seat.
    pub asked: Vec<String>,
}

impl StateSummary {
    pub(super) fn of(scenario: &ScenarioTable) -> StateSummary {
        let world = scenario.table.world();
        let (rules, schema) = (&world.rules, &world.rules.schema);
        let mut zones = Vec::new();
        for (i, zone) in schema.zones.iter().enumerate() {
            let kind = intermezzo::kernel::model::value::ZoneKind::of(i);
            for seat in 0..if zone.per_player { schema.seats } else { 1 } {
                let cards: Vec<_> = world.state().cards_in(rules, kind, intermezzo::kernel::Seat(seat)).collect();
                if cards.is_empty() {
                    continue;
                }
                let mut names: Vec<String> = cards.iter().take(NAMED).map(|c| scenario.names.of(*c)).collect();
                if cards.len() > NAMED {
                    names.push(format!("and {} more", cards.len() - NAMED));
                }
                let whose = if zone.per_player { format!("{}.", SEATS[seat as usize]) } else { String::new() };
                zones.push(format!("{whose}{}: {}", rules.name(zone.name), names.join(", ")));
            }
        }
        let transcript = expect::transcript(scenario);
        let lines: Vec<&str> = transcript.lines().collect();
        let log = lines[lines.len().saturating_sub(LINES)..].iter().map(|line| line.to_string()).collect();
        let asked = scenario.table.decisions().iter();
        let asked = asked.map(|d| format!("{}: {}", scenario.table.names()[d.seat.index()], world.game().prompt(d)));
        StateSummary { zones, log, asked: asked.collect() }
    }
}
