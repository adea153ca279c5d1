//! Text patterns: checks the shapes of printed texts, and how many abilities a card prints.

use super::builder::{Builder, Pattern};
use super::keys::types::TypeKeys;
use crate::data::{Key, Node};
use crate::error::Problems;

impl Builder {
    /// Reads `patterns` and `most_abilities` of a card type.
    pub(super) fn patterns(&mut self, ty: usize, said: &TypeKeys, of_all: &[(Key, Node)], problems: &mut Problems) {
        if let Some(most) = said.most_abilities {
            self.most_abilities.push((ty, most.max(0) as usize));
        }
        for (key, shapes) in said.patterns {
            let known: Vec<&str> = said.fields.iter().chain(of_all).map(|(k, _)| k.name.as_str()).collect();
            if !known.contains(&key.name.as_str()) {
                let help = crate::data::suggest::help_for(&key.name, known.iter().copied());
                problems.error("unknown_word", &key.span, format!("cards have no field `{}`", key.name)).help(help);
            }
            // A list has shapes only; a map has the words of each shape, too.
            let plain = shapes.as_list().unwrap_or_default().iter().filter_map(|n| Some((n.as_str()?, None)));
            let mapped = shapes.as_map().unwrap_or_default().iter().map(|(k, n)| (k.name.as_str(), Some(n)));
            for (shape, words) in plain.chain(mapped) {
                let words = words.and_then(Node::as_map).unwrap_or_default();
                let words = words.iter().filter_map(|(k, n)| Some((k.name.clone(), self.sym(n.as_str()?)))).collect();
                self.patterns.push(Pattern { ty, field: key.name.clone(), shape: shape.into(), words });
            }
        }
    }

    /// Reports a card whose texts have no shape that its type declares, that lacks a word which goes with the shape, or
    /// that prints too many abilities.
    pub(super) fn check_patterns(&self, ty: usize, node: &Node, what: &str, problems: &mut Problems) {
        let mut fields: Vec<&str> = self.patterns.iter().filter(|p| p.ty == ty).map(|p| p.field.as_str()).collect();
        fields.dedup();
        for field in fields {
            let Some((value, text)) = node.field(field).and_then(|n| Some((n, n.as_str()?))) else { continue };
            let known: Vec<&Pattern> = self.patterns.iter().filter(|p| p.ty == ty && p.field == field).collect();
            let Some(pattern) = known.iter().find(|p| has_shape(text, &p.shape)) else {
                let shapes: Vec<&str> = known.iter().map(|p| p.shape.as_str()).collect();
                let message = format!("{what}: the {field} `{text}` does not look like {}", shapes.join(" or "));
                problems.error("wrong_shape", &value.span, message).help("# stands for a digit");
                continue;
            };
            for (name, word) in &pattern.words {
                let word = self.rules.name(*word);
                let found = node.field(name).map_or(&[][..], |n| n.items());
                if !found.iter().any(|n| n.as_str() == Some(word)) {
                    let message = format!("{what}: the {field} `{text}` is for the {name} {word}");
                    problems.error("wrong_shape", &value.span, message);
                }
            }
        }
        let printed = node.field("abilities").map_or(0, |n| n.items().len());
        if let Some((_, most)) = self.most_abilities.iter().find(|(t, most)| *t == ty && printed > *most) {
            let message = format!("{what} prints {printed} abilities, and at most {most} are allowed");
            let help = "what belongs together is one ability with `parts`";
            let span = node.field("abilities").map_or(&node.span, |n| &n.span);
            problems.error("too_many", span, message).help(help);
        }
    }
}

/// True if a text has a shape: `#` is a digit, any other letter itself.
fn has_shape(text: &str, shape: &str) -> bool {
    text.chars().count() == shape.chars().count()
        && text.chars().zip(shape.chars()).all(|(c, s)| if s == '#' { c.is_ascii_digit() } else { c == s })
}

#[cfg(test)]
mod tests {
    use super::has_shape;

    #[test]
    fn a_shape_is_met_letter_by_letter() {
        assert!(has_shape("C045", "C###"));
        assert!(!has_shape("C45", "C###"));
        assert!(!has_shape("A045", "C###"));
        assert!(!has_shape("C04x", "C###"));
    }
}
