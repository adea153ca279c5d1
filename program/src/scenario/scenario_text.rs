//! Scenario text: a game that was played, written as a scenario.

use std::fmt::Write as _;

use super::commands;
use super::names::{SEATS, ScenarioNames, seat_name};
use super::open_question::pending;
use intermezzo::catalog::Deck;
use intermezzo::data::yaml;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::{Answer, Decision, Kind, Outcome, Rules, Seat, Value, World};
use intermezzo::table::{Entry, Game, RecordedAnswer, Setup, Table};

/// A game from its beginning, with these answers, as a scenario that ends with the last question. If the game broke
/// off, it ends with the question before the last step: once the fault is mended, there is a later question.
///
/// # Errors
///
/// An impossible setup, or an answer that is illegal at its moment.
pub(crate) fn scenario(game: &Game, setup: &Setup, title: &str, answers: &[(Seat, Answer)]) -> Result<String> {
    let mut out = head(game, setup.seed, setup.players, &setup.options, title);
    out += &beginning(game, &setup.decks);
    let rules = game.catalog.rules.clone();
    let entry = |(seat, answer): &(Seat, Answer)| Entry::Answer {
        seat: *seat,
        question: 0,
        answer: RecordedAnswer::Here(answer.clone(), rules.clone()),
    };
    let entries: Vec<Entry> = answers.iter().map(entry).collect();
    let mut table = game.set_up(setup.clone()).map(Table::start)?;
    let lines = match steps(&mut table, &mut ScenarioNames::default(), &entries) {
        Ok(lines) => lines,
        // A game that breaks off within a declaration is written answer by answer, for readers.
        Err(_) => {
            table = game.set_up(setup.clone()).map(Table::start)?;
            each(&mut table, &mut ScenarioNames::default(), &entries)?
        }
    };
    if !lines.is_empty() {
        out.push_str("steps:\n");
    }
    let broke_off = table.outcome() == Some(Outcome::Aborted) && !lines.is_empty();
    for (i, line) in lines.iter().enumerate() {
        if let Some((seat, _)) = line.split_once(':').filter(|_| broke_off && i + 1 == lines.len()) {
            let _ = writeln!(out, "  - expect: [{{ asked: {seat} }}]");
        }
        let _ = writeln!(out, "  - {line}");
    }
    if !broke_off {
        let asked = table.decisions().first().map_or("nobody", |d| seat_name(d.seat));
        let _ = writeln!(out, "expect:\n  - asked: {asked}");
        out += &pending(table.world(), table.decisions().first());
    }
    Ok(out)
}

/// The lines of a scenario before its position.
pub(super) fn head(game: &Game, seed: u64, players: Option<u8>, options: &[(String, String)], title: &str) -> String {
    let rules = &game.catalog.rules;
    let mut out = format!("title: {}\ngame: {}\nseed: {seed}\n", quoted(title), rules.schema.game);
    if let Some(players) = players
        && rules.schema.players.least != rules.schema.players.most
    {
        let _ = writeln!(out, "players: {players}");
    }
    if !game.catalog.files.packs.is_empty() {
        let _ = writeln!(out, "packs: [{}]", game.catalog.files.packs.join(", "));
    }
    if !options.is_empty() {
        let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let _ = writeln!(out, "options: {{ {} }}", options.join(", "));
    }
    out
}

/// The `start` of a game with these decks.
pub(super) fn beginning(game: &Game, decks: &[Deck]) -> String {
    let decks: Vec<String> =
        decks.iter().zip(SEATS).map(|(deck, seat)| format!("\n  {seat}: {}", deck_text(game, deck))).collect();
    match game.catalog.decks.is_empty() || decks.is_empty() {
        true => "start: {}\n".into(),
        false => format!("start:{}\n", decks.concat()),
    }
}

/// The reason why entries of a record are no steps of a scenario.
pub(super) enum NoSteps {
    /// The entries end while a use is being declared.
    Declaring,
    /// A step is refused, under the rules of the table: the step, and why.
    Refused(String, Error),
}

