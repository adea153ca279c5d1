//! Written: a game that was played, written as a scenario.

use std::fmt::Write as _;

use super::commands;
use super::names::{Names, SEATS};
use crate::catalog::Deck;
use crate::error::Result;
use crate::kernel::{Answer, Decision, Kind, Rules, Seat, Value, World};
use crate::table::{Game, Setup, Table};

/// A game from its beginning, with these answers, as a scenario that ends by what is asked then.
///
/// # Errors
///
/// A setup that the game does not have, or an answer that is not legal where it comes.
pub(crate) fn scenario(game: &Game, setup: &Setup, title: &str, steps: &[(Seat, Answer)]) -> Result<String> {
    let rules = &game.catalog.rules;
    let mut out = format!("title: {}\ngame: {}\nseed: {}\n", quoted(title), rules.schema.game, setup.seed);
    if let Some(players) = setup.players
        && rules.schema.players.least != rules.schema.players.most
    {
        let _ = writeln!(out, "players: {players}");
    }
    if !game.catalog.files.packs.is_empty() {
        let _ = writeln!(out, "packs: [{}]", game.catalog.files.packs.join(", "));
    }
    if !setup.options.is_empty() {
        let options: Vec<String> = setup.options.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let _ = writeln!(out, "options: {{ {} }}", options.join(", "));
    }
    let decks: Vec<String> =
        setup.decks.iter().zip(SEATS).map(|(deck, seat)| format!("\n  {seat}: {}", deck_text(game, deck))).collect();
    match game.catalog.decks.is_empty() {
        true => out.push_str("start: {}\n"),
        false => {
            let _ = writeln!(out, "start:{}", decks.concat());
        }
    }
    let mut table = game.set_up(setup.clone()).map(Table::start)?;
    let mut names = Names::default();
    if !steps.is_empty() {
        out.push_str("steps:\n");
    }
    for (seat, answer) in steps {
        names.add_all(table.world());
        let decision = table.asked(*seat)?.clone();
        let _ = writeln!(
            out,
            "  - {}: {}",
            SEATS[seat.index() % SEATS.len()],
            command(table.world(), &names, &decision, answer)
        );
        table.submit(*seat, answer.clone())?;
    }
    let asked = table.decisions().first().map_or("nobody", |d| SEATS[d.seat.index() % SEATS.len()]);
    let _ = writeln!(out, "expect:\n  - asked: {asked}");
    Ok(out)
}

/// A text in quotes, on one line.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text.replace('\n', " ")).to_string()
}

/// The id of a ready-made deck, or the deck as it is written.
fn deck_text(game: &Game, deck: &Deck) -> String {
    if let Some((id, _)) = game.catalog.decks.iter().find(|(_, own)| own.lists == deck.lists) {
        return id.clone();
    }
    let rules = &game.catalog.rules;
    let list = |(at, rule): (usize, &crate::catalog::ListRule)| {
        let cards: Vec<&str> = deck
            .lists
            .get(at)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|def| &**rules.name(rules.defs[def.index()].id))
            .collect();
        format!("{}: [{}]", rule.name, cards.join(", "))
    };
    let lists: Vec<String> = game.catalog.deck_rules.lists.iter().enumerate().map(list).collect();
    format!("{{ name: found, {} }}", lists.join(", "))
}

fn command(world: &World, names: &Names, decision: &Decision, answer: &Answer) -> String {
    let values = |values: &[Value]| values.iter().map(|v| value(world, names, v)).collect::<Vec<_>>().join(", ");
    match (answer, &decision.kind) {
        (Answer::Pass, _) => "pass".into(),
        (Answer::Act(choice), _) => commands::write(world, names, *choice),
        (Answer::Values(given), Kind::Number(..)) => format!("number {}", values(given)),
        (Answer::Values(given), Kind::Assign(pairs)) => {
            let pair = |v: &Value| match v {
                Value::List(both) => {
                    let at = pairs.from.iter().position(|from| Some(from) == both.first()).unwrap_or(0) + 1;
                    format!("{at}: {}", both.get(1).map_or(String::new(), |to| value(world, names, to)))
                }
                other => value(world, names, other),
            };
            let all: Vec<String> = given.iter().map(pair).collect();
            format!("assign\n    choose: {{ {} }}", all.join(", "))
        }
        (Answer::Values(given), Kind::Order(_)) => format!("order [{}]", values(given)),
        (Answer::Values(given), _) => match given.as_slice() {
            [Value::Bool(true)] => "\"yes\"".into(),
            [Value::Bool(false)] => "\"no\"".into(),
            all => format!("choose [{}]", values(all)),
        },
    }
}

fn value(world: &World, names: &Names, value: &Value) -> String {
    let rules: &Rules = &world.rules;
    match value {
        Value::Card(card) => names.of(*card),
        Value::Seat(seat) => SEATS[seat.index() % SEATS.len()].into(),
        Value::Word(word) => rules.name(*word).to_string(),
        Value::Text(text) => text.to_string(),
        Value::Def(def) => rules.name(rules.defs[def.index()].id).to_string(),
        Value::Int(n) => n.to_string(),
        Value::Bool(is) => if *is { "yes" } else { "no" }.into(),
        Value::Zone(zone) => {
            let kind = rules.schema.kind_of(*zone);
            let name = rules.name(rules.schema.zones[kind.index()].name);
            let slot = rules.schema.slot_of(*zone);
            let whose = rules
                .schema
                .zone_owner(*zone)
                .map_or(String::new(), |s| format!("{}.", SEATS[s.index() % SEATS.len()]));
            if slot > 0 { format!("{whose}{name}.{slot}") } else { format!("{whose}{name}") }
        }
        Value::Use(id) => {
            let uses = &world.state().uses;
            let card = uses.iter().find(|u| u.id == *id).and_then(|u| u.card);
            let place = uses.iter().filter(|u| u.card == card).position(|u| u.id == *id).unwrap_or(0) + 1;
            let name = card.map_or(String::new(), |card| names.of(card));
            if place > 1 { format!("{name}/{place}") } else { name }
        }
        other => world.game().show(other),
    }
}
