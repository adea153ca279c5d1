//! Observations: the rows of an encoder say what views say. Two views that differ have rows that differ: in each part
//! of a view, for whole views differ in the number of the turn anyway.

use std::collections::{BTreeMap, BTreeSet};

use intermezzo::table::bots::Random;
use intermezzo::{Encoder, EncoderSizes, Files, Game, Seat, Setup, Table, View};

use std::sync::OnceLock;

use crate::support::number;
use serde_json::json;

/// All games with an encoder each, made once for all tests.
fn all() -> &'static [(String, Game, Encoder)] {
    static ALL: OnceLock<Vec<(String, Game, Encoder)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = Files::built_in();
        let made = |id: String| {
            let game = Game::load(&id, &files).expect("a game");
            let players = game.usual_players() as u8;
            let sizes = EncoderSizes::of(&game, players).expect("it plays");
            let encoder = Encoder::new(&game, players, 64, &sizes).expect("an encoder");
            (id, game, encoder)
        };
        files.games().into_iter().map(made).collect()
    })
}

/// What a view says, without words that stand for something else that it says: the sets of legal answers follow from
/// the rule and the options, the last events from what happened before the end.
fn said(table: &Table, seat: Seat) -> serde_json::Value {
    let mut view = View::of_person(table, seat).expect("a seat of the game");
    view.decisions.iter_mut().for_each(|decision| decision.sets.clear());
    view.ended = None;
    // Two copies of a card are the same card to a network.
    let mut json = serde_json::to_value(&view).expect("a view is data");
    forget_copies(&mut json);
    json
}

/// Leaves out which of several equal cards a card is.
fn forget_copies(json: &mut serde_json::Value) {
    match json {
        serde_json::Value::Object(fields) => {
            fields.remove("card");
            // The place of a host leads to its row, which says what it is.
            if let Some(serde_json::Value::Object(host)) = fields.get_mut("host") {
                host.remove("name");
            }
            fields.values_mut().for_each(forget_copies);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(forget_copies),
        _ => {}
    }
}

/// The first parts of two views that differ, by their path.
fn differences(path: &str, a: &serde_json::Value, b: &serde_json::Value, out: &mut Vec<String>) {
    use serde_json::Value::{Array, Object};
    match (a, b) {
        (Object(a), Object(b)) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            let none = serde_json::Value::Null;
            names.into_iter().for_each(|name| {
                let of = |fields: &serde_json::Map<String, _>| fields.get(name).cloned().unwrap_or(none.clone());
                differences(&format!("{path}.{name}"), &of(a), &of(b), out);
            });
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| differences(&format!("{path}[{i}]"), a, b, out));
        }
        (a, b) if a != b => out.push(format!("{path}: {a} / {b}")),
        _ => {}
    }
}

#[derive(Default)]
struct Found {
    /// What was said where the columns of a part had these numbers.
    parts: BTreeMap<(String, Vec<u32>), serde_json::Value>,
    positions: usize,
    left_out: usize,
    lost: BTreeSet<String>,
}

impl Found {
    /// Whatever the columns of a part say once, they say always.
    fn part(&mut self, name: &str, key: Vec<u32>, said: &serde_json::Value) {
        match self.parts.get(&(name.to_string(), key.clone())) {
            Some(other) if other != said => {
                let mut parts = Vec::new();
                differences("", other, said, &mut parts);
                self.lost.extend(parts.into_iter().take(2).map(|part| format!("{name}{part}")));
            }
            Some(_) => {}
            None => drop(self.parts.insert((name.to_string(), key), said.clone())),
        }
    }
}

/// The numbers of the columns whose names begin so, with the number of the own seat, for words name seats.
fn columns(encoder: &Encoder, row: &[f32], begin: &[&str]) -> Vec<u32> {
    let is_of = |name: &str| name == "game.seat" || begin.iter().any(|begin| name.starts_with(begin));
    let of = encoder.columns().iter().zip(row).filter(|(column, _)| is_of(&column.name));
    of.map(|(_, number)| number.to_bits()).collect()
}