/// Entries of a record as steps: the choices of a declaration stand with its use.
///
/// # Errors
///
/// An answer that does not fit, or an end within a declaration, which no step can express.
pub(super) fn steps(
    table: &mut Table,
    names: &mut ScenarioNames,
    entries: &[Entry],
) -> std::result::Result<Vec<String>, NoSteps> {
    let mut left = entries.iter().filter(|e| !matches!(e, Entry::Reload { .. })).peekable();
    let mut out = Vec::new();
    while let Some(entry) = left.next() {
        names.add_all(table.world());
        let (seat, mut step) = one(table, names, entry).map_err(|why| NoSteps::Refused(String::new(), why))?;
        let is_use = answered(table, entry).is_some_and(|answer| matches!(answer, Answer::Act(_)));
        table.follow(entry).map_err(|why| NoSteps::Refused(step.clone(), why))?;
        let mut chosen: Vec<(String, Vec<String>)> = Vec::new();
        let mut paid: Option<Vec<String>> = None;
        while is_use
            && table.world().game().declaring(seat).is_some_and(|d| d.use_.event.is_none() && d.use_.asked.is_none())
        {
            let Ok(decision) = table.asked(seat).cloned() else { break };
            let slot = decision.slot.map_or(String::new(), |slot| table.world().rules.name(slot).to_string());
            // A step has one value for each name, so a second target of the same name, chosen for an ability that the
            // effect uses, gets a step of its own.
            if chosen.iter().any(|(name, _)| *name == slot) {
                break;
            }
            let more = left.next_if(|e| matches!(e, Entry::Answer { seat: by, .. } if *by == seat));
            let answer = more.and_then(|entry| answered(table, entry));
            let (Some(entry), Some(Answer::Values(values))) = (more, answer) else {
                return Err(NoSteps::Declaring);
            };
            let world = table.world();
            let values = values.iter().map(|v| yaml::as_text(&value(world, names, v)));
            match slot.as_str() {
                "pay" | "cost" => paid.get_or_insert_default().extend(values),
                _ => chosen.push((slot, values.collect())),
            }
            table.follow(entry).map_err(|why| NoSteps::Refused(step.clone(), why))?;
        }
        match chosen.as_slice() {
            [] => {}
            [(_, values)] => step += &format!("\n    choose: [{}]", values.join(", ")),
            several => {
                let each: Vec<String> = several.iter().map(|(slot, v)| format!("{slot}: [{}]", v.join(", "))).collect();
                step += &format!("\n    choose: {{ {} }}", each.join(", "));
            }
        }
        if let Some(paid) = paid {
            step += &format!("\n    pay: [{}]", paid.join(", "));
        }
        out.push(step);
    }
    Ok(out)
}

/// The entries as steps, one step for each entry.
fn each(table: &mut Table, names: &mut ScenarioNames, entries: &[Entry]) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for entry in entries {
        names.add_all(table.world());
        out.push(one(table, names, entry)?.1);
        table.follow(entry)?;
    }
    Ok(out)
}

/// The step that a record's entry is, before it is done, with its seat.
fn one(table: &Table, names: &ScenarioNames, entry: &Entry) -> Result<(Seat, String)> {
    let none = || Error::refused("what happened there is no step of a scenario");
    match entry {
        Entry::Answer { seat, .. } => {
            let decision = table.asked(*seat)?;
            let answer = answered(table, entry).ok_or_else(none)?;
            let name = seat_name(*seat);
            Ok((*seat, format!("{name}: {}", command(table.world(), names, decision, &answer))))
        }
        Entry::Concede { seat } => Ok((*seat, format!("{}: concede", seat_name(*seat)))),
        _ => Err(none()),
    }
}

/// The answer that an entry holds, under the rules of a table; `None`: it holds none, or names what is not there.
fn answered(table: &Table, entry: &Entry) -> Option<Answer> {
    match entry {
        Entry::Answer { answer, .. } => answer.under(&table.world().rules),
        _ => None,
    }
}

/// A text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text.replace('\n', " ")).to_string()
}

/// The id of a ready-made deck, or the deck as it is written.
fn deck_text(game: &Game, deck: &Deck) -> String {
    if let Some((id, _)) = game.catalog.decks.iter().find(|(_, own)| own.lists == deck.lists) {
        return id.clone();
    }
    let rules = &game.catalog.rules;
    let list = |(at, rule): (usize, &intermezzo::catalog::ListRule)| {
        let cards: Vec<String> = deck
            .lists
            .get(at)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|def| yaml::as_text(rules.name(rules.defs[def.index()].id)))
            .collect();
        format!("{}: [{}]", rule.name, cards.join(", "))
    };
    let lists: Vec<String> = game.catalog.deck_rules.lists.iter().enumerate().map(list).collect();
    format!("{{ name: found, {} }}", lists.join(", "))
}

fn command(world: &World, names: &ScenarioNames, decision: &Decision, answer: &Answer) -> String {
    let values = |values: &[Value]| values.iter().map(|v| value(world, names, v)).collect::<Vec<_>>().join(", ");
    match (answer, &decision.kind) {
        (Answer::Pass, _) => "pass".into(),
        (Answer::Act(choice), _) => commands::write(world, names, *choice),
        (Answer::Values(given), Kind::Number(..)) => format!("number {}", values(given)),
        (Answer::Values(given), Kind::Assign(pairs)) => {
            let given_to = |from: &Value| -> Vec<String> {
                let both = given.iter().filter_map(|pair| match pair {
                    Value::List(both) => Some((both.first()?, both.get(1)?)),
                    _ => None,
                });
                both.filter(|(f, _)| *f == from).map(|(_, to)| value(world, names, to)).collect()
            };
            let one = |(i, from): (usize, &Value)| match given_to(from).as_slice() {
                [] => None,
                [one] => Some(format!("{}: {one}", i + 1)),
                several => Some(format!("{}: [{}]", i + 1, several.join(", "))),
            };
            let all: Vec<String> = pairs.from.iter().enumerate().filter_map(one).collect();
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

/// A value in the words of a step.
pub(super) fn value(world: &World, names: &ScenarioNames, value: &Value) -> String {
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
        Value::Ability(id) => super::rule_names::ability_name(rules, *id),
        Value::Record(id) => match world.state().record_place(*id) {
            Some((kind, place, _)) => {
                let name = rules.name(rules.schema.records[kind.index()].name);
                if place > 1 { format!("{name}/{place}") } else { name.to_string() }
            }
            None => world.game().show(value),
        },
        other => world.game().show(other),
    }
}
