//! Probe: a card with any script, and a game that comes to the moment where it is used.

use intermezzo::catalog::Deck;
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::{Answer, Choice, Decision, Kind};
use intermezzo::table::{Game, Setup, Table};

use super::{Step, asked, submit};

/// The file of the probe.
pub const PROBE: &str = "cards/cardland/stagehands/probe.yaml";

/// The line of its file that its script begins in, from 1.
pub const SCRIPT_LINE: u32 = 9;

/// The text of an event with this script, which may be used in every main phase.
pub fn event(script: &str) -> String {
    paid_event("{}", script)
}

/// A probe whose script may read things that its player does not see.
pub fn reading_event(script: &str) -> String {
    format!("{}    reads: hidden\n", event(script))
}

/// The same at a price.
pub fn paid_event(usage: &str, script: &str) -> String {
    format!(
        "name: Probe\ntype: event\ncolour: red\nusage: {usage}\nabilities:\n  - timing: main\n    turn: any\n    script: |\n{}",
        indent(script)
    )
}

/// A script as a block of a card's file.
pub fn indent(script: &str) -> String {
    script.lines().map(|line| format!("      {line}\n")).collect()
}

/// A game in which both decks are full of probes, at the first main phase. Both have an extra that can pay.
pub fn table(engine: &Game, seed: u64) -> Table {
    table_of(engine, "probe", seed)
}

/// A table with another card in the place of the probe.
pub fn table_of(engine: &Game, card: &str, seed: u64) -> Table {
    table_with(engine, [card, card], seed)
}

/// A table where each player has a card of her own in the place of the probe.
pub fn table_with(engine: &Game, cards: [&str; 2], seed: u64) -> Table {
    let start = Setup { seed, decks: cards.map(|card| deck_of(engine, card)).into(), ..Setup::default() };
    // Forty copies of one card are no legal deck, and the shortest way to one in hand.
    let mut table = engine.set_up_with_any_decks(start).map(Table::start).expect("the game starts");
    idle_until(&mut table, in_main);
    idle_turn(&mut table);
    table
}

/// The stories of a ready-made deck and forty copies of a card.
fn deck_of(engine: &Game, card: &str) -> Deck {
    let mut deck = engine.catalog().decks["embers_and_stagehands"].clone();
    let probe = engine.catalog().rules.def_by_id(card).expect("the card is in the catalog");
    deck.lists_mut()[0] = vec![probe; 40];
    deck
}

/// True if the game waits for an action of the main phase.
pub fn in_main(table: &Table, decision: &Decision) -> bool {
    decision.window.is_some_and(|w| &**table.world().rules.name(table.world().rules.windows[w.index()].name) == "main")
}

/// An answer that does as little as possible: a pass, or the first legal answer.
pub fn idle(table: &Table, decision: &Decision) -> Answer {
    let world = table.world();
    let extra = decision.window.is_some_and(|w| &**world.rules.name(world.rules.windows[w.index()].name) == "extra");
    match &decision.kind {
        Kind::Act { options, .. } if extra && !options.is_empty() => Answer::Act(options[0]),
        Kind::Act { may_pass: true, .. } => Answer::Pass,
        // Janken ends: the players show different signs.
        Kind::Pick { options, .. } if decision.why.as_deref() == Some("janken") => {
            Answer::Values(vec![options[decision.seat.index()].clone()])
        }
        _ => world.game().answers(decision, 1).into_iter().next().expect("there is a legal answer"),
    }
}

/// Answers idly until a decision is asked for which `wanted` holds, or the game is over.
pub fn idle_until(table: &mut Table, wanted: impl Fn(&Table, &Decision) -> bool) {
    while !table.is_over() {
        let decision = asked(table);
        if wanted(table, &decision) {
            return;
        }
        let answer = idle(table, &decision);
        submit(table, &(decision.seat, answer));
    }
}

/// Answers idly until the main phase of the next turn.
pub fn idle_turn(table: &mut Table) {
    let now = table.world().state().active;
    idle_until(table, |table, decision| in_main(table, decision) && table.world().state().active != now);
}

/// The way to use the probe now, if there is one.
pub fn offered(table: &Table) -> Option<Choice> {
    offered_of(table, "probe")
}

fn offered_of(table: &Table, card: &str) -> Option<Choice> {
    let rules = &table.world().rules;
    match &asked(table).kind {
        Kind::Act { options, .. } => options.iter().copied().find(|c| {
            let def = rules.abilities[c.ability.index()].def;
            def.is_some_and(|d| &**rules.name(rules.defs[d.index()].id) == card)
        }),
        _ => None,
    }
}

/// Uses the probe and pays for it; the table then asks what its script asks, or goes on.
pub fn begin(table: &mut Table) {
    begin_with(table, "probe");
}

fn begin_with(table: &mut Table, card: &str) {
    let choice = offered_of(table, card).expect("the probe is offered");
    let seat = asked(table).seat;
    submit(table, &(seat, Answer::Act(choice)));
    while !table.is_over() && !table.decisions().is_empty() {
        let decision = asked(table);
        // The probe's cost is asked with its slot; questions of its script have none.
        if decision.slot.is_none() {
            return;
        }
        let answer = idle(table, &decision);
        submit(table, &(seat, answer));
    }
}

/// Uses the probe, and idly answers what its script asks, until the main phase goes on. The answers.
pub fn use_it(table: &mut Table) -> Vec<Step> {
    use_card(table, "probe")
}

/// Uses the card that stands in the place of the probe.
pub fn use_card(table: &mut Table, card: &str) -> Vec<Step> {
    begin_with(table, card);
    let mut steps = Vec::new();
    while !table.is_over() && !table.decisions().is_empty() {
        let decision = asked(table);
        if in_main(table, &decision) {
            break;
        }
        let step = (decision.seat, idle(table, &decision));
        submit(table, &step);
        steps.push(step);
    }
    steps
}

/// The failures that the log tells of: file, line and message.
pub fn failed(table: &Table) -> Vec<(String, u32, String)> {
    let lines = table.world().log.lines.iter().filter_map(|l| match l.line {
        Line::Failed { file, line, message, .. } => Some((file.to_string(), line, message.to_string())),
        _ => None,
    });
    lines.collect()
}

/// The remarks that the log holds.
pub fn notes(table: &Table) -> Vec<String> {
    let lines = table.world().log.lines.iter().filter_map(|l| match l.line {
        Line::Note(text, _) => Some(text.to_string()),
        Line::BrokenOff(why) => Some(table.world().game().say_broken(&why)),
        _ => None,
    });
    lines.collect()
}
