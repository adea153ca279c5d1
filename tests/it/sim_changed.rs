//! Sim changed: of two results it is told which cards changed, and only they are suspects.

use std::path::Path;

use crate::cli_new::Stranger;

#[test]
fn where_several_cards_changed_only_these_are_suspects() {
    let here = Stranger::new("sim-changed");
    let root = Path::new(env!("REPOSITORY"));
    let play = |out: &str| {
        let decks = "night_court,street_alliance";
        let args = ["sim", "cfs", "--games", "320", "--threads", "2", "--decks", decks, "--out", out];
        here.well("", &args);
    };
    play("before");
    let changed = ["lady_ermine", "baron_sable", "duelist_arno"];
    for card in changed {
        let set = if card == "duelist_arno" { "snk" } else { "capcom" };
        let path = format!("cards/cfs/{set}/{card}.yaml");
        let text = std::fs::read_to_string(root.join(&path)).expect("a card");
        let line = |line: &str| if line.starts_with("bp: ") { "bp: 900".into() } else { line.to_string() };
        here.write(&path, &text.lines().map(line).collect::<Vec<_>>().join("\n"));
    }
    play("after");
    let told = here.well("", &["sim", "diff", "before", "after", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let suspects: Vec<&str> = found["cards"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|card| !card["by"].is_null())
        .filter_map(|card| card["id"].as_str())
        .collect();
    assert!(!suspects.is_empty() && suspects.iter().all(|card| changed.contains(card)), "{told}");
    assert!(changed.contains(&found["cards"][0]["id"].as_str().expect("an id")), "{told}");
}
