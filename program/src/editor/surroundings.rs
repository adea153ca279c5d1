//! Surroundings: the tree around a place in a file, even where the place is half written.

use super::cursor::{PathStep, word_at};
use crate::scenario::keys::SETUP;
use intermezzo::data::{Data, Key, Node, yaml};
use intermezzo::error::Problems;

/// The surroundings of a place.
pub struct Around {
    root: Option<Node>,
    path: Vec<PathStep>,
    /// The line and the column of the place, from 1.
    place: (u32, u32),
}

impl Around {
    /// The surroundings of a place in a text. `at`: the place, in bytes from 0; `path`: the keys that lead to it.
    pub fn at(text: &str, at: usize, path: &[PathStep]) -> Around {
        let line = text[..at].matches('\n').count() as u32 + 1;
        let column = text[..at].rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
        Around { root: read(text, at), path: path.to_vec(), place: (line, column) }
    }

    /// The nodes on the path from the whole file down to the place, the outermost first.
    fn way(&self) -> Vec<&Node> {
        let mut out: Vec<&Node> = self.root.iter().collect();
        for step in &self.path {
            let next = out.last().and_then(|node| match step {
                PathStep::Key(key) => node.field(key),
                PathStep::Item => {
                    node.as_list()?.iter().rev().find(|item| (item.span.line, item.span.column) <= self.place)
                }
            });
            match next {
                Some(next) => out.push(next),
                None => break,
            }
        }
        out
    }

    /// The node that this many steps of the path lead to; 0: the whole file.
    pub fn node(&self, steps: usize) -> Option<&Node> {
        self.way().get(steps).copied()
    }

    /// The keys that stand in the map around the place, without the one at the place itself.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let (line, column) = self.place;
        let is_here = move |key: &Key| {
            let end = key.span.column + key.name.chars().count() as u32;
            key.span.line == line && (key.span.column..=end).contains(&column)
        };
        let map = self.node(self.path.len()).and_then(Node::as_map).unwrap_or_default();
        map.iter().map(|(key, _)| key).filter(move |key| !is_here(key)).map(|key| key.name.as_str())
    }

    /// A number under a key at the top of the file.
    pub fn number(&self, key: &str) -> Option<i64> {
        self.root.as_ref()?.field(key)?.as_int()
    }

    /// A text under a key at the top of the file.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.root.as_ref()?.field(key)?.as_str()
    }

    /// The names of the cards in a scenario's position: the own name of each, or else its id.
    pub fn cards(&self) -> Vec<&str> {
        fn collect<'n>(node: &'n Node, out: &mut Vec<&'n str>) {
            match &node.value {
                Data::Text(id) => out.push(id),
                Data::List(items) => items.iter().for_each(|item| collect(item, out)),
                Data::Map(map) => match node.field("as").or(node.field("card")) {
                    Some(name) => out.extend(name.as_str()),
                    None => map.iter().for_each(|(_, value)| collect(value, out)),
                },
                _ => {}
            }
        }
        let setup = self.root.as_ref().and_then(|root| root.field("setup")?.as_map()).unwrap_or_default();
        let mut out = Vec::new();
        for (_, cards) in setup.iter().filter(|(key, _)| SETUP.key(&key.name).is_none()) {
            collect(cards, &mut out);
        }
        out
    }

    /// The innermost map that has one of these keys, with the key and its value.
    fn innermost(&self, keys: &[&'static str]) -> Option<(&'static str, &Node)> {
        let has = |node: &Node| keys.iter().any(|key| node.field(key).is_some());
        let found = self.way().into_iter().rev().find(|node| has(node))?;
        keys.iter().find_map(|key| Some((*key, found.field(key)?)))
    }

    /// The value of the first of these keys in the innermost map that has any of them.
    pub fn said(&self, keys: &[&'static str]) -> Option<&Node> {
        self.innermost(keys).map(|(_, node)| node)
    }

    /// The key that says how the ability around the place is used.
    pub fn form(&self) -> Option<&'static str> {
        self.innermost(&["timing", "after", "instead", "while"]).map(|(key, _)| key)
    }

    /// The event that the ability or the tally around the place is about.
    pub fn event(&self) -> Option<&str> {
        let is_tally = self.path.first() == Some(&PathStep::Key("tallies".into()));
        let found = match self.innermost(&["after", "instead", "timing", "while"]) {
            Some(("after" | "instead", event)) => Some(event),
            None if is_tally => self.said(&["of"]),
            _ => None,
        };
        found.and_then(Node::as_str)
    }

    /// The targets that are declared around the place.
    pub fn targets(&self) -> Vec<&str> {
        self.target_nodes().into_iter().map(|(name, _)| name).collect()
    }

    /// The targets that are declared around the place, each with its declaration.
    pub fn target_nodes(&self) -> Vec<(&str, &Node)> {
        let maps = self.way().into_iter().filter_map(|node| node.field("targets")?.as_map());
        maps.flatten().map(|(key, target)| (key.name.as_str(), target)).collect()
    }

    /// The texts in a list under a key at the top of the file.
    pub fn listed(&self, key: &str) -> Vec<String> {
        let list = self.root.as_ref().and_then(|root| root.field(key)).map_or(&[][..], Node::items);
        list.iter().filter_map(|node| node.as_str().map(String::from)).collect()
    }
}

/// A text as a tree. If it is none yet, the word at the place is taken for a key, or its line is left out.
fn read(text: &str, at: usize) -> Option<Node> {
    let whole = |text: &str| yaml::parse("", text, &mut Problems::new());
    let word = word_at(text, at);
    let as_key = || format!("{}x: null{}", &text[..word.end], &text[word.end..]);
    let without = || {
        let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        format!("{}{}", &text[..start], &text[end..])
    };
    whole(text).or_else(|| whole(&as_key())).or_else(|| whole(&without()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::cursor::Cursor;

    fn around(marked: &str) -> Around {
        let at = marked.find('¦').expect("a mark");
        let text = marked.replace('¦', "");
        Around::at(&text, at, &Cursor::at(&text, at).path)
    }

    #[test]
    fn targets_and_events_are_those_of_the_ability_at_the_place() {
        let head = "abilities:\n  - after: enter\n    targets: { other: {} }\n  - after: leave\n";
        let targets = "    targets:\n      victim: { zone: field }\n      \"two\": { zone: field }\n";
        let script = around(&format!("{head}{targets}    script: |\n      note(this.¦)\n"));
        assert_eq!(script.targets(), ["victim", "two"]);
        assert_eq!((script.event(), script.form()), (Some("leave"), Some("after")));
        // Half written: a key without its colon, a bracket that is not closed.
        assert_eq!(around(&format!("{head}    match: {{ ca¦ }}\n")).event(), Some("leave"));
        assert_eq!(around(&format!("{head}    match: {{ ca¦\n")).event(), Some("leave"));
        assert_eq!(around(&format!("{head}    ma¦\n")).event(), Some("leave"));
        assert_eq!(around(&format!("{head}  - timing: main\n    match: {{ ¦ }}\n")).event(), None);
        assert_eq!(around("tallies:\n  n: { of: draw, match: { ¦ } }\n").event(), Some("draw"));
    }
}
