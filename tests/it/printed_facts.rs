//! Printed facts: what is printed on every card, once more, so that a slip in a card file is seen.
//!
//! `UPDATE=1 cargo test --test it printed_facts` writes the lists: read the difference before you believe it.

use std::fmt::Write as _;
use std::path::Path;

use intermezzo::catalog::Files;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;

/// Values in the card files beside texts and abilities, one card a line.
fn facts(files: &Files, game: &str) -> String {
    let mut lines = Vec::new();
    let folder = format!("cards/{game}/");
    for (path, text) in &files.texts {
        let Some(rest) = path.strip_prefix(&folder).and_then(|p| p.strip_suffix(".yaml")) else { continue };
        let Some((set, id)) = rest.rsplit_once('/').filter(|(set, _)| *set != "decks") else { continue };
        let mut problems = Problems::new();
        let node = yaml::parse(path, text, &mut problems).expect("a card is YAML");
        let mut line = format!("{set}/{id}:");
        for (key, value) in node.as_map().expect("a card is a map") {
            if !["text", "abilities"].contains(&key.name.as_str()) {
                write!(line, " {} {};", key.name, plain(value)).expect("text");
            }
        }
        lines.push(line.trim_end_matches(';').to_string());
    }
    lines.sort();
    lines.join("\n") + "\n"
}

fn plain(node: &Node) -> String {
    match node.as_map() {
        Some(map) => map.iter().map(|(k, v)| format!("{} {}", k.name, plain(v))).collect::<Vec<_>>().join(" "),
        None => node.as_str().map_or_else(|| node.to_json().to_string(), String::from),
    }
}

#[test]
fn printed_facts_are_as_they_were() {
    let root = Path::new(env!("REPOSITORY"));
    let files = Files::with_root(Some(root)).expect("the repository holds the games");
    let mut cards = 0;
    for game in crate::support::GAMES {
        let found = facts(&files, game);
        cards += found.lines().count();
        let path = root.join(format!("tests/facts/{game}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &found).expect("the repository can be written");
        }
        let pinned = std::fs::read_to_string(&path).unwrap_or_default();
        for (now, then) in found.lines().zip(pinned.lines()) {
            assert_eq!(now, then, "{game}");
        }
        assert_eq!(found.lines().count(), pinned.lines().count(), "{game}: so many cards");
    }
    println!("{cards} cards");
    assert!(cards > 500, "{cards}");
}
