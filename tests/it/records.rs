//! Records: what is said of a record that cannot be replayed.

use intermezzo::table::Record;
use intermezzo::table::inside::RecordInside;
use serde_json::{Value as Json, json};

use crate::support::{GAME, engine, start};

/// What replaying the record of a game says, when `change` has changed its JSON.
fn refused(change: impl FnOnce(&mut Json)) -> String {
    let mut json = start(&engine(), (0, 1), 3).record().to_json();
    change(&mut json);
    match Record::from_json(&json).and_then(|record| record.replay()) {
        Ok(_) => panic!("it is replayed"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_game_without_its_manifest_is_one_thing_missing() {
    let path = format!("cards/{GAME}/game.yaml");
    let said = refused(|json| json["files"] = json!({ path: null }));
    assert!(said.contains(&format!("there is no game `{GAME}`: cards/{GAME}/game.yaml is missing")), "{said}");
    assert!(said.lines().count() <= 3, "{said}");
}
