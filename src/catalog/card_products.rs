//! Card products: cards that no file prints, one for each combination of values that a pile lists.
//!
//! Products become trees like those of files before anything is compiled, so whatever holds for cards holds for them.

use std::sync::Arc;

use super::Nodes;
use super::card_paths::card_id;
use super::keys::manifest::Manifest;
use super::keys::places::{MakesKeys, PileKeys};
use super::stray_files::slug;
use crate::data::{Data, Key, Node};
use crate::error::Problems;

/// The most cards that one pile makes.
const MOST: usize = 1_000;

/// Adds the cards that piles make to those of files.
pub(super) fn add(game: &str, manifest: &Manifest, nodes: &mut Nodes, problems: &mut Problems) {
    for (_, pile) in manifest.piles {
        let Some(makes) = PileKeys::of(pile).makes else { continue };
        for card in cards(makes, problems) {
            let name = card.field("name").and_then(Node::as_str).unwrap_or_default();
            let id = slug(name);
            if id.is_empty() {
                let message = format!("`{name}` is no name of a card: its id would be empty");
                problems.error("missing", &makes.span, message).help("write letters or digits into `name`");
                return;
            }
            if nodes.keys().any(|path| card_id(game, path) == Some(&id)) {
                let message = format!("the pile makes a card `{id}`, and there is one");
                problems.error("name_taken", &makes.span, message).help("let `name` say all that differs");
                return;
            }
            nodes.insert(format!("cards/{game}/{id}.yaml"), Arc::new(card));
        }
    }
}

/// A field with its values and their names.
type ProductField<'n> = (&'n Key, Vec<(Node, String)>);

fn cards(makes: &Node, problems: &mut Problems) -> Vec<Node> {
    let said = MakesKeys::of(makes);
    let (Some(name), Some(types)) = (said.name, said.r#type) else { return Vec::new() };
    let own = ["name", "type", "called"];
    let mut fields: Vec<ProductField> = Vec::new();
    for (key, node) in makes.as_map().unwrap_or_default() {
        if !own.contains(&key.name.as_str()) {
            let called = said.called.iter().find(|(of, _)| of.name == key.name).map(|(_, names)| names);
            fields.push((key, values(node, called, problems)));
        }
    }
    for (of, _) in said.called.iter().filter(|(of, _)| fields.iter().all(|(key, _)| key.name != of.name)) {
        let message = format!("`called` asks for values of `{}`, and the cards have no such field", of.name);
        problems.error("unknown_key", &of.span, message);
    }
    let all = fields.iter().map(|(_, values)| values.len()).fold(1, usize::saturating_mul);
    if all > MOST {
        let message = format!("these values make {all} cards, and a pile makes {MOST} at most");
        problems.error("too_many", &makes.span, message).help("list fewer values");
        return Vec::new();
    }
    (0..all).map(|at| card(makes, name, types, &fields, at)).collect()
}

/// The values of a field, from a list, a range or a single value; each with its name.
fn values(node: &Node, called: Option<&Node>, problems: &mut Problems) -> Vec<(Node, String)> {
    let at = |value: Data| Node { value, span: node.span.clone() };
    let range = node.as_str().and_then(|text| text.split_once(".."));
    let range = range.and_then(|(low, high)| Some(low.trim().parse::<i64>().ok()?..=high.trim().parse::<i64>().ok()?));
    let values: Vec<Node> = match range {
        // One card above the limit is enough for the finding.
        Some(range) => range.take(MOST + 1).map(|n| at(Data::Int(n))).collect(),
        None => node.items().to_vec(),
    };
    let names = called.map_or(&[][..], Node::items);
    if called.is_some() && names.len() != values.len() {
        let some = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
        let message =
            format!("{} here, and {} for them in `called`", some(values.len(), "value"), some(names.len(), "name"));
        problems.error("missing", &node.span, message).help("write a name for each value, in the same order");
    }
    let name = |i: usize, value: &Node| text(names.get(i).unwrap_or(value));
    values.iter().enumerate().map(|(i, value)| (value.clone(), name(i, value))).collect()
}

fn text(node: &Node) -> String {
    match &node.value {
        Data::Int(n) => n.to_string(),
        Data::Bool(b) => b.to_string(),
        Data::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// Writes one card for a combination of values, number `at` from 0.
fn card(makes: &Node, name: &str, types: &Node, fields: &[ProductField], mut at: usize) -> Node {
    let mut name = name.to_string();
    let mut map = Vec::new();
    for (key, values) in fields {
        let (value, called) = &values[at % values.len()];
        at /= values.len();
        name = name.replace(&format!("{{{}}}", key.name), called);
        map.push(((*key).clone(), value.clone()));
    }
    let key = |name: &str| Key { name: name.into(), span: makes.span.clone() };
    map.insert(0, (key("type"), types.clone()));
    map.insert(0, (key("name"), Node { value: Data::Text(name), span: makes.span.clone() }));
    Node { value: Data::Map(map), span: makes.span.clone() }
}
