//! Misplaced keys: a key that stands in another map of its file than it should is found when the game loads.
//!
//! A seeded sample of keys of each game is moved, one at a time. `SAMPLE=500 cargo test --test it misplaced_keys --
//! --nocapture` tries more and prints the rate.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo::table::Loader;
use serde_json::Value;

use crate::support::chance::Chance;

/// Of a hundred keys so many must be found.
const LEAST: f64 = 85.0;

/// The ways to all maps in a value.
fn maps(value: &Value, way: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            out.push(way.to_string());
            map.iter().for_each(|(key, value)| {
                maps(value, &format!("{way}/{}", key.replace('~', "~0").replace('/', "~1")), out)
            });
        }
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| maps(value, &format!("{way}/{i}"), out)),
        _ => {}
    }
}

/// A file with one key moved to another of its maps, and what was done.
fn moved(tree: &Value, chance: &mut Chance) -> Option<(Value, String)> {
    let mut ways = Vec::new();
    maps(tree, "", &mut ways);
    let from = ways[chance.below(ways.len())].clone();
    let keys: Vec<String> = tree.pointer(&from)?.as_object()?.keys().cloned().collect();
    let key = keys.get(chance.below(keys.len()))?.clone();
    let below = format!("{from}/{key}");
    let others: Vec<&String> =
        ways.iter().filter(|way| **way != from && !format!("{way}/").starts_with(&format!("{below}/"))).collect();
    let to = (*others.get(chance.below(others.len()))?).clone();
    let mut tree = tree.clone();
    if tree.pointer(&to)?.get(&key).is_some() {
        return None;
    }
    let value = tree.pointer_mut(&from)?.as_object_mut()?.shift_remove(&key)?;
    tree.pointer_mut(&to)?.as_object_mut()?.insert(key.clone(), value);
    Some((tree, format!("`{key}` from {from} to {to}")))
}

#[test]
fn misplaced_keys_are_found() {
    let sample = std::env::var("SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(25);
    let files = Files::built_in();
    let (mut tried, mut silent) = (0_usize, Vec::new());
    for (n, game) in files.games().iter().enumerate() {
        let (mut chance, mut loader) = (Chance(0x5eed + n as u64), Loader::default());
        let paths: Vec<&String> = files
            .texts
            .keys()
            .filter(|p| p.starts_with(&format!("cards/{game}/")) && p.ends_with(".yaml") && !p.contains("/decks/"))
            .collect();
        let mut done = 0;
        while done < sample {
            // The manifest has as many keys as many cards.
            let manifest = format!("cards/{game}/game.yaml");
            let path = if chance.below(3) == 0 { &manifest } else { paths[chance.below(paths.len())] };
            let node = yaml::parse(path, &files.texts[path], &mut Problems::new()).expect("it is read");
            let Some((tree, what)) = moved(&node.to_json(), &mut chance) else { continue };
            done += 1;
            let mut with = files.clone();
            with.texts.insert(path.clone(), Arc::from(tree.to_string().as_str()));
            let found = match loader.load(game, &with) {
                Ok((_, problems)) | Err(problems) => problems,
            };
            if found.is_empty() {
                silent.push(format!("{path}: {what}"));
            }
        }
        tried += done;
    }
    let rate = 100.0 * (tried - silent.len()) as f64 / tried as f64;
    println!("{tried} keys misplaced, {rate:.1} % found; not found:\n{}", silent.join("\n"));
    assert!(rate >= LEAST, "{rate:.1} % of {tried} found; not found:\n{}", silent.join("\n"));
}
