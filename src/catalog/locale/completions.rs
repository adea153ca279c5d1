//! Completions: the possible words at a place in a half-written translation.

use super::completeness::all;
use crate::catalog::Catalog;

/// Most keys offered at once; further letters narrow them down.
const MOST: usize = 500;

/// Something that may stand at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The text to insert.
    pub label: String,
    /// The text to insert after the label: ` = ` after a key.
    pub behind: &'static str,
    /// The original text of the game.
    pub doc: String,
}

/// Completions at a byte of a text, and the byte from which they replace the text: keys at the beginning of a line,
/// attributes of the message behind a `.`, and its variables behind a `$`.
pub fn offers(catalog: &Catalog, text: &str, at: usize) -> (usize, Vec<Completion>) {
    let before = text.get(..at).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let typed = &before[line..];
    let is_of_id = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let begun = typed.len() - typed.trim_end_matches(is_of_id).len();
    let (from, begun) = (at - begun, &typed[typed.len() - begun..]);
    let head = &typed[..typed.len() - begun.len()];
    let keys = all(catalog);
    // The message in which a line stands is the last one that begins before it.
    let of_message = || {
        let is_one = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
        let id = before.lines().rfind(is_one).and_then(|line| line.split([' ', '=']).next());
        id.and_then(|id| keys.get(id))
    };
    let found = match head {
        "" => keys
            .values()
            .filter(|key| key.id.starts_with(begun))
            .take(MOST)
            .map(|key| Completion {
                label: key.id.clone(),
                behind: " = ",
                doc: key.written.get(&None).cloned().unwrap_or_default(),
            })
            .collect(),
        head if head.trim() == "." => {
            let names = of_message().into_iter().flat_map(|key| &key.names);
            let attributes = names.filter_map(|(attribute, ..)| attribute.clone());
            let written = |name: &String| of_message().and_then(|key| key.written.get(&Some(name.clone())).cloned());
            attributes
                .map(|label| Completion { doc: written(&label).unwrap_or_default(), behind: " = ", label })
                .collect()
        }
        head if head.ends_with('$') => {
            let variables = of_message().into_iter().flat_map(|key| &key.variables);
            variables.map(|name| Completion { label: name.clone(), behind: "", doc: String::new() }).collect()
        }
        _ => Vec::new(),
    };
    (from, found)
}
