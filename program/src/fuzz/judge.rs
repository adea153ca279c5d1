//! Judge: the conditions that must hold after each answer of a game.

use super::GameFailure;
use intermezzo::bots::Random;
use intermezzo::kernel::{Outcome, Seat};
use intermezzo::table::Table;

/// The interval, in answers, at which two copies of the table are played on and compared.
const FORKED: usize = 61;
/// The interval, in answers, at which views are tested for hidden information.
const LOOKED: usize = 23;
/// The number of answers for which the copies are played on.
const FOLLOWED: usize = 200;

/// Checks a game after its first `answers` answers; returns what is wrong with it, if anything is.
pub(super) fn after(table: &Table, bot: &mut Random, answers: usize) -> Option<GameFailure> {
    if table.faults() > 0 {
        let error = table.fault_errors().first().map(|f| format!("{}: {}", f.what, f.error));
        return Some(GameFailure { kind: "script_error", message: error.unwrap_or_else(|| "a script failed".into()) });
    }
    if table.outcome() == Some(Outcome::Aborted) {
        return Some(GameFailure { kind: "abort", message: "the game could not go on".into() });
    }
    let rules = &table.world().rules;
    if let Some(ability) = table.world().state().repeating.first() {
        let name = rules.name(rules.abilities[ability.index()].id);
        return Some(GameFailure { kind: "loop", message: format!("triggers of `{name}` repeat without a decision") });
    }
    if let Err(message) = table.world().game().conserved() {
        return Some(GameFailure { kind: "lost_card", message });
    }
    if answers % FORKED == FORKED - 1
        && let Some(message) = forked(table, bot.number(1 << 30) as u64)
    {
        return Some(GameFailure { kind: "fork_differs", message });
    }
    if answers % LOOKED == LOOKED - 1 {
        let seats = table.world().rules.schema.seats;
        let seat = Seat((answers / LOOKED % seats as usize) as u8);
        if let Some(message) = table.tells_hidden(seat, bot.number(1 << 30) as u64) {
            return Some(GameFailure { kind: "view_leaks", message });
        }
    }
    None
}

/// Plays two copies with the same answers, and returns the first difference.
fn forked(table: &Table, seed: u64) -> Option<String> {
    let mut hashes = Vec::new();
    // One copy is a copy of a copy: a copy that loses something differs there.
    for mut copy in [table.fork(), table.fork().fork()] {
        let mut bot = Random::new(seed);
        for _ in 0..FOLLOWED {
            let Some(decision) = copy.decisions().first() else { break };
            let (seat, answer) = (decision.seat, bot.legal_answer(copy.world(), decision));
            if let Err(error) = copy.submit(seat, answer) {
                return Some(format!("a copy refuses what is legal: {error}"));
            }
        }
        hashes.push(copy.log_hash());
    }
    (hashes[0] != hashes[1]).then(|| format!("{} and {} after the same answers", hashes[0], hashes[1]))
}
