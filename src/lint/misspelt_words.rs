//! Misspelt words: words that stand once in a game, on one card, where other cards have a word that is but a slip away.
//!
//! A field with free words accepts any new word, so the finding is only a warning, and only for words that no other
//! file mentions.

use std::collections::BTreeMap;

use super::{LintInput, walk};
use crate::data::{Node, suggest};
use crate::error::Problems;

/// The least length of a word, in letters, in which another letter is probably a slip. Shorter words differ from each
/// other by one letter anyway: `bear` and `boar`.
const LONG: usize = 6;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let rules = &input.catalog.rules;
    // The number of occurrences of each text in the files.
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for node in input.nodes.values() {
        walk(node, "", &mut |_, value| {
            value.as_str().into_iter().for_each(|text| *times.entry(text).or_default() += 1)
        });
    }
    for field in &rules.schema.words {
        let name = &**rules.name(field.name);
        let printed: Vec<&Node> = input.cards().filter_map(|(_, _, card)| card.field(name)).flat_map(words).collect();
        let known = || printed.iter().filter_map(|node| node.as_str()).filter(|word| times.get(word) > Some(&1));
        for node in &printed {
            let Some(word) = node.as_str().filter(|word| times.get(word) == Some(&1)) else { continue };
            let near = suggest::slip(word, known()).filter(|near| is_slip(word, near)).map(|near| format!("`{near}`"));
            let two = || Some(two_of(word, known())?).map(|(one, other)| format!("`[{one}, {other}]`, two words"));
            let Some(near) = near.or_else(two) else { continue };
            if !input.is_quoted_in_scripts(word) {
                let message = format!("no other card has, in its {name}, the word `{word}`");
                problems.warn("lonely_word", &node.span, message).help(format!("did you mean {near}?"));
            }
        }
    }
}

/// The two known words between which a comma was lost.
fn two_of<'w>(word: &'w str, known: impl Iterator<Item = &'w str>) -> Option<(&'w str, &'w str)> {
    let known: Vec<&str> = known.collect();
    let mut parts = word.match_indices(' ').map(|(at, _)| (&word[..at], word[at..].trim_start()));
    parts.find(|(one, other)| known.contains(one) && known.contains(other))
}

/// A word, or the words of a list.
fn words(node: &Node) -> Vec<&Node> {
    if node.as_str().is_some() { vec![node] } else { node.items().iter().collect() }
}

/// True if the difference is probably a typing error. In a short word another letter usually makes another real word.
fn is_slip(word: &str, near: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    let (ours, theirs) = (letters(word), letters(near));
    ours.len() != theirs.len() || ours == theirs || ours.len() >= LONG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_letter_in_a_short_word_is_no_slip() {
        let check = |word: &str, near: &str, expected: bool| assert_eq!(is_slip(word, near), expected, "{word} {near}");
        check("Ogr", "Ogre", true);
        check("ogre", "Ogre", true);
        check("Orge", "Ogre", true);
        check("Boar", "Bear", false);
        check("Warrion", "Warrior", true);
    }
}
