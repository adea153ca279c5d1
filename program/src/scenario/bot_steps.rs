//! Bot steps: steps in which a bot answers for seats, so that a scenario can say what every player would know.

use super::names::seat;
use super::position::ScenarioTable;
use intermezzo::bots::{BotKind, Brain};
use intermezzo::data::Node;
use intermezzo::kernel::Seat;
use intermezzo::table::Setup;

/// The most answers of one step.
const MOST: usize = 400;

/// Lets the bot of the run answer for these seats, as long as one of them is asked and the turn lasts.
pub(super) fn answers(scenario: &mut ScenarioTable, named: &Node) -> Result<(), String> {
    let of = |node: &Node| {
        let name = node.as_str().unwrap_or("");
        seat(name).ok_or_else(|| format!("there is no seat `{name}`"))
    };
    let seats = named.items().iter().map(of).collect::<Result<Vec<Seat>, String>>()?;
    if let BotKind::Program(path) = &scenario.bot {
        return Err(format!("`program:{path}` answers in no scenario: `random`, `greedy` and `ismcts` do"));
    }
    let game = scenario.table.game().clone();
    let brain = Brain::new(scenario.bot.clone(), |seed| game.set_up(Setup::usual(&game, seed)));
    let brain = brain.map_err(|e| format!("the bot does not get to know the game: {e}"))?;
    let (seed, turn) = (scenario.table.record().seed, scenario.table.world().state().level_numbers.clone());
    let asked = |scenario: &ScenarioTable| {
        scenario.table.decisions().iter().map(|d| d.seat).find(|asked| seats.contains(asked))
    };
    if asked(scenario).is_none() {
        return Err("none of these seats is asked anything".into());
    }
    for _ in 0..MOST {
        let Some(seat) = asked(scenario).filter(|_| scenario.table.world().state().level_numbers == turn) else {
            return Ok(());
        };
        brain.answer(&mut scenario.table, seat, seed).map_err(|e| format!("the bot of {}: {e}", seat.0))?;
    }
    Err(format!("after {MOST} answers of the bot the turn still lasts"))
}
