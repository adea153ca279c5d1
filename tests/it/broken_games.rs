//! Broken games: a manifest, a card or a deck with any part left out or of another kind loads or is refused, without a
//! panic.
//!
//! A game that still loads is played at random for a while: the loader accepts only games that can be played.
//! `BROKEN_EVERY=1 cargo test --test it broken_games` tries every change; as a rule every seventh is tried.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use crate::support::number;
use intermezzo::catalog::{Catalog, Deck, Files};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Setup, Table};
use serde_yaml::Value;

/// What stands in the place of a value.
fn others() -> Vec<Value> {
    let texts = ["~", "0", "-1", "99999999999999", "1.5", "x", "''", "true", "[]", "{}", "[x]", "{ x: 1 }", "[[[]]]"];
    texts.iter().map(|text| serde_yaml::from_str(text).expect("YAML")).collect()
}

/// Every way from the root to a value, the root left out.
fn paths(value: &Value, here: &[usize], out: &mut Vec<Vec<usize>>) {
    let children: Vec<&Value> = match value {
        Value::Mapping(map) => map.values().collect(),
        Value::Sequence(list) => list.iter().collect(),
        _ => Vec::new(),
    };
    for (i, child) in children.into_iter().enumerate() {
        let path = [here, &[i]].concat();
        paths(child, &path, out);
        out.push(path);
    }
}

/// The tree with one value replaced, or with `None` left out together with its key.
fn changed(value: &Value, path: &[usize], by: Option<&Value>) -> Value {
    let [at, rest @ ..] = path else { return by.cloned().unwrap_or_default() };
    let leaves = rest.is_empty() && by.is_none();
    match value {
        Value::Mapping(map) => {
            let entries = map.iter().enumerate().filter(|(i, _)| !(leaves && i == at));
            let one = |(i, (k, v)): (usize, (&Value, &Value))| {
                (k.clone(), if i == *at { changed(v, rest, by) } else { v.clone() })
            };
            Value::Mapping(entries.map(one).collect())
        }
        Value::Sequence(list) => {
            let items = list.iter().enumerate().filter(|(i, _)| !(leaves && i == at));
            Value::Sequence(items.map(|(i, v)| if i == *at { changed(v, rest, by) } else { v.clone() }).collect())
        }
        other => other.clone(),
    }
}

/// Loads a game and plays some of it.
fn try_it(game: &str, files: &Files) {
    let Ok((catalog, _)) = Catalog::load(game, files) else { return };
    let Ok(engine) = Game::new(Arc::new(catalog)) else { return };
    let rules = &engine.catalog().rules;
    let lists = &engine.catalog().deck_rules.lists;
    let seats = rules.schema.players.usual as usize;
    let some: Vec<_> = (0..rules.defs.len().min(8) as u16).map(intermezzo::kernel::model::value::DefId).collect();
    let deck = Deck::of(lists.iter().map(|_| some.clone()).collect());
    let decks = if lists.is_empty() { Vec::new() } else { vec![deck; seats] };
    let start = Setup { seed: 3, decks, players: Some(seats as u8), ..Setup::default() };
    let Ok(mut table) = engine.set_up_with_any_decks(start).map(Table::start) else { return };
    let mut bot = Random::new(5);
    for _ in 0..60 {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let answer = bot.legal_answer(table.world(), &decision);
        let told = table.submit(decision.seat, answer.clone());
        told.unwrap_or_else(|e| panic!("{answer:?} is refused: {e}; asked is {decision:?}"));
    }
    table.world().game().conserved().expect("every card is somewhere");
}

/// Every change of the files of a game below a folder of the fixture; what panicked.
fn break_all(root: &Path, game: &str) -> (usize, Vec<String>) {
    let files = Files::with_root(Some(root)).expect("the fixture is there").of_game(game);
    let every = number("BROKEN_EVERY", 7) as usize;
    let (mut tried, mut count, mut broken) = (0, 0, Vec::new());
    let own: Vec<String> = files.texts.keys().filter(|p| p.ends_with(".yaml")).cloned().collect();
    for path in own {
        let tree: Value = serde_yaml::from_str(&files.texts[&path]).expect("YAML");
        let mut all = Vec::new();
        paths(&tree, &[], &mut all);
        for place in &all {
            let ways: Vec<Option<Value>> = std::iter::once(None).chain(others().into_iter().map(Some)).collect();
            for way in ways {
                count += 1;
                // A key of the manifest itself is always left out once.
                let is_whole_key = way.is_none() && place.len() == 1;
                if count % every != 0 && !is_whole_key {
                    continue;
                }
                tried += 1;
                let text = serde_yaml::to_string(&changed(&tree, place, way.as_ref())).expect("YAML");
                let mut files = files.clone();
                files.texts.insert(path.clone(), text.into());
                if catch_unwind(AssertUnwindSafe(|| try_it(game, &files))).is_err() {
                    broken.push(format!("{path} {place:?} {way:?}"));
                }
            }
        }
    }
    (tried, broken)
}

#[test]
fn a_game_with_anything_wrong_is_refused_or_can_be_played() {
    let root = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy");
    let mut broken = Vec::new();
    for game in ["toy", "duet", "circle"] {
        let (tried, found) = break_all(&root, game);
        assert!(tried > 50, "{game}: only {tried} changes");
        println!("{game}: {tried} changes, {} panics", found.len());
        broken.extend(found);
    }
    assert!(broken.is_empty(), "{} changes panic:\n{}", broken.len(), broken.join("\n"));
}
