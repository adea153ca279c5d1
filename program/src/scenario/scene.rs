//! Scene: how a game stood when its scenario failed: the cards, the last lines of the log, and what is asked.

use super::expect;
use super::names::SEATS;
use super::position::Stage;

/// So many lines of the log are shown.
const LINES: usize = 8;
/// So many cards of a zone are named.
const NAMED: usize = 6;

/// How a game stands, in words.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The zones that hold cards, one a line: `amy.hand: imp, ogre`.
    pub zones: Vec<String>,
    /// The last lines of the transcript.
    pub log: Vec<String>,
    /// What each seat is asked.
    pub asked: Vec<String>,
}

impl Scene {
    pub(super) fn of(stage: &Stage) -> Scene {
        let world = stage.table.world();
        let (rules, schema) = (&world.rules, &world.rules.schema);
        let mut zones = Vec::new();
        for (i, zone) in schema.zones.iter().enumerate() {
            let kind = intermezzo::kernel::model::value::ZoneKind::of(i);
            for seat in 0..if zone.per_player { schema.seats } else { 1 } {
                let cards: Vec<_> = world.state().cards_in(rules, kind, intermezzo::kernel::Seat(seat)).collect();
                if cards.is_empty() {
                    continue;
                }
                let mut names: Vec<String> = cards.iter().take(NAMED).map(|c| stage.names.of(*c)).collect();
                if cards.len() > NAMED {
                    names.push(format!("and {} more", cards.len() - NAMED));
                }
                let whose = if zone.per_player { format!("{}.", SEATS[seat as usize]) } else { String::new() };
                zones.push(format!("{whose}{}: {}", rules.name(zone.name), names.join(", ")));
            }
        }
        let transcript = expect::transcript(stage);
        let lines: Vec<&str> = transcript.lines().collect();
        let log = lines[lines.len().saturating_sub(LINES)..].iter().map(|line| line.to_string()).collect();
        let asked = stage.table.decisions().iter();
        let asked = asked.map(|d| format!("{}: {}", stage.table.names()[d.seat.index()], world.game().prompt(d)));
        Scene { zones, log, asked: asked.collect() }
    }
}