fn look(found: &mut Found, encoder: &Encoder, table: &Table, own: u8) {
    let mut row = vec![0.0; encoder.size()];
    encoder
        .encode(table, Seat(own), table.choices(Seat(own), 64).ok().as_ref(), &mut row)
        .expect("a table of the game");
    let place = encoder.columns().iter().position(|column| column.name == "game.left_out").expect("each row has it");
    found.positions += 1;
    if row[place] > 0.0 {
        found.left_out += 1;
        return;
    }
    let view = said(table, Seat(own));
    let players = table.names().len() as u8;
    let after = |seat: u64| (seat as u8 + players - own) % players;
    let part = |begin: &[&str]| columns(encoder, &row, begin);
    let list = |of: &serde_json::Value| of.as_array().cloned().unwrap_or_default();
    for zone in list(&view["zones"]) {
        let kind = zone["name"].as_str().expect("a zone has a name");
        let name = zone["seat"].as_u64().map_or(kind.to_string(), |seat| format!("player{}.{kind}", after(seat)));
        let backs = list(&zone["hidden"]);
        found.part(
            &format!("zone {name}"),
            part(&[&format!("{name}.seen"), &format!("{name}.unknown")]),
            &json!([list(&zone["cards"]).len(), zone["unknown"]]),
        );
        // Equal cards that lie together have one row.
        let (mut at, mut left) = (0, 0.0);
        for card in list(&zone["cards"]).iter().chain(&backs) {
            if left == 0.0 {
                at += 1;
                let copies = format!("{name}.{}.equal_cards", at - 1);
                let copies = encoder.columns().iter().position(|column| column.name == copies);
                left = row[copies.expect("nothing is left out")];
            }
            left -= 1.0;
            found.part(&format!("card in {name}"), part(&[&format!("{name}.{}.", at - 1)]), card);
        }
    }
    for (seat, of) in list(&view["seats"]).iter().enumerate() {
        let begin = format!("player{}.", after(seat as u64));
        let zones: Vec<String> =
            list(&view["zones"]).iter().filter_map(|z| Some(format!("{begin}{}.", z["name"].as_str()?))).collect();
        let is_of = |name: &str| {
            name == "game.seat" || name.starts_with(&begin) && !zones.iter().any(|zone| name.starts_with(zone))
        };
        let key =
            encoder.columns().iter().zip(&row).filter(|(c, _)| is_of(&c.name)).map(|(_, n)| n.to_bits()).collect();
        found.part(&format!("seat after {}", after(seat as u64)), key, of);
    }
    let kinds: BTreeSet<String> = list(&view["records"])
        .iter()
        .filter_map(|r| Some(r["name"].as_str()?.split(' ').next()?.to_string()))
        .collect();
    for kind in kinds {
        let of_kind: Vec<_> = list(&view["records"])
            .into_iter()
            .filter(|r| r["name"].as_str().is_some_and(|n| n.split(' ').next() == Some(&kind)))
            .collect();
        let begins: Vec<String> = (0..10).map(|i| format!("{kind}{i}.")).collect();
        found.part(
            &format!("record {kind}"),
            part(&begins.iter().map(String::as_str).collect::<Vec<_>>()),
            &json!(of_kind),
        );
    }
    let uses: Vec<String> = (0..10).map(|i| format!("use{i}.")).collect();
    let uses: Vec<&str> = uses.iter().map(String::as_str).collect();
    found.part("uses", part(&uses), &view["uses"]);
    found.part("numbers", part(&["game."]), &view["numbers"]);
    found.part("levels", part(&["level."]), &view["levels"]);
    found.part("phase", part(&["phase."]), &view["phase"]);
    found.part("outcome", part(&["game.is_over", "player"]), &view["outcome"]);
    let about: Vec<&str> = ["decision.", "code", "window."].into_iter().chain(uses).collect();
    found.part("window", part(&about), &view["window"]);
    if let Some(decision) = list(&view["decisions"]).first()
        && list(&decision["options"]).len() <= 64
    {
        found.part("decision", part(&about), decision);
    }
    for board in list(&view["boards"]) {
        for space in list(&board["spaces"]) {
            let name = board["name"].as_str().expect("a board has a name");
            let name = board["seat"].as_u64().map_or(name.to_string(), |seat| format!("player{}.{name}", after(seat)));
            let begin = format!("{name} {},{}.", space["column"], space["row"]);
            found.part(&format!("space {begin}"), part(&[&begin]), &json!([space["counters"], space["areas"]]));
        }
    }
}

#[test]
fn views_that_differ_have_rows_that_differ() {
    let mut lost = Vec::new();
    for (id, game, encoder) in all() {
        let players = game.usual_players() as u8;
        let decks: Vec<_> = game.decks().map(|(_, deck)| deck.clone()).collect();
        let mut found = Found::default();
        for seed in 100..100 + number("INTERMEZZO_OBSERVED", 3) {
            let usual = Setup::usual(game, seed);
            let turned = (0..usual.decks.len()).map(|seat| decks[(seed as usize * 7 + seat) % decks.len()].clone());
            let turned = Setup { decks: turned.collect(), ..usual.clone() };
            let position = game.set_up(turned).or_else(|_| game.set_up(usual)).expect("decks of the game");
            let mut table = Table::start(position);
            while let Some(decision) = table.decisions().first().cloned().filter(|_| table.answers() < 600) {
                (0..players).for_each(|seat| look(&mut found, encoder, &table, seat));
                let answer = Random::at(seed, table.answers()).legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).expect("a bot answers what is legal");
            }
        }
        assert!(found.parts.len() > 300, "{id}: only {} parts differ", found.parts.len());
        assert!(
            found.left_out * 5 <= found.positions,
            "{id}: {} of {} rows left something out",
            found.left_out,
            found.positions
        );
        lost.extend(found.lost.into_iter().take(40).map(|part| format!("{id}: {part}")));
    }
    assert!(lost.is_empty(), "rows do not say what views say:\n{}", lost.join("\n"));
}

