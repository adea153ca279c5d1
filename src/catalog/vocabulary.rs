//! Vocabulary: all names in the files of a game, collected before anything refers to them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::data::{Data, Key, Node};

/// The words of one file, each once, in the order in which they come first.
pub(super) type WordSets = Arc<[Arc<str>]>;

/// The words of a tree: its keys, its short texts, and the parts of references such as `option.games`.
pub(super) fn words_of(node: &Node) -> WordSets {
    let mut words = Vec::new();
    collect(node, &mut BTreeSet::new(), &mut words);
    words.into_iter().map(Arc::from).collect()
}

fn collect<'n>(node: &'n Node, seen: &mut BTreeSet<&'n str>, out: &mut Vec<&'n str>) {
    let mut add = |word: &'n str| {
        if seen.insert(word) {
            out.push(word);
        }
    };
    match &node.value {
        // A longer text, or one of several lines, is prose and no word.
        Data::Text(text) if text.len() <= 80 && !text.contains('\n') => {
            add(text);
            if text.contains('.') && !text.contains(' ') {
                text.split('.').for_each(add);
            }
        }
        Data::List(list) => list.iter().for_each(|n| collect(n, seen, out)),
        Data::Map(map) => {
            // The rights of scripts and the look of cards are no words of the game, whose rules are the same without
            // them.
            let is_word = |(key, value): &&(Key, Node)| match key.name.as_str() {
                "reads" => value.as_str() != Some("hidden"),
                "look" => value.as_map().is_none(),
                _ => true,
            };
            for (key, value) in map.iter().filter(is_word) {
                if seen.insert(&key.name) {
                    out.push(&key.name);
                }
                collect(value, seen, out);
            }
        }
        _ => {}
    }
}