#[test]
fn columns_have_names_of_their_own_and_indices_stay_within_their_lists() {
    for (id, game, encoder) in all() {
        let players = game.usual_players() as u8;
        let names: BTreeSet<&str> = encoder.columns().iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names.len(), encoder.size(), "{id}: two columns have one name");
        let lists = (encoder.cards().len(), encoder.words().len(), encoder.places().len(), encoder.actions().len());
        let mut table = Table::start(game.set_up(Setup::usual(game, 5)).expect("a setup"));
        let mut row = vec![0.0; encoder.size()];
        while let Some(decision) = table.decisions().first().cloned().filter(|_| table.answers() < 300) {
            let choices = table.choices(decision.seat, 64).expect("it is asked");
            encoder.encode(&table, decision.seat, Some(&choices), &mut row).expect("a table of the game");
            for (column, number) in encoder.columns().iter().zip(&row) {
                use intermezzo::ColumnKind::*;
                let most = match column.kind {
                    Number => continue,
                    Card => lists.0,
                    Word => lists.1,
                    Place => lists.2,
                    Seat => usize::from(players) + 1,
                    Action => lists.3,
                };
                assert!(*number >= 0.0 && (*number as usize) < most, "{id}: {} is {number} of {most}", column.name);
            }
            let mut actions = vec![0; 65];
            encoder.encode_actions(&table, &choices, &mut actions).expect("the same codes");
            for (code, action) in actions.iter().enumerate() {
                assert_eq!(
                    *action > 0,
                    choices.legal().contains(&(code as u16)),
                    "{id}: code {code} is action {action}"
                );
                assert!((*action as usize) < lists.3, "{id}: action {action}");
            }
            let answer = Random::at(5, table.answers()).legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).expect("a bot answers what is legal");
        }
    }
}

#[test]
fn a_row_tells_nothing_hidden() {
    for (id, game, encoder) in all() {
        let players = game.usual_players() as u8;
        let mut table = Table::start(game.set_up(Setup::usual(game, 9)).expect("a setup"));
        let row = |table: &Table, seat: Seat| {
            let mut row = vec![0.0; encoder.size()];
            encoder.encode(table, seat, table.choices(seat, 64).ok().as_ref(), &mut row).expect("a table of the game");
            row
        };
        while let Some(decision) = table.decisions().first().cloned().filter(|_| table.answers() < 120) {
            for seat in (0..players).map(Seat) {
                let sample = table.sample(seat, table.answers() as u64).expect("a seat of the game");
                let (mine, other) = (row(&table, seat), row(&sample, seat));
                if let Some(at) = mine.iter().zip(&other).position(|(a, b)| a != b) {
                    panic!("{id}: {} tells {seat:?} what is hidden", encoder.columns()[at].name);
                }
            }
            let answer = Random::at(9, table.answers()).legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).expect("a bot answers what is legal");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let [(_, game, encoder), (_, another, _), ..] = all() else { panic!("there are several games") };
    let sizes = EncoderSizes::default();
    assert!(Encoder::new(game, 99, 64, &sizes).is_err());
    assert!(Encoder::new(game, 2, 1, &sizes).is_err());
    let start = |of: &Game| Table::start(of.set_up(Setup::usual(of, 1)).expect("a setup"));
    let (table, other) = (start(game), start(another));
    let mut row = vec![0.0; encoder.size()];
    let told = |result: intermezzo::error::Result<()>| result.expect_err("it does not fit").to_string();
    assert!(told(encoder.encode(&other, Seat(0), None, &mut row)).contains("another game"));
    assert!(encoder.encode(&table, Seat(99), None, &mut row).is_err());
    assert!(told(encoder.encode(&table, Seat(0), None, &mut row[1..])).contains("numbers"));
    let seat = table.asked_seats()[0];
    let few = table.choices(seat, 5).expect("it is asked");
    assert!(told(encoder.encode(&table, seat, Some(&few), &mut row)).contains("64 codes"));
}
